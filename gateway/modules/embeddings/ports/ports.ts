import type { Ports as PortsBelow } from '#gateway/modules/units/ports/ports.ts';
import type { VectorStore } from './vectors.ts';

/** The ports of `embeddings` and of what lies below. */
export interface Ports extends PortsBelow {
  vectors: VectorStore;
}
