import * as z from 'zod/mini';
import { expectQuotes, expectSame, statementsFor } from '#common/expect-run.ts';
import { foldText } from '#common/fold-text.ts';
import { type Expected, fingerprintText } from '#common/judge-run.ts';
import { TEST_LIMITS } from '#contract/limits.ts';
import type { RunVerdict } from '#contract/runs.ts';
import {
  type EXPECTATION_ORIGINS,
  type Expectation,
  evaluationSchema,
  type KeepTest,
  newTestSchema,
  newTestSetSchema,
  TEST_OUTCOMES,
  type Test,
  type TestCounts,
  type TestList,
  type TestOverview,
  type TestResult,
  type TestSet,
  testChangeSchema,
  type testListQuerySchema,
  testRequestSchema,
  testSetChangeSchema,
  type VerdictRequest,
  type VerdictResult,
} from '#contract/tests.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { askLocally, type Judged, judgedRun, judgeReply, type Reply } from './ask-locally.ts';
import { evaluationsOf } from './local-evaluation-state.ts';
import { localFault } from './local-fault.ts';
import { keepRun, pageFrom, readRun } from './local-runs.ts';
import { inTurn, type LocalRun, type LocalSet, type LocalStore, type LocalTest } from './local-store.ts';

export type Local = { client: GatewayClient; store: LocalStore; signal?: AbortSignal | undefined };

const now = () => new Date().toISOString();
/** The number behind the highest of a list. */
export const nextId = (list: readonly { id: number }[]): number =>
  list.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;

/** The input as a gateway would read it, or its refusal. */
function parsed<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = z.safeParse(schema, body);
  if (error === undefined) return data;
  const [issue] = error.issues;
  return localFault('invalid-field', {
    field: issue?.path.join('.') ?? '',
    issue: issue?.message ?? '',
  });
}

export async function readLocalTest({ store }: Local, id: string): Promise<LocalTest> {
  return (await store.get('test', id)) ?? localFault('test-not-found', { id });
}

function countsOf(tests: readonly Test[]): TestCounts {
  const counts = Object.fromEntries(
    TEST_OUTCOMES.map((outcome) => [outcome, tests.filter((test) => test.outcome === outcome).length]),
  ) as Omit<TestCounts, 'total'>;
  return { ...counts, total: tests.length };
}

const withCounts = (set: LocalSet, tests: readonly Test[]): TestSet => ({
  ...set,
  counts: countsOf(tests.filter(({ setId }) => setId === set.id)),
});

export async function readOverview({ store }: Local): Promise<TestOverview> {
  const [tests, sets, evaluations] = await Promise.all([
    store.all('test'),
    store.all('set'),
    store.all('evaluation'),
  ]);
  const newest = evaluations.toSorted((a, b) => b.id - a.id).map((item) => evaluationSchema.parse(item));
  const [evaluation = null] = newest;
  // An evaluation goes with the page that asks.
  const isLost = evaluation?.state === 'running' && !evaluationsOf(store.owner).isRunning();
  return {
    sets: sets.toSorted((a, b) => a.name.localeCompare(b.name)).map((set) => withCounts(set, tests)),
    counts: countsOf(tests),
    withoutSet: countsOf(tests.filter(({ setId }) => setId === null)),
    evaluation: evaluation !== null && isLost ? { ...evaluation, state: 'cancelled' } : evaluation,
    lastLoss: newest.find(({ lost }) => lost > 0) ?? null,
    pending: false,
    paused: false,
    max: { tests: TEST_LIMITS.tests, sets: TEST_LIMITS.sets },
  };
}

export async function listLocalTests(
  local: Local,
  query: z.input<typeof testListQuerySchema> = {},
): Promise<TestList> {
  const { search = '', outcome, set, tag, order = 'newest', before = '', limit = '50' } = query;
  const words = foldText(search);
  const momentOf = ({ since, createdOn }: Test) => Date.parse(order === 'changed' ? since : createdOn);
  const tests = (await local.store.all('test'))
    .filter(
      (test) =>
        (words === '' || foldText(test.question).includes(words)) &&
        (outcome === undefined || test.outcome === outcome) &&
        (set === undefined || String(test.setId ?? 'none') === set) &&
        (tag === undefined || test.tags.includes(tag)),
    )
    .toSorted((a, b) => momentOf(b) - momentOf(a) || b.id - a.id);
  const page = pageFrom(tests, (test) => `${momentOf(test)}-${test.id}`, before, Number(limit));
  return { ...page, ...(await readOverview(local)) };
}

/** The expectation of a new test: as it is written, or what is right of a run. */
function expectationOf(
  { expectation, verdict, documents, quotes }: z.output<typeof newTestSchema>,
  source: LocalRun | undefined,
): Expectation {
  const stated = expectation ?? (source && expectedOf(source, verdict, documents, quotes));
  return stated === undefined ? localFault('run-not-testable') : requireStatement(stated);
}

function requireStatement({ quotes, contains, lacks, band, units, within }: Expected): Expectation {
  if (quotes.length + contains.length + lacks.length + units.length === 0 && band === null)
    return localFault('expectation-empty');
  const lists = { quotes: [...quotes], contains: [...contains], lacks: [...lacks], units: [...units] };
  return { ...lists, within, band };
}

function expectedOf(
  run: LocalRun,
  verdict: 'right' | 'passage',
  documents: readonly number[],
  quotes: readonly string[],
): Expected | undefined {
  const { question, quoted, sentences } = run;
  // The numbers of passages in a written answer are no part of its statements.
  const answer = run.answer.replaceAll(/\s*\[\p{Nd}{1,2}\]/gu, '');
  const judged = { ...judgedRun(run), answer, question, quoted, sentences };
  if (verdict === 'right') return expectSame(judged);
  const statements = [...quotes, ...statementsFor(judged, documents)];
  return statements.length === 0 ? undefined : expectQuotes(judged, statements);
}

/** Answers of questions that were asked here and not kept as tests yet: each was charged once. */
const answersOf = new WeakMap<GatewayClient, Map<string, LocalRun>>();
function triedAnswers(client: GatewayClient): Map<string, LocalRun> {
  const answers = answersOf.get(client) ?? new Map<string, LocalRun>();
  answersOf.set(client, answers);
  return answers;
}

const isKept = (keep: KeepTest | undefined, { outcome }: Judged): boolean =>
  keep === 'always' || (keep !== 'never' && outcome === 'passes');

/** What asking or judging gave, as callers get it. */
function resultOf(
  { run, ...judged }: Judged,
  expectation: Expectation,
  test: LocalTest | undefined,
): TestResult {
  const { answer, band, certainty, quoted, documents } = run ?? {};
  return {
    ...judged,
    expectation,
    test: test ?? null,
    asked:
      run === null
        ? null
        : {
            answer: answer ?? '',
            band: band ?? null,
            certainty: certainty ?? null,
            quoted: quoted ?? [],
            documents: (documents ?? []).map(({ text, ...passage }) => ({ ...passage, text: text ?? '' })),
          },
  };
}

const NOT_ASKED: Judged = { outcome: 'not-judged', failures: [], fault: null, run: null };

/** The result for a test that no question was asked for. */
const unasked = (test: LocalTest): TestResult =>
  resultOf({ ...NOT_ASKED, outcome: test.outcome }, test.expectation, test);

/** Fields of a test after it was judged; its outcome is newer only where it is another. */
export function stateAfter(before: Pick<LocalTest, 'outcome' | 'since'> | undefined, judged: Judged) {
  const { run, outcome } = judged;
  return {
    outcome,
    since: before?.outcome === outcome ? before.since : now(),
    askedOn: run?.askedOn ?? (judged.fault === null ? null : now()),
    runId: run?.id ?? null,
    fingerprint: run === null ? '' : fingerprintText(judgedRun(run)),
  };
}

/**
 * Makes a test. What was asked before, for a run or a batch, is judged as it is; another question is asked at once, unless
 * the test is kept whatever comes back: an import would be charged before anybody saw the cost.
 */
export async function createLocalTest(local: Local, body: unknown): Promise<TestResult> {
  const { client, store, signal } = local;
  const input = parsed(newTestSchema, body);
  const source = input.run === undefined ? undefined : await readRun(store, input.run);
  const question = source?.question ?? input.question ?? '';
  const request = parsed(testRequestSchema, source?.request ?? input.request ?? {});
  const expectation = expectationOf(input, source);
  const key = JSON.stringify([question, request.IndexNames]);
  const answer = source ?? triedAnswers(client).get(key);
  const reply: Reply | undefined =
    answer !== undefined && input.keep !== 'never'
      ? { run: answer, fault: null }
      : input.keep === 'always'
        ? undefined
        : await askLocally(client, { question, request, expectation }, signal);
  if (reply?.run && source === undefined) await keepRun(store, reply.run);
  const judged = reply === undefined ? NOT_ASKED : judgeReply(reply, expectation);
  if (!isKept(input.keep, judged)) {
    if (reply?.run) triedAnswers(client).set(key, reply.run);
    return resultOf(judged, expectation, undefined);
  }
  const on = now();
  const origin = input.run === undefined ? 'written' : input.expectation ? 'edited' : input.verdict;
  const fresh: Omit<LocalTest, 'id'> = {
    question,
    request: { ...request, IndexNames: request.IndexNames ?? null },
    expectation,
    setId: input.setId,
    tags: input.tags,
    owner: '',
    mine: true,
    createdOn: on,
    modifiedOn: on,
    because: null,
    fromRunId: source?.id ?? null,
    deletable: true,
    history: [historyItem(expectation, origin, source?.id ?? null)],
    ...stateAfter(undefined, judged),
  };
  return resultOf(judged, expectation, await addTest(store, fresh));
}

const addTest = (store: LocalStore, fresh: Omit<LocalTest, 'id'>): Promise<LocalTest> =>
  inTurn(store, async () => {
    const tests = await store.all('test');
    if (tests.length >= TEST_LIMITS.tests) localFault('tests-full', { max: TEST_LIMITS.tests });
    const test = { ...fresh, id: nextId(tests) };
    await store.put('test', test);
    return test;
  });

/** A test that was deleted meanwhile stays so. */
const replaceTest = (store: LocalStore, test: LocalTest): Promise<void> =>
  inTurn(store, async () => {
    if (!(await store.get('test', test.id))) localFault('test-not-found', { id: test.id });
    await store.put('test', test);
  });

const historyItem = (
  expectation: Expectation,
  origin: (typeof EXPECTATION_ORIGINS)[number],
  runId: string | null,
) => ({ on: now(), by: '', origin, runId, expectation });

/** Changes a test; another expectation is judged by the answer that is there, and another question alone is asked. */
export async function updateLocalTest(local: Local, id: string, body: unknown): Promise<TestResult> {
  const { client, store, signal } = local;
  const before = await readLocalTest(local, id);
  const { keep, ...change } = parsed(testChangeSchema, body);
  if (!change.question && !change.request && !change.expectation) {
    const { setId = before.setId, tags = before.tags } = change;
    const test = { ...before, setId, tags, modifiedOn: now() };
    await replaceTest(store, test);
    return unasked(test);
  }
  const expectation = requireStatement(change.expectation ?? before.expectation);
  const question = change.question ?? before.question;
  const request = change.request
    ? { ...change.request, IndexNames: change.request.IndexNames ?? null }
    : before.request;
  const isSame = question === before.question && JSON.stringify(request) === JSON.stringify(before.request);
  const run = before.runId === null ? undefined : await store.get('run', before.runId);
  const reply: Reply | undefined = !isSame
    ? await askLocally(client, { question, request, expectation }, signal)
    : run && { run, fault: null };
  if (reply?.run && !isSame) await keepRun(store, reply.run);
  const judged = reply === undefined ? NOT_ASKED : judgeReply(reply, expectation);
  if (!isKept(keep, judged)) return resultOf(judged, expectation, undefined);
  const isOther = JSON.stringify(expectation) !== JSON.stringify(before.expectation);
  const test: LocalTest = {
    ...before,
    question,
    request,
    expectation,
    setId: change.setId === undefined ? before.setId : change.setId,
    tags: change.tags ?? before.tags,
    modifiedOn: now(),
    because: isSame && !isOther ? before.because : null,
    history: isOther
      ? [historyItem(expectation, 'edited', null), ...before.history].slice(0, TEST_LIMITS.history)
      : before.history,
    ...(isSame && !isOther ? {} : stateAfter(before, judged)),
  };
  await replaceTest(store, test);
  return resultOf(judged, expectation, test);
}

/** Makes the answer that a test was last judged by its expectation. */
export async function acceptLocalAnswer(local: Local, id: string): Promise<TestResult> {
  const { store } = local;
  const before = await readLocalTest(local, id);
  const run = before.runId === null ? undefined : await store.get('run', before.runId);
  const expected = run && expectedOf(run, 'right', [], []);
  if (run === undefined || expected === undefined) return localFault('run-not-testable');
  const expectation: Expectation = {
    ...before.expectation,
    quotes: [...expected.quotes],
    band: expected.band,
    contains: [],
    lacks: [],
  };
  const judged = judgeReply({ run, fault: null }, expectation);
  const history = [historyItem(expectation, 'accepted', run.id), ...before.history].slice(
    0,
    TEST_LIMITS.history,
  );
  const test = {
    ...before,
    expectation,
    history,
    because: null,
    modifiedOn: now(),
    ...stateAfter(before, judged),
  };
  await replaceTest(store, test);
  return resultOf(judged, expectation, test);
}

export async function deleteLocalTest(local: Local, id: string): Promise<Test> {
  const test = await readLocalTest(local, id);
  await local.store.remove('test', id);
  return test;
}

async function requireFreeName({ store }: Local, name: string, own?: number): Promise<LocalSet[]> {
  const sets = await store.all('set');
  const same = sets.find((set) => set.id !== own && foldText(set.name) === foldText(name));
  if (same !== undefined) localFault('test-set-known', { name: same.name, id: same.id });
  return sets;
}

export async function createLocalSet(local: Local, body: unknown): Promise<TestSet> {
  const { name, tags } = parsed(newTestSetSchema, body);
  return inTurn(local.store, async () => {
    const sets = await requireFreeName(local, name);
    if (sets.length >= TEST_LIMITS.sets) localFault('test-sets-full', { max: TEST_LIMITS.sets });
    const set: LocalSet = { id: nextId(sets), name, tags, owner: '', createdOn: now(), modifiedOn: now() };
    await local.store.put('set', set);
    return withCounts(set, []);
  });
}

async function readSet({ store }: Local, id: string): Promise<LocalSet> {
  return (await store.get('set', id)) ?? localFault('test-set-not-found', { id });
}

export async function updateLocalSet(local: Local, id: string, body: unknown): Promise<TestSet> {
  const set = await readSet(local, id);
  const change = parsed(testSetChangeSchema, body);
  if (change.name !== undefined) await requireFreeName(local, change.name, set.id);
  const next = { ...set, name: change.name ?? set.name, tags: change.tags ?? set.tags, modifiedOn: now() };
  await local.store.put('set', next);
  return withCounts(next, await local.store.all('test'));
}

export async function deleteLocalSet(local: Local, id: string, removesTests: boolean) {
  const { store } = local;
  const set = await readSet(local, id);
  const tests = (await store.all('test')).filter(({ setId }) => setId === set.id);
  for (const test of tests)
    await (removesTests ? store.remove('test', test.id) : store.put('test', { ...test, setId: null }));
  await store.remove('set', id);
  return { set: withCounts(set, tests), deletedTests: removesTests ? tests.length : 0 };
}

/** Judges a run; `right` keeps a test of it, anything else takes back the one that `right` made, unless it was changed. */
export async function setLocalVerdict(
  local: Local,
  runId: string,
  { verdict, note = '', ...placing }: VerdictRequest,
): Promise<VerdictResult> {
  const { store } = local;
  const run = await readRun(store, runId);
  const earlier = (await store.all('test')).find(({ fromRunId }) => fromRunId === runId);
  // Of an answer in words that no passage has there is nothing to expect again: the verdict alone is kept.
  const isTestable = verdict === 'right' && expectedOf(run, 'right', [], []) !== undefined;
  const result = isTestable
    ? ((earlier && unasked(earlier)) ??
      (await createLocalTest(local, { ...placing, run: runId, verdict: 'right' })))
    : null;
  if (verdict !== 'right')
    for (const { id, fromRunId, history, createdOn, modifiedOn } of await store.all('test'))
      if (fromRunId === runId && history.at(-1)?.origin === 'right' && createdOn === modifiedOn)
        await store.remove('test', id);
  const verdicts =
    verdict === null ? [] : [{ verdict: verdict satisfies RunVerdict, note, by: '', on: now(), mine: true }];
  await store.put('run', { ...run, verdict, verdicts });
  return { verdicts, result };
}
