import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault, isDataDamaged } from '#gateway/core/errors.ts';
import { delay, yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { WITHOUT_QUEUE } from '#gateway/modules/answers/services/search-queue.ts';
import { createSegmentCache } from '#gateway/modules/answers/services/segment-cache.ts';
import type { AskedUnit, Evaluation, StoredTest, UnitName } from '#gateway/modules/evaluation/model.ts';
import type { AskedTest, BegunEvaluation } from '#gateway/modules/evaluation/ports/evaluations.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import { createSynonymCache } from '#gateway/modules/synonyms/services/synonym-cache.ts';
import {
  type AskPorts,
  type AskTools,
  askQuestion,
  judgeAsked,
  keepAskedRun,
  type QuestionReply,
} from './ask-test.ts';
import { changedUnits, findCause, kindOfChange, toAskedUnits } from './find-cause.ts';
import { renderClosingBody } from './render-closing-body.ts';
import { renderLossBody } from './render-loss-body.ts';

export type EvaluationPorts = AskPorts &
  Pick<Ports, 'tests' | 'evaluations' | 'runs' | 'synonyms' | 'queue' | 'diskSpace'>;

/** Segments of evaluations, apart from the cache of callers' questions. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Unchanged tests are written together. */
const TESTS_PER_WRITE = 100;
const WRITE_INTERVAL_MS = 1_000;
/** Tries of an evaluation in which every question must be asked. */
const TRIES_FOR_ALL = 3;
/** How long a question rests while units are indexed, as a multiple of the time that it took. */
const REST = 3;
const LOOK_INTERVAL_MS = 1_000;

export const createEvaluationTools = ({ index, synonyms }: EvaluationPorts): AskTools => ({
  segments: createSegmentCache(index, createByteBudget(CACHE_BYTES)),
  synonyms: createSynonymCache(synonyms),
});

interface Evaluating {
  lease: JobLease;
  signal: AbortSignal;
  report: (share: number) => Promise<void>;
  engine: string;
}

/**
 * Asks the tests of a bot that this evaluation has not asked, one after another, those whose quotes stand in changed units
 * first. Undefined where the lease was lost.
 */
export async function evaluateTests(
  ports: EvaluationPorts,
  tools: AskTools,
  { lease, signal, report, engine }: Evaluating,
): Promise<Evaluation | undefined> {
  const { botId } = lease;
  const begun = await ports.evaluations.begin(lease, toAskedUnits(await ports.units.listSearchable(botId)));
  if (!begun) return undefined;
  const { evaluation, before } = begun;
  const differences = trackUnits(ports, botId, before);
  const rest = createRests(ports, signal);
  const writes = createWrites(ports, lease, evaluation.id);
  const isFirst = before === null;
  const asking = { evaluationId: evaluation.id, isRetried: lease.tries < TRIES_FOR_ALL, isFirst };
  const causes = new Map<number, string>();
  const order = orderTests(begun, await differences());
  for (const [index, id] of order.entries()) {
    signal.throwIfAborted();
    const start = performance.now();
    const test = (await ports.tests.get(botId, id))?.test;
    const result = test && (await askTest(ports, tools, test, { ...asking, changed: await differences() }));
    for (const unit of result?.change?.because.units ?? []) causes.set(unit.id, unit.title);
    if (result && !(await writes.add(result))) return undefined;
    await report((evaluation.asked + index + 1) / Math.max(1, evaluation.asked + order.length));
    await rest(performance.now() - start);
  }
  if (!(await writes.flush())) return undefined;
  // What the first evaluation cannot compare is told as far as answers show it.
  const units = [...(isFirst ? causes : await differences())].map(([id, title]): UnitName => ({ id, title }));
  const name = (await ports.bots.getCached(botId))?.name ?? '';
  const bot = { id: botId, name };
  return ports.evaluations.finish(lease, evaluation.id, {
    engine,
    units,
    describeLoss: renderLossBody(bot, ports.clock.now()),
    describeClosing: renderClosingBody(bot, ports.clock.now()),
  });
}

/** Units that changed since the last complete evaluation, also while this one runs; of the first one any may have. */
function trackUnits({ units }: Pick<Ports, 'units'>, botId: number, before: AskedUnit[] | null) {
  let seen: Awaited<ReturnType<typeof units.listSearchable>> | undefined;
  let changed: ReadonlyMap<number, string> = new Map();
  return async () => {
    const current = await units.listSearchable(botId);
    // The store returns the same list until a unit changes.
    if (current !== seen) changed = changedUnits(before ?? [], toAskedUnits(current));
    seen = current;
    return changed;
  };
}

/** Tests whose quotes stand in changed units, then those whose answers have passages of them, then the rest. */
function orderTests({ tests }: BegunEvaluation, changed: ReadonlyMap<number, string>): number[] {
  const placeOf = ({ quoteUnits, passages }: BegunEvaluation['tests'][number]): number => {
    if (quoteUnits.some((id) => changed.has(id))) return 0;
    return passages.some(([id]) => changed.has(id)) ? 1 : 2;
  };
  return tests
    .map((test) => ({ id: test.id, place: placeOf(test) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id);
}

interface Asking {
  evaluationId: number;
  changed: ReadonlyMap<number, string>;
  /** Whether no evaluation was complete before. */
  isFirst: boolean;
  /** Whether the evaluation is tried again where a question fails; later the test is not judged, and the rest goes on. */
  isRetried: boolean;
}

async function askTest(
  ports: EvaluationPorts,
  tools: AskTools,
  test: StoredTest,
  { evaluationId, changed, isFirst, isRetried }: Asking,
): Promise<AskedTest & { keepRun: () => Promise<string | null> }> {
  const reply = await WITHOUT_QUEUE.run((turn) => askQuestion(ports, tools, test, turn)).catch(
    (error: unknown): QuestionReply => {
      if (isRetried || isDataDamaged(error)) throw error;
      ports.log.error('test-failed', { botId: test.botId, test: test.id, ...describeErrorForLog(error) });
      return { fault: new GatewayFault('internal') };
    },
  );
  const { answer } = await judgeAsked(ports, reply, test);
  const now = ports.clock.now();
  const kind = kindOfChange(test, answer);
  const cause = kind ? findCause(evaluationId, test.passages, answer.passages, changed) : null;
  const because = cause && isFirst && !cause.direct ? { ...cause, units: [], more: 0 } : cause;
  const isSame = test.outcome === answer.outcome;
  const state = {
    ...answer,
    since: isSame ? test.since : now,
    because: isSame ? test.because : because,
    runId: test.runId,
    askedOn: now,
    askedIn: evaluationId,
  };
  const sideOf = ({ outcome, band, runId }: typeof state | StoredTest) => ({ outcome, band, runId });
  const change =
    kind && because
      ? {
          testId: test.id,
          question: test.question,
          change: kind,
          before: sideOf(test),
          after: sideOf(state),
          because,
        }
      : undefined;
  const keepRun = () => keepAskedRun(ports, reply, test);
  return { test, state, keepRun, ...(change ? { change } : {}) };
}

/** Writes what changed at once, and the rest together; false where the lease was lost. */
function createWrites(ports: EvaluationPorts, lease: JobLease, evaluationId: number) {
  let waiting: Awaited<ReturnType<typeof askTest>>[] = [];
  let writtenAt = performance.now();

  async function flush(): Promise<boolean> {
    const tests = waiting;
    waiting = [];
    writtenAt = performance.now();
    if (tests.length === 0) return true;
    const runIds = tests.flatMap(({ test }) => test.runId ?? []);
    const keptRuns = new Set(await ports.runs.keptAmong(lease.botId, runIds));
    const records: AskedTest[] = [];
    for (const { test, state, change, keepRun } of tests) {
      // A run that is kept says what the test is answered with as long as that is the same.
      const runId = !change && test.runId !== null && keptRuns.has(test.runId) ? test.runId : await keepRun();
      const after = change && { ...change, after: { ...change.after, runId } };
      records.push({ test, state: { ...state, runId }, ...(after ? { change: after } : {}) });
    }
    return ports.evaluations.record(lease, evaluationId, records);
  }

  return {
    flush,
    async add(test: Awaited<ReturnType<typeof askTest>>): Promise<boolean> {
      waiting.push(test);
      const isDue = waiting.length >= TESTS_PER_WRITE || performance.now() - writtenAt >= WRITE_INTERVAL_MS;
      return test.change || isDue ? flush() : true;
    },
  };
}

/** Rests between questions: for a turn of the event loop, and for longer while anything waits to be indexed. */
export function createRests({ queue }: Pick<Ports, 'queue'>, signal: AbortSignal) {
  let lookAt = 0;
  let isIndexing = false;
  return async (askedMs: number) => {
    if (performance.now() >= lookAt) {
      lookAt = performance.now() + LOOK_INTERVAL_MS;
      const counts = await queue.countByKind();
      isIndexing = counts.some(({ kind, oldestOn, running }) => kind === 'index' && (oldestOn ?? running));
    }
    await (isIndexing ? delay(askedMs * REST, signal) : yieldToEventLoop());
  };
}
