import type { ByteBudget } from './byte-budget.ts';
import type { Clock } from './clock.ts';
import type { DataDamage } from './data-damage.ts';
import type { DiskSpace } from './disk-space.ts';
import type { Log } from './log.ts';
import type { RecordMetricEvent } from './metric-events.ts';
import type { GatewaySettings } from './settings.ts';
import type { Sha256 } from './sha256.ts';

/** What every module needs of the world. The `Ports` of a module add its own to those of the module below. */
export interface Ports {
  settings: GatewaySettings;
  clock: Clock;
  log: Log;
  /** SHA-256 of a text as lower-case hex. Used twice in every call, so it should not leave the thread where it need not. */
  sha256: (text: string) => Promise<string>;
  /** Begins a hash of bytes that are too many to be held. */
  createSha256: () => Sha256;
  /** Counts and times what happens: calls, streams, indexing, deliveries. */
  recordMetric: RecordMetricEvent;
  /** What caches of the process hold together. */
  memory: ByteBudget;
  diskSpace: DiskSpace;
  dataDamage: DataDamage;
}
