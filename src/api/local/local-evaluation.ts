import type * as z from 'zod/mini';
import { PAGE_LIMITS } from '#contract/limits.ts';
import {
  type EvaluationChange,
  type EvaluationDetails,
  type EvaluationList,
  type evaluationListQuerySchema,
  type evaluationQuerySchema,
  evaluationSchema,
  type TestOverview,
} from '#contract/tests.ts';
import { askLocally, type Judged, judgeReply, type Reply } from './ask-locally.ts';
import { evaluationsOf } from './local-evaluation-state.ts';
import { localFault } from './local-fault.ts';
import { keepRun, pageFrom } from './local-runs.ts';
import { inTurn, type LocalEvaluation, type LocalStore, type LocalTest } from './local-store.ts';
import { type Local, nextId, readOverview, stateAfter } from './local-tests.ts';

/** The changes of another gateway are unknown. */
const becauseOf = (evaluationId: number) => ({ evaluationId, direct: false, units: [], more: 0 });

/** What an evaluation changed for a test; undefined where nothing did, or nothing can be said. */
function changeOf(
  before: LocalTest,
  after: LocalTest,
  bands: { before: EvaluationChange['before']['band']; after: EvaluationChange['before']['band'] },
  evaluationId: number,
): EvaluationChange | undefined {
  if (before.askedOn === null) return undefined;
  if (before.outcome === after.outcome && before.fingerprint === after.fingerprint) return undefined;
  const isLost = before.outcome === 'passes' && after.outcome !== 'passes' && after.outcome !== 'not-judged';
  return {
    testId: after.id,
    question: after.question,
    exists: true,
    change: isLost
      ? 'lost'
      : after.outcome === 'passes' && before.outcome !== 'passes'
        ? 'gained'
        : 'changed',
    before: { outcome: before.outcome, band: bands.before, runId: before.runId },
    after: { outcome: after.outcome, band: bands.after, runId: after.runId },
    because: becauseOf(evaluationId),
  };
}

/** Asks one test; of an unchanged answer the run before stays. */
async function askOne(local: Local, id: number, evaluationId: number): Promise<EvaluationChange | undefined> {
  const { client, store, signal } = local;
  const test = await store.get('test', id);
  if (test === undefined) return undefined;
  const reply = await askLocally(client, test, signal);
  return inTurn(store, () => settle(store, test, reply, evaluationId));
}

async function settle(
  store: LocalStore,
  test: LocalTest,
  reply: Reply,
  evaluationId: number,
): Promise<EvaluationChange | undefined> {
  const { id } = test;
  // Meanwhile a person may have changed or deleted the test.
  const before = await store.get('test', id);
  if (before === undefined || before.modifiedOn !== test.modifiedOn) return undefined;
  const judged: Judged = judgeReply(reply, before.expectation);
  const state = stateAfter(before, judged);
  const isSame = state.fingerprint !== '' && state.fingerprint === before.fingerprint;
  const runBefore = before.runId === null ? undefined : await store.get('run', before.runId);
  const after: LocalTest = {
    ...before,
    ...state,
    runId: isSame && runBefore ? before.runId : state.runId,
    because: before.outcome === state.outcome ? before.because : becauseOf(evaluationId),
  };
  if (judged.run && after.runId === judged.run.id) await keepRun(store, judged.run);
  await store.put('test', after);
  const bands = { before: runBefore?.band ?? null, after: judged.run?.band ?? null };
  return changeOf(before, after, bands, evaluationId);
}

async function askAll(local: Local, begun: LocalEvaluation, ids: readonly number[]): Promise<void> {
  const { store, signal } = local;
  const state = evaluationsOf(store.owner);
  let evaluation = begun;
  let problem: unknown;
  const write = (change: Partial<LocalEvaluation>) => {
    evaluation = { ...evaluation, ...change };
    return store.put('evaluation', evaluation);
  };
  try {
    for (const id of ids) {
      if (signal?.aborted) break;
      const change = await askOne(local, id, evaluation.id);
      const changes = change === undefined ? evaluation.changes : [...evaluation.changes, change];
      const count = (kind: EvaluationChange['change']) =>
        changes.filter(({ change: name }) => name === kind).length;
      await write({
        asked: evaluation.asked + 1,
        changes,
        lost: count('lost'),
        gained: count('gained'),
        changed: count('changed'),
      });
    }
  } catch (error) {
    if (!signal?.aborted) problem = error;
  }
  const isDone = evaluation.asked === ids.length;
  await write({ state: isDone ? 'done' : 'cancelled', endedOn: new Date().toISOString() }).catch(
    () => undefined,
  );
  state.end(problem);
}

/** Begins to ask all tests, one after the other; each is charged by the gateway. */
export async function evaluateLocally(local: Local): Promise<TestOverview> {
  const { store } = local;
  const state = evaluationsOf(store.owner);
  if (!state.isRunning()) {
    const signal = state.begin();
    const tests = (await store.all('test')).toSorted((a, b) => a.id - b.id);
    const evaluation: LocalEvaluation = {
      id: nextId(await store.all('evaluation')),
      reason: 'asked',
      state: 'running',
      startedOn: new Date().toISOString(),
      endedOn: null,
      from: null,
      to: 0,
      tests: tests.length,
      asked: 0,
      lost: 0,
      gained: 0,
      changed: 0,
      questions: null,
      units: [],
      more: 0,
      changes: [],
    };
    await store.put('evaluation', evaluation);
    void askAll(
      { ...local, signal },
      evaluation,
      tests.map(({ id }) => id),
    );
  }
  return readOverview(local);
}

export async function listLocalEvaluations(
  { store }: Local,
  { changed, before = '', limit }: z.input<typeof evaluationListQuerySchema> = {},
): Promise<EvaluationList> {
  const list = (await store.all('evaluation'))
    .filter((evaluation) => changed === undefined || evaluation.changes.length > 0)
    .toSorted((a, b) => b.id - a.id)
    .map((evaluation) => evaluationSchema.parse(evaluation));
  return pageFrom(list, ({ id }) => String(id), before, Number(limit ?? PAGE_LIMITS.default));
}

const ORDER = ['lost', 'gained', 'changed'] as const;

export async function readLocalEvaluation(
  { store }: Local,
  id: string,
  { change, before = '', limit }: z.input<typeof evaluationQuerySchema> = {},
): Promise<EvaluationDetails> {
  const stored = (await store.get('evaluation', id)) ?? localFault('evaluation-not-found', { id });
  const { changes, ...evaluation } = stored;
  const existing = new Set((await store.all('test')).map((test) => test.id));
  const list = changes
    .filter((item) => change === undefined || item.change === change)
    .map((item) => ({ ...item, exists: existing.has(item.testId) }))
    .toSorted((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
  const page = pageFrom(
    list,
    (item) => `${ORDER.indexOf(item.change)}-${item.testId}`,
    before,
    Number(limit ?? PAGE_LIMITS.default),
  );
  return { evaluation, changes: page.items, questions: [], next: page.next };
}
