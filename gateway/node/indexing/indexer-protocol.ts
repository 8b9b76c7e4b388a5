import type { Log } from '#gateway/core/log.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import type { BlobLocation } from '#gateway/node/data/open-blobs.ts';
import type { DatabaseLocation } from '#gateway/node/data/open-database.ts';

/** What an indexer process is started with. It may hold passwords, so it is the first message, never an argument. */
export interface IndexerTask {
  /** What its leases are marked with. */
  processId: string;
  /** What an operator calls the process that started it (`FIHRIST_PROCESS_NAME`). */
  processName: string;
  /** The indexer before, which has ended; null for the first. */
  predecessor: string | null;
  database: DatabaseLocation;
  blobs: BlobLocation;
  /** The bot of the settings, which tells of what no other bot can. */
  botId: number;
  /** Hosts, host:port or CIDRs that URL units may reach though they are private. */
  allowPrivateUrls: string[];
  /** Whether pictures of text are recognised. */
  ocr: boolean;
  /** Of the disk, where jobs leave it (`FIHRIST_RESERVE_MB`). */
  reserveMegabytes: number;
  /** How often it says that its event loop turns. */
  heartbeatMs: number;
}

/** Server to indexer. `start`: once, at first. `wake`: a job was queued, by the call that it names. `stop`: give the job back and end. */
export type ToIndexer =
  | { type: 'start'; task: IndexerTask }
  | { type: 'wake'; job: QueuedJob }
  | { type: 'stop' };

/**
 * Indexer to server. `ready`: the database is open. `heartbeat`: its event loop turns. `log`: a line for the server's
 * log. `observed`: something for its figures. `damaged`: its database met damaged data, with the error for the log. Anything else on the channel is not the indexer's: Node itself may write there.
 */
export type FromIndexer =
  | { type: 'ready' }
  | { type: 'heartbeat' }
  | { type: 'observed'; event: MetricEvent }
  | { type: 'damaged'; cause: Record<string, unknown> }
  | { type: 'log'; level: keyof Log; event: string; facts?: Record<string, unknown> };
