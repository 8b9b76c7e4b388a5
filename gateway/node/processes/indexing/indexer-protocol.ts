import type { Log } from '#gateway/core/log.ts';
import type { MetricEvent } from '#gateway/core/metric-events.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import type { BlobLocation } from '#gateway/node/storage/data/open-blobs.ts';
import type { DatabaseLocation } from '#gateway/node/storage/data/open-database.ts';

/** Task of an indexer process. The task may hold passwords, so it is the first message and never an argument. */
export interface IndexerTask {
  /** Owner of the leases of this indexer. */
  processId: string;
  /** Name of the server process, by the operator's setting (`FIHRIST_PROCESS_NAME`). */
  processName: string;
  /** Process id of the previous indexer, which has ended; null for the first. */
  predecessor: string | null;
  database: DatabaseLocation;
  blobs: BlobLocation;
  /** The bot of the settings: its audit log also has the events that belong to no bot. */
  botId: number;
  /** Private hosts, host:port pairs or CIDRs that URL units may reach. */
  allowPrivateUrls: string[];
  /** Whether text in pictures is recognised. */
  ocr: boolean;
  /** Free disk space that jobs must leave, in MB (`FIHRIST_RESERVE_MB`). */
  reserveMegabytes: number;
  /** Interval of the heartbeats of its event loop. */
  heartbeatMs: number;
}

/**
 * Messages to the indexer. `start`: the first message. `wake`: a call queued this job. `stop`: release the job and
 * end.
 */
export type ToIndexer =
  | { type: 'start'; task: IndexerTask }
  | { type: 'wake'; job: QueuedJob }
  | { type: 'stop' };

/**
 * Messages to the server. `ready`: the database is open. `heartbeat`: the event loop turns. `log`: a line for the log of
 * the server. `observed`: an event for the metrics. `damaged`: the database returned damaged data, with the error for the
 * log. Other messages on the channel come from Node itself.
 */
export type FromIndexer =
  | { type: 'ready' }
  | { type: 'heartbeat' }
  | { type: 'observed'; event: MetricEvent }
  | { type: 'damaged'; cause: Record<string, unknown> }
  | { type: 'log'; level: keyof Log; event: string; facts?: Record<string, unknown> };
