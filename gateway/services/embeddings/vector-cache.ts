import type { VectorsOf, VectorStore } from '#gateway/ports.ts';
import { openVectors, type PackedVectors } from '#gateway/search/meaning/pack-vectors.ts';

export interface OpenedPart {
  first: number;
  vectors: PackedVectors;
}

/** Vectors of units in memory, as far as they were asked for; units unused for longest leave first. */
export interface VectorCache {
  /** Whether all vectors of it are in memory. */
  has(of: VectorsOf): boolean;
  /** Every part in order, from memory or a slice at a time from the store; false when there are not `count` vectors. */
  visit(of: VectorsOf, order: { dims: number; count: number }, see: See): Promise<boolean>;
  /** Bytes held. */
  size(): number;
}

/** May ask for time by its promise. */
type See = (part: OpenedPart) => Promise<void> | void;

/** About a megabyte of vectors, so that reading holds nobody up. */
const PARTS_AT_ONCE = 16;
/** What a part costs beside its bytes. */
const OVERHEAD = 300;

/** Holds at most `maxBytes`; a unit that is larger than that is read each time. */
export function createVectorCache(store: Pick<VectorStore, 'read'>, maxBytes: number): VectorCache {
  const kept = new Map<string, { generation: number; space: number; parts: OpenedPart[]; bytes: number }>();
  let held = 0;

  const drop = (key: string) => {
    held -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const find = (of: VectorsOf) => {
    const found = kept.get(keyOf(of));
    return found?.generation === of.generation && found.space === of.space ? found : undefined;
  };
  const keep = (of: VectorsOf, parts: OpenedPart[], bytes: number) => {
    const key = keyOf(of);
    drop(key);
    kept.set(key, { generation: of.generation, space: of.space, parts, bytes });
    held += bytes;
    for (const [oldest] of kept) {
      if (held <= maxBytes) break;
      drop(oldest);
    }
  };

  return {
    has: (of) => find(of) !== undefined,
    size: () => held,
    async visit(of, { dims, count }, see) {
      const found = find(of);
      if (found) {
        kept.delete(keyOf(of));
        kept.set(keyOf(of), found);
        for (const part of found.parts) await see(part);
        return true;
      }
      const parts: OpenedPart[] = [];
      let bytes = 0;
      let next = 0;
      while (next < count) {
        const stored = await store.read(of, next, PARTS_AT_ONCE);
        if (stored.length === 0) return false;
        for (const { first, count: vectors, bytes: packed } of stored) {
          const opened = openVectors(packed, vectors, dims);
          if (first !== next || !opened) return false;
          next += vectors;
          bytes += packed.byteLength + OVERHEAD;
          const part = { first, vectors: opened };
          if (bytes <= maxBytes) parts.push(part);
          await see(part);
        }
        // A read stops everybody: between two of them others get their turn.
        if (next < count) await new Promise((resolve) => setTimeout(resolve));
      }
      if (bytes <= maxBytes) keep(of, parts, bytes);
      return next === count;
    },
  };
}

function keyOf({ botId, unitId }: VectorsOf): string {
  return `${botId}/${unitId}`;
}
