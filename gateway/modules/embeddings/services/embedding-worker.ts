import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { requireSpace } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import type { UnitVectors, VectorSpace } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import { findServer, type ResolverPorts } from '#gateway/modules/models/services/resolve-server.ts';
import type { SentBatch } from './batch-sizer.ts';
import { findCopies } from './copy-vectors.ts';
import { checkServer, embedBatch, type PassageBatch, readBatch } from './embed-batch.ts';
import { createEmbeddingJobs } from './embedding-jobs.ts';
import { type BotEmbeddingState, backOff, createEmbeddingState, isAhead } from './embedding-state.ts';
import type { ThroughputMeter } from './throughput-meter.ts';
import { serverKeyOf, type VectorSpaces } from './vector-spaces.ts';

export type EmbedderPorts = ResolverPorts &
  Pick<
    Ports,
    | 'clock'
    | 'memory'
    | 'log'
    | 'recordMetric'
    | 'ledger'
    | 'models'
    | 'index'
    | 'vectors'
    | 'bots'
    | 'modelServers'
    | 'processes'
    | 'queue'
    | 'diskSpace'
  >;

/** Makes the vectors of passages in the background. */
export interface EmbeddingWorker {
  /** Looks for work at once. */
  wake(): void;
  /** Works until aborted, and waits for what is under way. */
  run(signal: AbortSignal): Promise<void>;
  /** One batch of the bot; false when there was none to make, or not now. */
  embedNextBatch(botId: number, signal?: AbortSignal): Promise<boolean>;
  /** Why nothing is made at present; undefined when nothing is wrong. */
  faultOf(botId: number): GatewayFault | undefined;
  throughputOf(botId: number): ThroughputMeter;
}

const SECOND_MS = 1000;
/** A unit whose passages could not be read. */
const UNREADABLE_RETRY_MS = 60 * SECOND_MS;
/** Passages given up in a row without a wait: more than that look like a server that takes none. */
const MAX_SKIPPED_IN_ROW = 3;
const PARTS_PER_SWEEP = 60;
/** What the texts themselves may be the reason of: some servers break at them, or take too long. */
const POSSIBLY_TEXT_FAULTS: ReadonlySet<string> = new Set([
  'model-rejected',
  'model-failed',
  'model-response-too-large',
  'model-invalid-response',
  'model-timeout',
  'model-truncated',
  'model-unreachable',
]);

export function createEmbeddingWorker(ports: EmbedderPorts, spaces: VectorSpaces): EmbeddingWorker {
  const states = new Map<number, BotEmbeddingState>();
  const now = (): number => ports.clock.now().getTime();

  function stateOf(botId: number, identity?: string): BotEmbeddingState {
    const state = states.get(botId);
    if (state && (identity === undefined || state.identity === identity)) return state;
    const work = createEmbeddingState(identity ?? '', now);
    states.set(botId, work);
    return work;
  }

  async function embedNextBatch(botId: number, signal?: AbortSignal): Promise<boolean> {
    const server = await findServer(ports, botId, 'embeddings');
    if (!server) {
      states.delete(botId);
      return false;
    }
    const work = stateOf(botId, serverKeyOf(server));
    if (isAhead(work.retryOn, now())) return false;
    try {
      const knownSpace = spaces.known(botId, server);
      if (await ports.vectors.pausedOn(botId)) {
        // Stored vectors stay in use while paused, also in the next process, which has to find their space.
        if (!knownSpace && (await spaces.likely(botId, server))) await spaces.find(botId, server, signal);
        return false;
      }
      const units = await ports.vectors.unitProgress(botId, knownSpace?.id ?? null);
      const isOpen = units.some(hasMore);
      if (knownSpace && !isOpen) return await tidy(knownSpace, work);
      if (!isOpen) {
        work.fault = undefined;
        return false;
      }
      // Before anything is paid for.
      await requireSpace(ports.diskSpace);
      const space = await spaces.find(botId, server, signal);
      // A new space: its missing vectors are found in the next turn.
      if (space.id !== knownSpace?.id) return true;
      const unit = units.find((set) => hasMore(set) && now() >= (work.skipUntil.get(keyOf(set)) ?? 0));
      return unit ? await embed(server, space, unit, work, signal) : false;
    } catch (error) {
      if (signal?.aborted) return false;
      backOff(ports, botId, work, error);
      return false;
    }
  }

  async function embed(
    server: ModelServer,
    space: VectorSpace,
    unit: UnitVectors,
    work: BotEmbeddingState,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (work.isTextSuspected) await check(server, space, work, signal);
    const passages = await read(space, unit, work);
    if (!passages) return true;
    const { texts } = passages;
    const { unitId, generation, done: first } = unit;
    const longest = Math.max(0, ...texts.map(({ length }) => length));
    const batch: SentBatch = { unitId, generation, first, count: texts.length, longestText: longest };
    const began = performance.now();
    const secondsSince = () => (performance.now() - began) / SECOND_MS;
    try {
      const result = await embedBatch(ports, { server, space, unit }, passages, signal);
      const seconds = secondsSince();
      if (result.copied > 0) ports.recordMetric({ what: 'vectors-copied', passages: result.copied });
      if (result.written) logFinished(space, unit, result.passages + result.copied);
      if (texts.length === 0) return true;
      ports.recordMetric({ what: 'passages-embedded', outcome: 'done', passages: result.passages, seconds });
      if (!result.hasMatchingDimensions) spaces.forget(server);
      work.throughput.add(result.passages);
      work.batchSizer.recordSuccess(batch, seconds);
      work.skippedInRow = 0;
      work.failures = 0;
      work.fault = undefined;
      return true;
    } catch (error) {
      if (!signal?.aborted)
        ports.recordMetric({
          what: 'passages-embedded',
          outcome: 'failed',
          passages: 0,
          seconds: secondsSince(),
        });
      if (signal?.aborted || !(error instanceof GatewayFault) || !POSSIBLY_TEXT_FAULTS.has(error.code))
        throw error;
      const outcome = work.batchSizer.recordFailure(batch);
      if (outcome === 'never') return await skipPassage(space, unit, work, error);
      // A server that rejects was reached; before a passage is given up, check whether the server accepts anything.
      if (outcome === 'last' || error.code !== 'model-rejected') await check(server, space, work, signal);
      return true;
    }
  }

  /** Undefined when they are not all there: swept, as another generation has taken their place, or broken. */
  async function read(
    space: VectorSpace,
    unit: UnitVectors,
    work: BotEmbeddingState,
  ): Promise<PassageBatch | undefined> {
    const { unitId, generation, done } = unit;
    const size = work.batchSizer.next({ unitId, generation, done });
    const key = `${space.id}/${keyOf(unit)}`;
    let batch: PassageBatch | undefined;
    try {
      if (work.copies?.key !== key) work.copies = { key, of: await findCopies(ports, space, unit) };
      batch = await readBatch(ports, { space, unit, copies: work.copies.of }, size);
    } catch (error) {
      ports.log.error('embedding-failed', { botId: space.botId, unitId, ...describeErrorForLog(error) });
    }
    if (batch) return batch;
    work.skipUntil.set(keyOf(unit), now() + UNREADABLE_RETRY_MS);
    return undefined;
  }

  /** Rejects when the server fails at anything. */
  async function check(
    server: ModelServer,
    { botId }: VectorSpace,
    work: BotEmbeddingState,
    signal?: AbortSignal,
  ): Promise<void> {
    work.isTextSuspected = true;
    try {
      await checkServer(ports, { botId, server }, signal);
    } catch (error) {
      work.batchSizer.discardLastFailure();
      throw error;
    }
    work.isTextSuspected = false;
    work.failures = 0;
  }

  /** The passage counts by its words alone from now on. */
  async function skipPassage(
    { botId, id: space }: VectorSpace,
    unit: UnitVectors,
    work: BotEmbeddingState,
    fault: GatewayFault,
  ): Promise<boolean> {
    const { unitId, generation, done } = unit;
    const of = { botId, unitId, generation, space };
    const isStored = await ports.vectors.append(of, { first: done, count: 1, bytes: new Uint8Array() });
    if (!isStored) return true;
    ports.log.warn('passage-not-embedded', { botId, unitId, passage: done, fault: fault.code });
    logFinished({ botId }, unit, 1);
    work.skippedInRow += 1;
    if (work.skippedInRow <= MAX_SKIPPED_IN_ROW) return true;
    work.failures = work.skippedInRow - MAX_SKIPPED_IN_ROW - 1;
    throw fault;
  }

  function logFinished(
    { botId }: { botId: number },
    { unitId, done, passages }: UnitVectors,
    added: number,
  ): void {
    if (done + added >= passages) ports.log.info('unit-embedded', { botId, unitId, passages });
  }

  /** All passages have vectors, so the vectors of other models are no longer needed. */
  async function tidy({ botId, id }: VectorSpace, work: BotEmbeddingState): Promise<boolean> {
    work.fault = undefined;
    if (work.sweptSpace === id) return false;
    if ((await ports.vectors.deleteOtherSpaces(botId, id, PARTS_PER_SWEEP)) > 0) return true;
    work.sweptSpace = id;
    return false;
  }

  /** Whether a batch has something to do, as far as reading tells. */
  async function hasWork(botId: number, signal: AbortSignal): Promise<boolean> {
    const server = await findServer(ports, botId, 'embeddings');
    if (!server) return false;
    const { retryOn, sweptSpace, fault } = stateOf(botId, serverKeyOf(server));
    if (isAhead(retryOn, now())) return false;
    const space = spaces.known(botId, server);
    if (await ports.vectors.pausedOn(botId)) {
      // Stored vectors stay in use, whose space is found by asking the server.
      if (!space) await embedNextBatch(botId, signal);
      return false;
    }
    const units = await ports.vectors.unitProgress(botId, space?.id ?? null);
    return units.some(hasMore) || fault !== undefined || (space !== undefined && space.id !== sweptSpace);
  }

  return {
    embedNextBatch,
    faultOf: (botId) => states.get(botId)?.fault,
    throughputOf: (botId) => stateOf(botId).throughput,
    ...createEmbeddingJobs(ports, { hasWork, embedNextBatch, stateOf }),
  };
}

function hasMore({ done, passages }: UnitVectors): boolean {
  return done < passages;
}

function keyOf({ unitId, generation }: UnitVectors): string {
  return `${unitId}/${generation}`;
}
