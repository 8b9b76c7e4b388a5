import type { Ports as PortsBelow } from '#gateway/modules/runs/ports/ports.ts';
import type { ContextStore } from './contexts.ts';

/** The ports of `answers` and of what lies below. */
export interface Ports extends PortsBelow {
  contexts: ContextStore;
}
