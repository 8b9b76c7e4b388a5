import { alignSequences } from '#common/align-sequences.ts';
import { compareGap } from './compare-gap.ts';
import type {
  ComparedPassage,
  PassageChange,
  PassageComparison,
  Pause,
  PlacedChange,
} from './passage-change.ts';
import { slightChangeOf } from './slight-change.ts';

/**
 * What differs between two texts of a unit. Passages with the same text are paired first; what lies between pairs is
 * compared by sentences and rows, so that one sentence added to a section does not report every passage behind it.
 * `pause` is awaited between pieces of work, so that a comparison of long texts gives other calls their turn.
 */
export async function comparePassages(
  before: readonly ComparedPassage[],
  after: readonly ComparedPassage[],
  pause: Pause = () => Promise.resolve(),
): Promise<PassageComparison> {
  const partners = alignSequences(before.map(textOf), after.map(textOf));
  const changes: PlacedChange[] = [];
  after.forEach((passage, place) => {
    const partner = before[partners[place] ?? -1];
    const only = partner && slightChangeOf(partner, passage);
    if (partner && only) changes.push({ kind: 'changed', only, before: partner, after: passage, place });
  });
  const moves = findMoves(before, after, partners);
  for (const [place, from] of moves)
    changes.push({
      kind: 'moved',
      only: null,
      before: before[from] ?? null,
      after: after[place] ?? null,
      place,
    });
  const movedFrom = new Set(moves.values());
  for (const gap of gapsOf(partners, before.length)) {
    const removed = before.slice(gap.from, gap.to).filter((_, index) => !movedFrom.has(gap.from + index));
    const places = range(gap.afterFrom, gap.afterTo).filter((place) => !moves.has(place));
    if (removed.length + places.length === 0) continue;
    const added = places.flatMap((place) => after[place] ?? []);
    for (const change of await compareGap(removed, added, pause))
      changes.push({ ...change, place: placeIn(places, change.place, gap.afterFrom) });
    await pause();
  }
  changes.sort((a, b) => a.place - b.place);
  return summarise(changes, after.length);
}

const textOf = ({ text }: ComparedPassage): string => text;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** A place among the passages of a gap, as a place in the whole text. */
function placeIn(places: readonly number[], place: number, from: number): number {
  const whole = Math.floor(place);
  return (places[whole] ?? from - 1) + (place - whole);
}

/** Passages of both texts without a partner, between two passages with partners. */
function* gapsOf(partners: Int32Array, length: number) {
  let [from, afterFrom] = [0, 0];
  for (let place = 0; place <= partners.length; place++) {
    const to = place === partners.length ? length : (partners[place] ?? -1);
    if (to < 0) continue;
    if (from < to || afterFrom < place) yield { from, to, afterFrom, afterTo: place };
    from = to + 1;
    afterFrom = place + 1;
  }
}

/** Passages that stand elsewhere with the same text: places in the later text to places in the earlier one. */
function findMoves(
  before: readonly ComparedPassage[],
  after: readonly ComparedPassage[],
  partners: Int32Array,
): Map<number, number> {
  const paired = new Set(partners);
  const placesOf = new Map<string, number[]>();
  before.forEach(({ text }, index) => {
    if (paired.has(index)) return;
    const places = placesOf.get(text);
    if (places) places.push(index);
    else placesOf.set(text, [index]);
  });
  const moves = new Map<number, number>();
  after.forEach(({ text }, place) => {
    const from = partners[place] === -1 ? placesOf.get(text)?.shift() : undefined;
    if (from !== undefined) moves.set(place, from);
  });
  return moves;
}

/** Counts the changes; a renamed heading is one change, however many passages stand under the heading. */
function summarise(placed: readonly PlacedChange[], length: number): PassageComparison {
  const counts = { same: 0, added: 0, removed: 0, changed: 0, moved: 0 };
  const changes: PassageChange[] = [];
  let previous: PlacedChange | undefined;
  for (const change of placed) {
    const goesOn =
      change.only === 'section' &&
      previous?.only === 'section' &&
      previous.place === change.place - 1 &&
      previous.before?.sectionTitle === change.before?.sectionTitle &&
      previous.after?.sectionTitle === change.after?.sectionTitle;
    previous = change;
    if (goesOn) continue;
    const { place: _, ...rest } = change;
    changes.push(rest);
    counts[change.kind]++;
  }
  counts.same = length - counts.added - counts.changed - counts.moved;
  return { counts, changes };
}
