import { LRUCache } from 'lru-cache';
import { type OpenPostings, openPostings } from '#gateway/engine/segments/open-postings.ts';
import {
  type LoadableSegment,
  type OpenWords,
  openWords,
  viewSegment,
} from '#gateway/engine/segments/open-segment.ts';
import { retitleSegment } from '#gateway/engine/segments/retitle-segment.ts';
import { POSTINGS_PART, type Segment, SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { PassageIndex } from '#gateway/modules/units/ports/passages.ts';

type PublishedUnit = Pick<Unit, 'botId' | 'id' | 'generation'> &
  Partial<Pick<Unit, 'title' | 'indexedTitle'>>;

/** Parts of published segments in memory, as far as they were asked for; those unused for longest leave first. */
export interface SegmentCache {
  /**
   * The published segments of units, in their order, good for finding passages; undefined for a unit that has none, or
   * one of another version that is rebuilt; `damaged` for one that cannot be read. What one of them has loaded stays with it, whatever leaves the cache meanwhile.
   */
  open(units: readonly PublishedUnit[]): Promise<(Segment | 'damaged' | undefined)[]>;
  /** Loads the words of these passages into segments that this cache opened. Throws `SegmentMismatchError` when they are gone. */
  loadWords(wanted: readonly { segment: Segment; ordinals: readonly number[] }[]): Promise<void>;
  /** Bytes held, as far as they count. */
  size(): number;
}

/** One part of a segment, opened. */
interface CachedPart {
  number: number;
  owner: CachedSegment;
  size: number;
  opened: { postings: OpenPostings } | { words: OpenWords };
}

/** One unit's generation. */
interface CachedSegment {
  unit: PublishedUnit;
  generation: number;
  parts: Map<number, CachedPart>;
  /** Parts on their way: who asks meanwhile waits for the same read. */
  pendingReads: Map<number, Promise<CachedPart | undefined>>;
}

/** What a part costs beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 900;
/** What one part counts at most, as a share of the cache: the words that a question reads after large postings find room beside them. */
const MAX_PART_SHARE = 0.75;

/**
 * Holds at most `maxBytes` of segments. A part that alone takes more than three quarters of them counts as that: it stays
 * until others have been asked for since, and only one such part stays.
 */
export function createSegmentCache(index: PassageIndex, maxBytes: number): SegmentCache {
  const segments = new Map<string, CachedSegment>();
  const segmentOf = new WeakMap<Segment, CachedSegment>();
  const limit = Math.max(1, Math.floor(maxBytes));
  const mostOfPart = Math.max(1, Math.floor(limit * MAX_PART_SHARE));
  const kept = new LRUCache<CachedPart, CachedPart>({
    maxSize: limit,
    sizeCalculation: ({ size }) => Math.min(size, mostOfPart),
    dispose: ({ owner, number }) => {
      owner.parts.delete(number);
      forgetEmpty(owner);
    },
  });

  const forgetEmpty = (owner: CachedSegment) => {
    const key = keyOf(owner.unit);
    if (owner.parts.size === 0 && owner.pendingReads.size === 0 && segments.get(key) === owner)
      segments.delete(key);
  };
  const keep = (part: CachedPart) => {
    if (segments.get(keyOf(part.owner.unit)) !== part.owner) return;
    part.owner.parts.set(part.number, part);
    kept.set(part, part);
  };
  const findSegment = (unit: PublishedUnit, generation: number): CachedSegment => {
    const known = segments.get(keyOf(unit));
    if (known?.generation === generation) return known;
    if (known) for (const part of known.parts.values()) kept.delete(part);
    const owner: CachedSegment = { unit, generation, parts: new Map(), pendingReads: new Map() };
    segments.set(keyOf(unit), owner);
    return owner;
  };
  const read = async (owner: CachedSegment, numbers: readonly number[]): Promise<Map<number, CachedPart>> => {
    const { unit, generation, pendingReads } = owner;
    const found = new Map<number, CachedPart>();
    try {
      const stored = await index.readSegmentParts(unit.botId, unit.id, generation, numbers);
      for (const [number, bytes] of stored) {
        const part: CachedPart = {
          number,
          owner,
          size: bytes.byteLength + ENTRY_OVERHEAD_BYTES,
          opened:
            number === POSTINGS_PART
              ? { postings: openPostings(bytes) }
              : { words: openWords(number, bytes) },
        };
        found.set(number, part);
        keep(part);
      }
    } finally {
      for (const number of numbers) pendingReads.delete(number);
      forgetEmpty(owner);
    }
    return found;
  };
  /** The parts of these numbers, undefined where there is none; what is not in memory is read at once. */
  const get = async (
    owner: CachedSegment,
    numbers: readonly number[],
  ): Promise<(CachedPart | undefined)[]> => {
    const found = numbers.map((number) => owner.parts.get(number));
    for (const part of found) if (part) kept.get(part);
    const missing = numbers.filter((number, at) => !found[at] && !owner.pendingReads.has(number));
    if (missing.length > 0) {
      const all = read(owner, missing);
      for (const number of missing)
        owner.pendingReads.set(
          number,
          all.then((parts) => parts.get(number)),
        );
    }
    const late = numbers.flatMap((number, at) => {
      const coming = found[at] ? undefined : owner.pendingReads.get(number);
      return coming ? [coming.then((part) => void (found[at] = part))] : [];
    });
    if (late.length > 0) await Promise.all(late);
    return found;
  };

  return {
    size: () => kept.calculatedSize,
    open: (units) =>
      Promise.all(
        units.map(async (unit) => {
          if (unit.generation === null) return undefined;
          const owner = findSegment(unit, unit.generation);
          try {
            const [part] = await get(owner, [POSTINGS_PART]);
            if (!part || !('postings' in part.opened)) return undefined;
            const segment = underTitle(viewSegment(part.opened.postings), unit);
            segmentOf.set(segment, owner);
            return segment;
          } catch (error) {
            if (!(error instanceof SegmentMismatchError)) throw error;
            // The indexer rebuilds one of another format when it starts.
            return error.isOtherFormat ? undefined : 'damaged';
          }
        }),
      ),
    async loadWords(wanted) {
      await Promise.all(
        wanted.map(async ({ segment, ordinals }) => {
          const owner = segmentOf.get(segment);
          if (!owner) return;
          const missing = segment.missingParts(ordinals);
          for (const part of await get(owner, missing)) {
            if (!part || !('words' in part.opened)) throw new SegmentMismatchError('a part is missing');
            (segment as LoadableSegment).addPart(part.number, part.opened.words);
          }
        }),
      );
    },
  };
}

/** A unit that was renamed since it was indexed is searched under its new title. */
function underTitle(segment: LoadableSegment, { title, indexedTitle }: PublishedUnit): LoadableSegment {
  const isRenamed = title !== undefined && typeof indexedTitle === 'string' && title !== indexedTitle;
  return isRenamed ? retitleSegment(segment, title) : segment;
}

function keyOf({ botId, id }: PublishedUnit): string {
  return `${botId}/${id}`;
}
