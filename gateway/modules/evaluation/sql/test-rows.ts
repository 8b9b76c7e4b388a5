import { foldText } from '#common/fold-text.ts';
import type { Expectation, TestRequest } from '#contract/tests.ts';
import type { Cause, StoredTest, TestDraft, TestSet, TestState } from '#gateway/modules/evaluation/model.ts';
import type { EvaluationTables, TestRow } from '#gateway/modules/evaluation/tables.ts';
import { parseStored, parseTexts, toDate } from '#gateway/sql/json.ts';

/** All but the history. */
export const TEST_COLUMNS = [
  'bot_id',
  'id',
  'set_id',
  'question',
  'request',
  'expectation',
  'tags',
  'key_name',
  'family',
  'created_on',
  'modified_on',
  'revision',
  'outcome',
  'since_on',
  'because',
  'band',
  'fingerprint',
  'run_id',
  'from_run_id',
  'passages',
  'quote_units',
  'asked_on',
  'asked_in',
] as const satisfies (keyof TestRow)[];

export const toTest = (row: Pick<TestRow, (typeof TEST_COLUMNS)[number]>): StoredTest => ({
  botId: row.bot_id,
  id: row.id,
  setId: row.set_id,
  question: row.question,
  request: parseStored(row.request) as TestRequest,
  expectation: parseStored(row.expectation) as Expectation,
  tags: parseTexts(row.tags),
  keyName: row.key_name,
  family: row.family,
  createdOn: new Date(row.created_on),
  modifiedOn: new Date(row.modified_on),
  revision: row.revision,
  outcome: row.outcome,
  since: new Date(row.since_on),
  because: row.because === null ? null : (parseStored(row.because) as Cause),
  band: row.band,
  fingerprint: row.fingerprint,
  runId: row.run_id,
  fromRunId: row.from_run_id,
  passages: parseStored(row.passages) as StoredTest['passages'],
  quoteUnits: parseStored(row.quote_units) as number[],
  askedOn: toDate(row.asked_on),
  askedIn: row.asked_in,
});

/** Columns of what a person writes. */
export const draftColumns = ({ question, request, expectation, setId, tags }: TestDraft) => ({
  set_id: setId,
  question,
  folded: foldText(question),
  request: JSON.stringify(request),
  expectation: JSON.stringify(expectation),
  tags: JSON.stringify(tags),
  folded_tags: `\n${tags.map(foldText).join('\n')}\n`,
});

/** Columns of what asking found. */
export const stateColumns = (state: TestState) => ({
  outcome: state.outcome,
  since_on: state.since.getTime(),
  because: state.because === null ? null : JSON.stringify(state.because),
  band: state.band,
  fingerprint: state.fingerprint,
  run_id: state.runId,
  passages: JSON.stringify(state.passages),
  quote_units: JSON.stringify(state.quoteUnits),
  asked_on: state.askedOn?.getTime() ?? null,
  asked_in: state.askedIn,
});

export const toSet = (row: EvaluationTables['test_set']): TestSet => ({
  botId: row.bot_id,
  id: row.id,
  name: row.name,
  tags: parseTexts(row.tags),
  keyName: row.key_name,
  createdOn: new Date(row.created_on),
  modifiedOn: new Date(row.modified_on),
});
