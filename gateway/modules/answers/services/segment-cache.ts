import type { ByteBudget } from '#gateway/core/byte-budget.ts';
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
import { createMergedSegments, type MergedSegments } from './merged-segments.ts';

type PublishedUnit = Pick<Unit, 'botId' | 'id' | 'generation'> &
  Partial<Pick<Unit, 'title' | 'indexedTitle'>>;

/** A cache of the loaded parts of published segments; the least recently used part leaves first. */
export interface SegmentCache extends Pick<MergedSegments, 'cover'> {
  /**
   * The published segments of units, in the order of the units, ready to search; undefined for a unit without a segment
   * of the current version, `damaged` for an unreadable segment. A segment keeps its loaded parts even after they leave
   * the cache.
   */
  open(units: readonly PublishedUnit[]): Promise<(Segment | 'damaged' | undefined)[]>;
  /** Loads the words of passages into opened segments. Throws `SegmentMismatchError` for removed segments. */
  loadWords(passages: readonly { segment: Segment; ordinals: readonly number[] }[]): Promise<void>;
  /** Bytes in the cache, merged postings included; a very large part counts at most as its limit. */
  size(): number;
}

/** An opened part of a segment. */
interface CachedPart {
  number: number;
  owner: CachedSegment;
  size: number;
  opened: { postings: OpenPostings } | { words: OpenWords };
}

/** The segment of one generation of a unit. */
interface CachedSegment {
  unit: PublishedUnit;
  generation: number;
  parts: Map<number, CachedPart>;
  /** Parts being read: concurrent callers wait for the same read. */
  pendingReads: Map<number, Promise<CachedPart | undefined>>;
}

/** Bytes of a cached part beside its content. */
const ENTRY_OVERHEAD_BYTES = 900;
/** At most, what postings learn of their stems to find them faster: a filter, and where its blocks begin. */
const FILTER_BYTES_PER_STEM = 2.25;
/** The largest share of the budget that one part may count for: words of a question still fit beside large postings. */
const MAX_PART_SHARE = 0.75;

/**
 * Holds segments within the budget. A part larger than three quarters of that counts as three quarters: the part stays
 * until other parts are used, and only one part of this size stays.
 */
export function createSegmentCache(index: PassageIndex, memory: ByteBudget): SegmentCache {
  const segments = new Map<string, CachedSegment>();
  const segmentOf = new WeakMap<Segment, CachedSegment>();
  const maxPartBytes = memory.limit * MAX_PART_SHARE;
  const cache = memory.createCache<CachedPart, CachedPart>(
    ({ size }) => Math.min(size, maxPartBytes),
    ({ owner, number }) => {
      owner.parts.delete(number);
      forgetEmpty(owner);
    },
  );

  const forgetEmpty = (owner: CachedSegment) => {
    const key = keyOf(owner.unit);
    if (owner.parts.size === 0 && owner.pendingReads.size === 0 && segments.get(key) === owner)
      segments.delete(key);
  };
  const keep = (part: CachedPart) => {
    if (segments.get(keyOf(part.owner.unit)) !== part.owner) return;
    part.owner.parts.set(part.number, part);
    cache.set(part, part);
  };
  const findSegment = (unit: PublishedUnit, generation: number): CachedSegment => {
    const cached = segments.get(keyOf(unit));
    if (cached?.generation === generation) return cached;
    if (cached) for (const part of cached.parts.values()) cache.delete(part);
    const owner: CachedSegment = { unit, generation, parts: new Map(), pendingReads: new Map() };
    segments.set(keyOf(unit), owner);
    return owner;
  };
  const readParts = async (
    owner: CachedSegment,
    numbers: readonly number[],
  ): Promise<Map<number, CachedPart>> => {
    const { unit, generation, pendingReads } = owner;
    const partsByNumber = new Map<number, CachedPart>();
    try {
      const stored = await index.readSegmentParts(unit.botId, unit.id, generation, numbers);
      for (const [number, bytes] of stored) {
        const opened =
          number === POSTINGS_PART ? { postings: openPostings(bytes) } : { words: openWords(number, bytes) };
        const stems = 'postings' in opened ? opened.postings.stemCount : 0;
        const size = bytes.byteLength + ENTRY_OVERHEAD_BYTES + Math.ceil(FILTER_BYTES_PER_STEM * stems);
        const part: CachedPart = { number, owner, size, opened };
        partsByNumber.set(number, part);
        keep(part);
      }
    } finally {
      for (const number of numbers) pendingReads.delete(number);
      forgetEmpty(owner);
    }
    return partsByNumber;
  };
  /** The parts of these numbers, undefined for a missing part; parts outside the cache are read at once. */
  const get = async (
    owner: CachedSegment,
    numbers: readonly number[],
  ): Promise<(CachedPart | undefined)[]> => {
    const parts = numbers.map((number) => owner.parts.get(number));
    for (const part of parts) if (part) cache.get(part);
    const missing = numbers.filter((number, index) => !parts[index] && !owner.pendingReads.has(number));
    if (missing.length > 0) {
      const all = readParts(owner, missing);
      for (const number of missing)
        owner.pendingReads.set(
          number,
          all.then((byNumber) => byNumber.get(number)),
        );
    }
    const pending = numbers.flatMap((number, index) => {
      const pendingPart = parts[index] ? undefined : owner.pendingReads.get(number);
      return pendingPart ? [pendingPart.then((part) => void (parts[index] = part))] : [];
    });
    if (pending.length > 0) await Promise.all(pending);
    return parts;
  };

  const view = (unit: PublishedUnit, owner: CachedSegment, part: CachedPart | undefined) => {
    if (!part || !('postings' in part.opened)) return undefined;
    try {
      const segment = underTitle(viewSegment(part.opened.postings), unit);
      segmentOf.set(segment, owner);
      return segment;
    } catch (error) {
      return unreadable(error);
    }
  };
  const readAndView = (unit: PublishedUnit, owner: CachedSegment) =>
    get(owner, [POSTINGS_PART]).then(([part]) => view(unit, owner, part), unreadable);

  const findPostings = (unit: PublishedUnit) => {
    const cached = segments.get(keyOf(unit));
    const part = cached?.generation === unit.generation ? cached.parts.get(POSTINGS_PART) : undefined;
    return part && 'postings' in part.opened ? part.opened.postings : undefined;
  };
  /** Postings of units of a bot, read past the cache: what is merged is not read alone again. */
  const readPostings = async (units: readonly PublishedUnit[]) => {
    const cached = units.map(findPostings);
    const missing = units.flatMap(({ id: unitId, generation }, index) =>
      cached[index] || generation === null ? [] : [{ unitId, generation }],
    );
    const stored = await index.readPartOfUnits(units[0]?.botId ?? 0, POSTINGS_PART, missing);
    return units.map(({ id }, place) => cached[place] ?? tryPostings(stored.get(id)));
  };
  const merged = createMergedSegments(readPostings, memory);

  return {
    cover: (units) => merged.cover(units),
    size: () => cache.size() + merged.size(),
    async open(units) {
      const opened = units.map((unit) => {
        if (unit.generation === null) return undefined;
        const owner = findSegment(unit, unit.generation);
        const part = owner.parts.get(POSTINGS_PART);
        if (!part) return readAndView(unit, owner);
        cache.get(part);
        return view(unit, owner, part);
      });
      // No promise for each of thousands of units whose postings are in the cache.
      return opened.some((segment) => segment instanceof Promise)
        ? Promise.all(opened.map(async (segment) => segment))
        : (opened as Awaited<(typeof opened)[number]>[]);
    },
    async loadWords(passages) {
      await Promise.all(
        passages.map(async ({ segment, ordinals }) => {
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

/** What an unreadable segment counts as; anything else is thrown on. */
function unreadable(error: unknown): 'damaged' | undefined {
  if (!(error instanceof SegmentMismatchError)) throw error;
  // The indexer rebuilds segments of another format when it starts.
  return error.isOtherFormat ? undefined : 'damaged';
}

function tryPostings(bytes: Uint8Array | undefined): OpenPostings | undefined {
  try {
    return bytes && openPostings(bytes);
  } catch (error) {
    return void unreadable(error);
  }
}

/** A unit renamed since its indexing is searched under its new title. */
function underTitle(segment: LoadableSegment, { title, indexedTitle }: PublishedUnit): LoadableSegment {
  const isRenamed = title !== undefined && typeof indexedTitle === 'string' && title !== indexedTitle;
  return isRenamed ? retitleSegment(segment, title) : segment;
}

function keyOf({ botId, id }: PublishedUnit): string {
  return `${botId}/${id}`;
}
