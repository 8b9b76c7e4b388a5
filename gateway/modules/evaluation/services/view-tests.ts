import { FAULTS } from '#contract/faults.ts';
import { TEST_LIMITS } from '#contract/limits.ts';
import { hasRight } from '#contract/rights.ts';
import type {
  Evaluation as EvaluationView,
  TestCounts,
  TestOverview,
  TestResult,
  TestSet as TestSetView,
  Test as TestView,
} from '#contract/tests.ts';
import { faultMessage, type Language } from '#gateway/core/messages.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { type Evaluation, NO_SET, type StoredTest, type TestSet } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { EVERY_BOT } from '#gateway/modules/jobs/model.ts';
import { readableOrigin } from '#gateway/modules/runs/services/readable-run.ts';
import type { QuestionReply } from './ask-test.ts';

type Key = Pick<StoredKey, 'family' | 'role'>;
type CountedTests = Awaited<ReturnType<Ports['tests']['count']>>;

/** Tests as the owner of the key sees them, with the runs that are kept. */
export async function viewTests(
  { runs }: Pick<Ports, 'runs'>,
  key: Key,
  tests: readonly StoredTest[],
): Promise<TestView[]> {
  const ids = tests.flatMap(({ runId, fromRunId }) => [runId ?? [], fromRunId ?? []].flat());
  const botId = tests[0]?.botId ?? 0;
  const keptRuns = new Set(await runs.keptAmong(botId, [...new Set(ids)], readableOrigin(key)));
  return tests.map((test) => viewTest(test, key, keptRuns));
}

export async function viewOneTest(ports: Pick<Ports, 'runs'>, key: Key, test: StoredTest): Promise<TestView> {
  const [view] = await viewTests(ports, key, [test]);
  return view ?? viewTest(test, key, new Set());
}

function viewTest(test: StoredTest, key: Key, keptRuns: ReadonlySet<string>): TestView {
  const { id, question, request, expectation, setId, tags, outcome, because } = test;
  const keptOrNull = (runId: string | null) => (runId !== null && keptRuns.has(runId) ? runId : null);
  return {
    id,
    question,
    request,
    expectation,
    setId: setId === NO_SET ? null : setId,
    tags,
    owner: test.keyName,
    mine: test.family === key.family,
    createdOn: test.createdOn.toISOString(),
    modifiedOn: test.modifiedOn.toISOString(),
    outcome,
    since: test.since.toISOString(),
    because,
    askedOn: test.askedOn?.toISOString() ?? null,
    runId: keptOrNull(test.runId),
    fromRunId: keptOrNull(test.fromRunId),
    deletable: mayDelete(test, key),
  };
}

/** Testers delete tests of their own key alone. */
export const mayDelete = (test: Pick<StoredTest, 'family'>, key: Key): boolean =>
  test.family === key.family || hasRight(key.role, 'manageTests');

export function countTests(counted: CountedTests): TestCounts {
  const counts = { passes: 0, weak: 0, fails: 0, 'cannot-be-asked': 0, 'not-judged': 0, total: 0 };
  for (const { outcome, tests } of counted) {
    counts[outcome] += tests;
    counts.total += tests;
  }
  return counts;
}

export const viewSet = (set: TestSet, counted: CountedTests): TestSetView => ({
  id: set.id,
  name: set.name,
  tags: set.tags,
  owner: set.keyName,
  createdOn: set.createdOn.toISOString(),
  modifiedOn: set.modifiedOn.toISOString(),
  counts: countTests(counted.filter(({ setId }) => setId === set.id)),
});

/** Counts without the questions, which not everybody may read. */
export function viewQuestionCounts(questions: Evaluation['questions']): EvaluationView['questions'] {
  if (questions === null) return null;
  const { changes: _, ...counts } = questions;
  return counts;
}

export function viewEvaluation(evaluation: Evaluation): EvaluationView {
  const { id, reason, state, startedOn, endedOn, from, to } = evaluation;
  const { tests, asked: askedTests, lost, gained, changed, questions, units, more } = evaluation;
  return {
    id,
    reason,
    state,
    startedOn: startedOn.toISOString(),
    endedOn: endedOn?.toISOString() ?? null,
    from,
    to,
    tests,
    asked: askedTests,
    lost,
    gained,
    changed,
    questions: viewQuestionCounts(questions),
    units,
    more,
  };
}

/** Sets, counts and evaluations of a bot, without any question. */
export async function viewOverview(
  { tests, evaluations, queue }: Pick<Ports, 'tests' | 'evaluations' | 'queue'>,
  botId: number,
): Promise<TestOverview> {
  const [counted, sets] = [await tests.count(botId), await tests.sets(botId)];
  const [newest] = await evaluations.list(botId, { limit: 1 });
  const [lastLoss] = await evaluations.list(botId, { hasLosses: true, limit: 1 });
  const job = await queue.get({ botId, kind: 'evaluate', subject: 'tests' });
  const pauses = await queue.pauses();
  return {
    sets: sets.map((set) => viewSet(set, counted)),
    counts: countTests(counted),
    withoutSet: countTests(counted.filter(({ setId }) => setId === NO_SET)),
    evaluation: newest ? viewEvaluation(newest) : null,
    lastLoss: lastLoss ? viewEvaluation(lastLoss) : null,
    pending: job !== undefined && job.state !== 'running',
    paused: pauses.some((pause) => pause.kind === 'evaluate' && [EVERY_BOT, botId].includes(pause.botId)),
    max: { tests: TEST_LIMITS.tests, sets: TEST_LIMITS.sets },
  };
}

/** What came back for a test, or why it cannot be asked, in the language of the reader. */
export function viewAsked(reply: QuestionReply, language: Language): Pick<TestResult, 'asked' | 'fault'> {
  if (reply.fault !== null) {
    const { code, parameters } = reply.fault;
    const message = faultMessage(code, parameters, language);
    return { asked: null, fault: { code, status: FAULTS[code].status, message } };
  }
  const { judged, outcome, quoted, certainty } = reply;
  const units = outcome.evidence?.units;
  const documents = outcome.passages.map(({ text, score, fileId, sectionTitle, unitId }) => ({
    text,
    score,
    fileId,
    sectionTitle,
    unitId,
    unitTitle: units?.list[units.placeOf(unitId)]?.title ?? '',
  }));
  const { answer, band } = judged;
  return { asked: { answer, band, certainty, quoted, documents }, fault: null };
}
