import type { ByteBudget } from '#gateway/core/byte-budget.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { type QuantisedVectors, readQuantised } from '#gateway/engine/vectors/quantise-vectors.ts';
import type { VectorSetKey, VectorStore } from '#gateway/modules/embeddings/ports/vectors.ts';

interface OpenedPart {
  first: number;
  vectors: QuantisedVectors;
}

/** Vectors of units in memory, as far as they were asked for; units unused for longest leave first. */
export interface VectorCache {
  /** Whether all vectors of it are in memory. */
  has(of: VectorSetKey): boolean;
  /** Every part in order, from memory or a slice at a time from the store; false when there are not `count` vectors. */
  visit(of: VectorSetKey, order: { dims: number; count: number }, see: VisitPart): Promise<boolean>;
  /** Bytes held. */
  size(): number;
}

/** May ask for time by its promise. */
type VisitPart = (part: OpenedPart) => Promise<void> | void;

/** About a megabyte of vectors, so that reading holds nobody up. */
const PARTS_PER_READ = 16;
/** Bytes of a cached part beside its vectors. */
const ENTRY_OVERHEAD_BYTES = 300;

/** Holds vectors within the budget; a unit that is larger than that is read each time. */
export function createVectorCache(store: Pick<VectorStore, 'read'>, memory: ByteBudget): VectorCache {
  const entries = memory.createCache<
    string,
    { generation: number; space: number; parts: OpenedPart[]; bytes: number }
  >(({ bytes }) => bytes);
  const find = (of: VectorSetKey) => {
    const entry = entries.get(keyOf(of));
    return entry?.generation === of.generation && entry.space === of.space ? entry : undefined;
  };

  return {
    has: (of) => find(of) !== undefined,
    size: () => entries.size(),
    async visit(of, { dims, count }, see) {
      const entry = find(of);
      if (entry) {
        for (const part of entry.parts) await see(part);
        return true;
      }
      const parts: OpenedPart[] = [];
      let bytes = 0;
      let next = 0;
      while (next < count) {
        const stored = await store.read(of, next, PARTS_PER_READ);
        if (stored.length === 0) return false;
        for (const { first, count: vectors, bytes: packed } of stored) {
          const opened = readQuantised(packed, vectors, dims);
          if (first !== next || !opened) return false;
          next += vectors;
          bytes += packed.byteLength + ENTRY_OVERHEAD_BYTES;
          const part = { first, vectors: opened };
          if (bytes <= memory.limit) parts.push(part);
          await see(part);
        }
        // A read blocks the event loop: other calls get their turn between two reads.
        if (next < count) await yieldToEventLoop();
      }
      const { generation, space } = of;
      if (bytes > 0 && bytes <= memory.limit) entries.set(keyOf(of), { generation, space, parts, bytes });
      return next === count;
    },
  };
}

function keyOf({ botId, unitId }: VectorSetKey): string {
  return `${botId}/${unitId}`;
}
