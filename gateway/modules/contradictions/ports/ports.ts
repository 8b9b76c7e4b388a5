import type { Ports as PortsBelow } from '#gateway/modules/synonyms/ports/ports.ts';
import type { ContradictionStore } from './contradictions.ts';

/** The ports of `contradictions` and of what lies below. */
export interface Ports extends PortsBelow {
  contradictions: ContradictionStore;
}
