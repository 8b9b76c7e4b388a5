import { expectSame } from '#common/expect-run.ts';
import { TEST_LIMITS } from '#contract/limits.ts';
import type { Expectation, KeepTest, TestResult } from '#contract/tests.ts';
import { requireSpace } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import {
  type ExpectationOrigin,
  NO_SET,
  type StoredTest,
  type TestDraft,
  type TestState,
} from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { TestEdit } from '#gateway/modules/evaluation/ports/tests.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';
import { actorName } from '#gateway/modules/usage/model.ts';
import {
  askQuestion,
  type JudgedTest,
  judgeAsked,
  NOTHING_EXPECTED,
  type QuestionReply,
  runOf,
} from './ask-test.ts';
import { draftFromRun, toExpectation } from './draft-from-run.ts';
import { viewAsked, viewOneTest } from './view-tests.ts';

/** The call that tests are made, changed and accepted for. */
export interface TestCall {
  ports: Ports;
  botId: number;
  key: StoredKey;
  language: Language;
  signal: AbortSignal;
}

type Tools = Pick<SearchTools, 'segments' | 'synonyms' | 'searches'>;
type Tried = JudgedTest & { reply: QuestionReply };

/** The result for the caller, and the test as it is kept. */
export interface KeptTest {
  result: TestResult;
  test: StoredTest | undefined;
}

/** Asks and judges a new test at its turn among all questions, and keeps it where the caller wants that. */
export async function addTest(
  call: TestCall,
  tools: Tools,
  draft: TestDraft,
  {
    keep,
    origin,
    ...source
  }: { keep: KeepTest; origin: ExpectationOrigin; fromRunId: string | null; ofVerdict?: true },
): Promise<KeptTest> {
  const { ports, botId, key } = call;
  await requireSet(ports, botId, draft.setId);
  requireStatement(draft.expectation);
  const tried = await tryTest(call, tools, draft);
  if (!isKept(keep, tried))
    return { result: await viewResult(call, draft, tried, undefined), test: undefined };
  const state = await stateAfter(call, draft, tried);
  const keyName = actorName(key);
  const fresh = { ...draft, ...state, ...source, botId, keyName, family: key.family };
  const test = await ports.tests.add(fresh, origin, TEST_LIMITS.tests);
  if (!test) throw new GatewayFault('tests-full', { max: TEST_LIMITS.tests });
  return { result: await viewResult(call, draft, tried, test), test };
}

/** Changes a test, which is asked and judged where another answer may be right. */
export async function editTest(
  call: TestCall,
  tools: Tools,
  test: StoredTest,
  { keep, ...change }: Partial<TestDraft> & { keep: KeepTest },
): Promise<KeptTest> {
  const { ports, botId, key } = call;
  if (change.setId !== undefined) await requireSet(ports, botId, change.setId);
  const draft = { ...test, ...change };
  requireStatement(draft.expectation);
  if (!change.question && !change.request && !change.expectation)
    return storeEdit(call, test, change, undefined);
  const tried = await tryTest(call, tools, draft);
  if (!isKept(keep, tried))
    return { result: await viewResult(call, draft, tried, undefined), test: undefined };
  const state = await stateAfter(call, draft, tried, test);
  const history = change.expectation ? { by: actorName(key), origin: 'edited' as const } : {};
  return storeEdit(call, test, { ...change, ...history, state }, tried);
}

/** Makes the answer of a run, or what a test is answered with now, its expectation. */
export async function acceptAnswer(
  call: TestCall,
  tools: Tools,
  test: StoredTest,
  run: StoredRun | undefined,
): Promise<KeptTest> {
  if (run && run.run.question !== test.question) throw new GatewayFault('run-not-testable');
  const reply = await ask(call, tools, test);
  const expectation = run
    ? draftFromRun(run, { verdict: 'right' }).expectation
    : expectReply(test.question, reply);
  const tried = { reply, ...(await judgeAsked(call.ports, reply, { expectation })) };
  const state = await stateAfter(call, test, tried, test);
  const edit = { expectation, state, by: actorName(call.key), origin: 'accepted' as const };
  return storeEdit(call, test, edit, tried);
}

function expectReply(question: string, reply: QuestionReply): Expectation {
  const expected =
    reply.fault === null
      ? expectSame({ ...reply.judged, question, quoted: reply.quoted, sentences: [] })
      : undefined;
  if (!expected) throw new GatewayFault('run-not-testable');
  return toExpectation(expected);
}

async function storeEdit(
  call: TestCall,
  { botId, id }: StoredTest,
  edit: TestEdit,
  tried: Tried | undefined,
): Promise<KeptTest> {
  const test = await call.ports.tests.edit(botId, id, edit);
  if (!test) throw new GatewayFault('test-not-found', { id });
  return { result: await viewResult(call, test, tried, test), test };
}

async function ask(
  { ports, botId, signal }: TestCall,
  { searches, ...tools }: Tools,
  { question, request, expectation }: Pick<TestDraft, 'question' | 'request' | 'expectation'>,
): Promise<QuestionReply> {
  const place = searches.enter(botId, signal);
  try {
    return await place.run((turn) =>
      askQuestion(ports, tools, { botId, question, request, expectation }, turn),
    );
  } finally {
    place.leave();
  }
}

/** Asks a question as tests are asked and keeps what comes back; id of the run. */
export async function keepAnswer(
  call: TestCall,
  tools: Tools,
  { question, request }: Pick<TestDraft, 'question' | 'request'>,
): Promise<string> {
  const { ports, botId, key } = call;
  const draft = { question, request, expectation: NOTHING_EXPECTED };
  const reply = await ask(call, tools, draft);
  const actor = { keyName: actorName(key), family: key.family };
  const record = await runOf(ports, reply, { ...draft, botId }, actor);
  if (record === undefined) throw reply.fault ?? new GatewayFault('run-not-found');
  await requireSpace(ports.diskSpace);
  await ports.runs.add(botId, [record.run], record.texts);
  return record.run.id;
}

async function tryTest(call: TestCall, tools: Tools, draft: TestDraft): Promise<Tried> {
  const reply = await ask(call, tools, draft);
  return { reply, ...(await judgeAsked(call.ports, reply, draft)) };
}

const isKept = (keep: KeepTest, { answer: { outcome } }: Tried): boolean =>
  keep === 'always' || (keep !== 'never' && outcome === 'passes');

/** How a test stands after it was reply, whose run is kept. Nothing but the person changed it: there is no other cause. */
async function stateAfter(
  { ports, botId, key }: TestCall,
  draft: Pick<TestDraft, 'question' | 'request' | 'expectation'>,
  { reply, answer }: Tried,
  before?: StoredTest,
): Promise<TestState> {
  await requireSpace(ports.diskSpace);
  const actor = { keyName: actorName(key), family: key.family };
  const record = await runOf(ports, reply, { ...draft, botId }, actor);
  if (record) await ports.runs.add(botId, [record.run], record.texts);
  const now = ports.clock.now();
  const isSame = before?.outcome === answer.outcome;
  return {
    ...answer,
    since: isSame ? before.since : now,
    because: isSame ? before.because : null,
    runId: record?.run.id ?? null,
    askedOn: now,
    askedIn: before?.askedIn ?? null,
  };
}

async function viewResult(
  { ports, key, language }: TestCall,
  { expectation }: Pick<TestDraft, 'expectation'>,
  tried: Tried | undefined,
  test: StoredTest | undefined,
): Promise<TestResult> {
  return {
    test: test ? await viewOneTest(ports, key, test) : null,
    outcome: tried?.answer.outcome ?? test?.outcome ?? 'not-judged',
    expectation,
    failures: tried?.failures ?? [],
    ...(tried ? viewAsked(tried.reply, language) : { asked: null, fault: null }),
  };
}

/** The result for a test that was kept before. */
export const viewKept = (call: TestCall, test: StoredTest): Promise<TestResult> =>
  viewResult(call, test, undefined, test);

async function requireSet({ tests }: Pick<Ports, 'tests'>, botId: number, id: number): Promise<void> {
  if (id !== NO_SET && !(await tests.getSet(botId, id))) throw new GatewayFault('test-set-not-found', { id });
}

function requireStatement({ quotes, contains, lacks, band, units }: Expectation): void {
  const isStated = quotes.length + contains.length + lacks.length > 0 || band !== null;
  if (!isStated || (units.length > 0 && quotes.length === 0))
    throw new GatewayFault('expectation-empty', {}, { field: 'expectation' });
}
