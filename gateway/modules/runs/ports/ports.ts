import type { Ports as PortsBelow } from '#gateway/modules/contradictions/ports/ports.ts';
import type { RunStore } from './runs.ts';

/** The ports of `runs` and of what lies below. */
export interface Ports extends PortsBelow {
  runs: RunStore;
}
