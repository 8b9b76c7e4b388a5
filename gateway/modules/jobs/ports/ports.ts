import type { Ports as PortsBelow } from '#gateway/modules/fleet/ports/ports.ts';
import type { JobQueue } from './job-queue.ts';

/** The ports of `jobs` and of what lies below. */
export interface Ports extends PortsBelow {
  queue: JobQueue;
}
