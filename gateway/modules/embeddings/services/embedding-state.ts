import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import type { Ports } from '#gateway/modules/embeddings/ports/ports.ts';
import { type BatchSizer, createBatchSizer } from './batch-sizer.ts';
import type { VectorCopies } from './copy-vectors.ts';
import { createThroughputMeter, type ThroughputMeter } from './throughput-meter.ts';

/** How the embedding of a bot's passages goes, by this process. */
export interface BotEmbeddingState {
  identity: string;
  batchSizer: BatchSizer;
  throughput: ThroughputMeter;
  failures: number;
  fault: GatewayFault | undefined;
  retryOn: number;
  /** A batch failed, and it is not known yet whether its texts were the reason. */
  isTextSuspected: boolean;
  /** Passages given up since one went through. */
  skippedInRow: number;
  /** By generation of a unit: until when it is left alone, since its passages could not be read. */
  skipUntil: Map<string, number>;
  /** What is copied for the generation that is at its turn. */
  copies: { key: string; of: VectorCopies } | undefined;
  /** The space whose predecessors have been removed. */
  sweptSpace: number;
}

const SECOND_MS = 1000;
/** Waits after the first, second, ... failure in a row; the last one from then on. */
const BACKOFF_DELAYS_MS = [5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, 120 * SECOND_MS, 300 * SECOND_MS];
const LONGEST_DELAY_MS = Math.max(...BACKOFF_DELAYS_MS);
/** A quota and the disk are looked at without asking anybody else. */
const SHORTAGE_RETRY_MS = 30 * SECOND_MS;

export const createEmbeddingState = (identity: string, now: () => number): BotEmbeddingState => ({
  identity,
  batchSizer: createBatchSizer(now),
  throughput: createThroughputMeter(now),
  failures: 0,
  fault: undefined,
  retryOn: 0,
  isTextSuspected: false,
  skippedInRow: 0,
  skipUntil: new Map(),
  copies: undefined,
  sweptSpace: 0,
});

/** Further away than any wait lies only what was set before the clock was set back. */
export const isAhead = (time: number, now: number): boolean => time > now && time <= now + LONGEST_DELAY_MS;

/** After a failure: why nothing is made at present, and until when nothing is tried. */
export function backOff(
  ports: Pick<Ports, 'clock' | 'log'>,
  botId: number,
  work: BotEmbeddingState,
  error: unknown,
): void {
  if (isDataDamaged(error))
    return backOff(ports, botId, work, new GatewayFault('data-damaged', {}, { cause: error }));
  if (isDiskFull(error))
    return backOff(ports, botId, work, new GatewayFault('storage-full', {}, { cause: error }));
  const isKnown = error instanceof GatewayFault;
  const isShort = isKnown && (error.status === 402 || error.code === 'storage-full');
  const wait = isShort
    ? SHORTAGE_RETRY_MS
    : (BACKOFF_DELAYS_MS[Math.min(work.failures, BACKOFF_DELAYS_MS.length - 1)] ?? 0);
  const fault = isKnown ? error : new GatewayFault('internal', { requestId: '' }, { cause: error });
  if (!isKnown) ports.log.error('embedding-failed', { botId, ...describeErrorForLog(error) });
  else if (work.fault?.code !== fault.code)
    ports.log.warn('embedding-failing', { botId, fault: fault.code, retryInMs: wait });
  work.failures += 1;
  work.fault = fault;
  work.retryOn = ports.clock.now().getTime() + wait;
}
