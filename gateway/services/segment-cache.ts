import type { Unit } from '#gateway/model.ts';
import type { PassageIndex } from '#gateway/ports.ts';
import { openSegment } from '#gateway/search/open-segment.ts';
import { type Segment, SegmentMismatch } from '#gateway/search/segment.ts';

/** Decoded segments by unit and generation; the ones unused for longest leave first. */
export interface SegmentCache {
  /** The published segment of a unit; undefined when it has none, or one that must be rebuilt first. */
  open(unit: Pick<Unit, 'botId' | 'id' | 'generation'>): Promise<Segment | undefined>;
  /** Bytes held, estimated. */
  size(): number;
}

interface Entry {
  generation: number;
  bytes: number;
  segment: Promise<Segment | undefined>;
}

/** Holds at most `maxBytes` of segments, and the one asked for last even when it alone is larger. */
export function createSegmentCache(index: PassageIndex, maxBytes: number): SegmentCache {
  const entries = new Map<string, Entry>();
  let held = 0;

  const drop = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    held -= entry.bytes;
  };
  const grow = (key: string, entry: Entry, bytes: number) => {
    if (entries.get(key) !== entry) return;
    entry.bytes = bytes;
    held += bytes;
    for (const [oldest, other] of entries) {
      if (held <= maxBytes || other === entry) break;
      drop(oldest, other);
    }
  };

  return {
    size: () => held,
    open({ botId, id, generation }) {
      if (generation === null) return Promise.resolve(undefined);
      const key = `${botId}/${id}`;
      const known = entries.get(key);
      if (known) entries.delete(key);
      if (known && known.generation === generation) {
        entries.set(key, known);
        return known.segment;
      }
      if (known) held -= known.bytes;

      const entry: Entry = { generation, bytes: 0, segment: load(index, botId, id, generation) };
      entries.set(key, entry);
      entry.segment.then(
        (segment) => (segment ? grow(key, entry, segment.byteLength) : drop(key, entry)),
        () => drop(key, entry),
      );
      return entry.segment;
    },
  };
}

async function load(
  index: PassageIndex,
  botId: number,
  unitId: number,
  generation: number,
): Promise<Segment | undefined> {
  const blobs = await index.readSegment(botId, unitId, generation);
  if (!blobs) return undefined;
  try {
    return openSegment(blobs);
  } catch (error) {
    // Made by another version: the indexer is rebuilding it.
    if (error instanceof SegmentMismatch) return undefined;
    throw error;
  }
}
