import type { Ports as PortsBelow } from '#gateway/core/ports.ts';
import type { ProcessStore } from './processes.ts';

/** The ports of `fleet` and of what lies below. */
export interface Ports extends PortsBelow {
  processes: ProcessStore;
}
