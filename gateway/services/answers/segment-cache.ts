import type { Unit } from '#gateway/model.ts';
import type { PassageIndex } from '#gateway/ports.ts';
import {
  type LoadableSegment,
  openWords,
  type OpenWords,
  viewSegment,
} from '#gateway/search/segment/open-segment.ts';
import { type OpenPostings, openPostings } from '#gateway/search/segment/open-postings.ts';
import { POSTINGS_PART, type Segment, SegmentMismatch } from '#gateway/search/segment/segment.ts';

export type PublishedUnit = Pick<Unit, 'botId' | 'id' | 'generation'>;

/** Parts of published segments in memory, as far as they were asked for; those unused for longest leave first. */
export interface SegmentCache {
  /**
   * The published segments of units, in their order, good for finding passages; undefined for a unit that has none, or
   * one that must be rebuilt first. What one of them has loaded stays with it, whatever leaves the cache meanwhile.
   */
  open(units: readonly PublishedUnit[]): Promise<(Segment | undefined)[]>;
  /** Loads the words of these passages into segments that this cache opened. Throws `SegmentMismatch` when they are gone. */
  loadWords(wanted: readonly { segment: Segment; ordinals: readonly number[] }[]): Promise<void>;
  /** Bytes held. */
  size(): number;
}

/** One part of a segment, opened. */
interface Part {
  number: number;
  owner: Owner;
  size: number;
  opened: { postings: OpenPostings } | { words: OpenWords };
}

/** One unit's generation. */
interface Owner {
  unit: PublishedUnit;
  generation: number;
  parts: Map<number, Part>;
  /** Parts on their way: who asks meanwhile waits for the same read. */
  reading: Map<number, Promise<Part | undefined>>;
}

/** What a part costs beside its bytes. */
const OVERHEAD = 900;

/** Holds at most `maxBytes` of segments, and what was asked for last even when it alone is larger. */
export function createSegmentCache(index: PassageIndex, maxBytes: number): SegmentCache {
  const owners = new Map<string, Owner>();
  const byUse = new Set<Part>();
  const ownerOf = new WeakMap<Segment, Owner>();
  let held = 0;

  const drop = (part: Part) => {
    if (!byUse.delete(part)) return;
    held -= part.size;
    part.owner.parts.delete(part.number);
  };
  const keep = (part: Part) => {
    if (owners.get(keyOf(part.owner.unit)) !== part.owner) return;
    part.owner.parts.set(part.number, part);
    byUse.add(part);
    held += part.size;
    for (const oldest of byUse) {
      if (held <= maxBytes || oldest === part) break;
      drop(oldest);
      const { unit, parts, reading } = oldest.owner;
      if (parts.size === 0 && reading.size === 0) owners.delete(keyOf(unit));
    }
  };
  const findOwner = (unit: PublishedUnit, generation: number): Owner => {
    const known = owners.get(keyOf(unit));
    if (known?.generation === generation) return known;
    if (known) for (const part of known.parts.values()) drop(part);
    const owner: Owner = { unit, generation, parts: new Map(), reading: new Map() };
    owners.set(keyOf(unit), owner);
    return owner;
  };
  const read = async (owner: Owner, numbers: readonly number[]): Promise<Map<number, Part>> => {
    const { unit, generation, reading } = owner;
    const found = new Map<number, Part>();
    try {
      const stored = await index.readSegmentParts(unit.botId, unit.id, generation, numbers);
      for (const [number, bytes] of stored) {
        const part: Part = {
          number,
          owner,
          size: bytes.byteLength + OVERHEAD,
          opened:
            number === POSTINGS_PART
              ? { postings: openPostings(bytes) }
              : { words: openWords(number, bytes) },
        };
        found.set(number, part);
        keep(part);
      }
    } finally {
      for (const number of numbers) reading.delete(number);
      if (owner.parts.size === 0 && reading.size === 0 && owners.get(keyOf(unit)) === owner)
        owners.delete(keyOf(unit));
    }
    return found;
  };
  const use = (part: Part): Part => {
    byUse.delete(part);
    byUse.add(part);
    return part;
  };
  /** The parts of these numbers, undefined where there is none; what is not in memory is read at once. */
  const get = async (owner: Owner, numbers: readonly number[]): Promise<(Part | undefined)[]> => {
    const kept = numbers.map((number) => owner.parts.get(number));
    kept.forEach((part) => part && use(part));
    const missing = numbers.filter((number, at) => !kept[at] && !owner.reading.has(number));
    if (missing.length > 0) {
      const all = read(owner, missing);
      for (const number of missing)
        owner.reading.set(
          number,
          all.then((parts) => parts.get(number)),
        );
    }
    const late = numbers.flatMap((number, at) => {
      const coming = kept[at] ? undefined : owner.reading.get(number);
      return coming ? [coming.then((part) => void (kept[at] = part))] : [];
    });
    if (late.length > 0) await Promise.all(late);
    return kept;
  };

  return {
    size: () => held,
    open: (units) =>
      Promise.all(
        units.map(async (unit) => {
          if (unit.generation === null) return undefined;
          const owner = findOwner(unit, unit.generation);
          try {
            const [part] = await get(owner, [POSTINGS_PART]);
            if (!part || !('postings' in part.opened)) return undefined;
            const segment = viewSegment(part.opened.postings);
            ownerOf.set(segment, owner);
            return segment;
          } catch (error) {
            // Made in another format: the indexer rebuilds it when it starts. Damaged: indexing it again does.
            if (error instanceof SegmentMismatch) return undefined;
            throw error;
          }
        }),
      ),
    async loadWords(wanted) {
      await Promise.all(
        wanted.map(async ({ segment, ordinals }) => {
          const owner = ownerOf.get(segment);
          if (!owner) return;
          const missing = segment.missingParts(ordinals);
          for (const part of await get(owner, missing)) {
            if (!part || !('words' in part.opened)) throw new SegmentMismatch('a part is missing');
            (segment as LoadableSegment).addPart(part.number, part.opened.words);
          }
        }),
      );
    },
  };
}

function keyOf({ botId, id }: PublishedUnit): string {
  return `${botId}/${id}`;
}
