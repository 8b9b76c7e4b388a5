import { TEST_CHANGES } from '#contract/tests.ts';
import type {
  Cause,
  Evaluation,
  EvaluationChange,
  ProvenQuestions,
  UnitName,
} from '#gateway/modules/evaluation/model.ts';
import type { EvaluationTables } from '#gateway/modules/evaluation/tables.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';

/** The row of an evaluation at its beginning. */
export const newEvaluation = (botId: number, id: number, startedOn: number) =>
  ({
    bot_id: botId,
    id,
    state: 'running',
    started_on: startedOn,
    ended_on: null,
    asked: 0,
    lost: 0,
    gained: 0,
    changed: 0,
    questions: null,
    has_losses: 0,
    has_changes: 0,
    units: '[]',
    more: 0,
    drafts: null,
  }) as const;

export const toEvaluation = (row: EvaluationTables['evaluation']): Evaluation => ({
  botId: row.bot_id,
  id: row.id,
  reason: row.reason,
  state: row.state,
  startedOn: new Date(row.started_on),
  endedOn: toDate(row.ended_on),
  from: row.from_state,
  to: row.to_state,
  tests: row.tests,
  asked: row.asked,
  lost: row.lost,
  gained: row.gained,
  changed: row.changed,
  questions: row.questions === null ? null : (parseStored(row.questions) as ProvenQuestions),
  units: parseStored(row.units) as UnitName[],
  more: row.more,
});

export const toChange = (row: EvaluationTables['evaluation_change']): EvaluationChange => ({
  testId: row.test_id,
  question: row.question,
  change: TEST_CHANGES[row.place] ?? 'changed',
  before: { outcome: row.before_outcome, band: row.before_band, runId: row.before_run_id },
  after: { outcome: row.after_outcome, band: row.after_band, runId: row.after_run_id },
  because: parseStored(row.because) as Cause,
});

export const changeRow = (
  botId: number,
  evaluationId: number,
  { testId, question, change, before, after, because }: EvaluationChange,
): EvaluationTables['evaluation_change'] => ({
  bot_id: botId,
  evaluation_id: evaluationId,
  test_id: testId,
  place: TEST_CHANGES.indexOf(change),
  question,
  before_outcome: before.outcome,
  after_outcome: after.outcome,
  before_band: before.band,
  after_band: after.band,
  before_run_id: before.runId,
  after_run_id: after.runId,
  because: JSON.stringify(because),
});
