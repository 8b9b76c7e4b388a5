import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { type CorpusPart, NOT_SEARCHED } from '#gateway/engine/ranking/corpus.ts';
import { type Segment, SegmentMismatchError } from '#gateway/engine/segments/segment.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';
import { type Coverage, countPassages } from './merged-segments.ts';
import { type OpenedUnits, type SearchedUnits, sortReadable } from './searched-units.ts';
import type { SegmentCache } from './segment-cache.ts';

/** The readable units of a coverage by place, and their passages numbered through: the same for question after question. */
interface Layout {
  /** Units that are searched alone and can be read. */
  alone: readonly SearchableUnit[];
  /** Places of these units. */
  places: Uint32Array;
  list: readonly SearchableUnit[];
  languages: readonly StemLanguage[];
  /** By unit, its language by place among `languages`. */
  languageOf: Uint8Array;
  starts: Uint32Array;
  totalLength: number;
  merged: readonly CorpusPart[];
}

const layouts = new WeakMap<Coverage, Layout>();

/**
 * All searchable units of a bot. What a question costs depends on the passages that it finds, not on the number of
 * units: most of them are searched in merged postings, and their own segments are opened for the best passages alone.
 */
export async function openWholeBot(
  segments: Pick<SegmentCache, 'open' | 'cover'>,
  units: readonly SearchableUnit[],
): Promise<OpenedUnits> {
  const coverage = await segments.cover(units);
  const { readable, unreadable, damaged } = sortReadable(coverage.alone, await segments.open(coverage.alone));
  const alone = readable.map(({ segment }) => segment);
  let layout = layouts.get(coverage);
  if (!layout || !hasSameUnits(layout.alone, readable)) {
    layout = layOut(coverage, readable);
    layouts.set(coverage, layout);
  }
  return { units: createWholeBot(segments, layout, alone), unreadable, damaged };
}

type Readable = readonly { unit: SearchableUnit; segment: Segment }[];

const hasSameUnits = (units: readonly SearchableUnit[], readable: Readable): boolean =>
  units.length === readable.length && units.every((unit, index) => readable[index]?.unit === unit);

function layOut({ list: all, groups, groupOf, memberOf }: Coverage, alone: Readable): Layout {
  const bySelf = new Map(alone.map(({ unit, segment }) => [unit, segment]));
  const list =
    bySelf.size === 0 && !groupOf.includes(-1)
      ? all
      : all.filter((unit, index) => (groupOf[index] ?? -1) >= 0 || bySelf.has(unit));
  const starts = new Uint32Array(list.length + 1);
  const numbers = groups.map(({ postings }) => new Uint32Array(postings.passageCount).fill(NOT_SEARCHED));
  const languages: StemLanguage[] = [];
  const languageOf = new Uint8Array(list.length);
  const places: number[] = [];
  let totalLength = 0;
  let place = 0;
  for (const [index, unit] of all.entries()) {
    const group = groups[groupOf[index] ?? -1];
    const segment = group ? undefined : bySelf.get(unit);
    const language = (group?.postings ?? segment)?.language;
    if (language === undefined) continue;
    const first = starts[place] ?? 0;
    const member = memberOf[index] ?? 0;
    const count = segment ? segment.passageCount : countPassages(group, member);
    const from = group?.postings.starts[member] ?? 0;
    const own = numbers[groupOf[index] ?? -1];
    if (group)
      for (let offset = 0; offset < count; offset++)
        own?.fill(first + offset, from + offset, from + offset + 1);
    else places.push(place);
    totalLength += segment?.totalLength ?? group?.members[member]?.totalLength ?? 0;
    if (!languages.includes(language)) languages.push(language);
    languageOf[place] = languages.indexOf(language);
    starts[++place] = first + count;
  }
  const merged = groups.map(
    ({ postings }, group): CorpusPart => ({
      postings,
      unitTitles: postings.unitTitles,
      place: -1,
      first: 0,
      numbers: numbers[group] ?? new Uint32Array(),
    }),
  );
  return {
    alone: alone.map(({ unit }) => unit),
    places: Uint32Array.from(places),
    list,
    languages,
    languageOf,
    starts,
    totalLength,
    merged,
  };
}

function createWholeBot(
  cache: Pick<SegmentCache, 'open'>,
  { places, list, languages, languageOf, starts, totalLength, merged }: Layout,
  alone: readonly Segment[],
): SearchedUnits {
  const opened = new Map<number, Segment>();
  const parts = [...merged];
  for (const [index, segment] of alone.entries()) {
    const place = places[index] ?? 0;
    opened.set(place, segment);
    parts.push({ postings: segment, unitTitles: 0, place, first: starts[place] ?? 0 });
  }
  const passageCount = starts.at(-1) ?? 0;
  return {
    list,
    corpus: { unitCount: list.length, passageCount, totalLength, starts, languages, parts },
    languageAt: (place) => languages[languageOf[place] ?? 0] ?? 'en',
    placeOf: (unitId) => findById(list, unitId),
    segmentAt: (place) => opened.get(place),
    async open(wanted) {
      const missing = [...new Set(wanted)].filter((place) => !opened.has(place));
      const segments = await cache.open(missing.flatMap((place) => list[place] ?? []));
      for (const [index, place] of missing.entries()) {
        const segment = segments[index];
        if (!segment || segment === 'damaged') throw new SegmentMismatchError('it is not there');
        opened.set(place, segment);
      }
    },
  };
}

/** The place of a unit in a list that is sorted by id. */
function findById(list: readonly SearchableUnit[], unitId: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const id = list[middle]?.id ?? 0;
    if (id === unitId) return middle;
    if (id < unitId) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
