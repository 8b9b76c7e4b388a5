import type { Ports as PortsBelow } from '#gateway/modules/embeddings/ports/ports.ts';
import type { SynonymStore } from './synonyms.ts';

/** The ports of `synonyms` and of what lies below. */
export interface Ports extends PortsBelow {
  synonyms: SynonymStore;
}
