import { alignSequences } from '#common/align-sequences.ts';
import { pairByLikeness } from './pair-by-likeness.ts';
import type { ComparedPassage, PassageChange, Pause, PlacedChange } from './passage-change.ts';
import { keysOf, PASSAGES_PER_TURN, type Statement, statementsOf, textOf } from './passage-statements.ts';
import { slightChangeOf } from './slight-change.ts';

/** One side of a gap: its statements, with their partners on the other side, or -1. */
interface Side {
  passages: readonly ComparedPassage[];
  statements: Statement[];
  ofPassage: Map<number, number[]>;
  partners: Int32Array;
}

/**
 * What differs between passages that lie between the same neighbours. A passage that has a sentence of the other side is
 * compared with the passages it came from; whole passages are paired by likeness. Places count within `after`.
 */
export async function compareGap(
  before: readonly ComparedPassage[],
  after: readonly ComparedPassage[],
  pause: Pause,
): Promise<PlacedChange[]> {
  if (before.length === 0) return after.map((passage, place) => addition(passage, place));
  if (after.length === 0) return before.map((passage) => removal(passage, -0.5));
  const [earlier, later] = await alignStatements(before, after, pause);
  const changes: PlacedChange[] = [];
  const strayed = giveToPassages(earlier, later);
  for (const [place, passage] of after.entries()) {
    const statements = later.ofPassage.get(place) ?? [];
    const partners = statements.flatMap((index) => placeOf(later.partners, index));
    if (place % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await pause();
    if (partners.length === 0) continue;
    const own = [...partners, ...(strayed.get(place) ?? [])].sort((a, b) => a - b);
    const change = changeOf(sideText(earlier, own), sideText(later, statements));
    if (change !== undefined && passage) changes.push({ ...change, place });
  }
  return [...changes, ...(await compareWhole(earlier, later, pause))];
}

async function alignStatements(
  before: readonly ComparedPassage[],
  after: readonly ComparedPassage[],
  pause: Pause,
): Promise<[Side, Side]> {
  const statements = await statementsOf(before, pause);
  const afterStatements = await statementsOf(after, pause);
  const partners = alignSequences(...(await keysOf([statements, afterStatements], pause)));
  const back = new Int32Array(statements.length).fill(-1);
  partners.forEach((partner, index) => {
    if (partner >= 0) back[partner] = index;
  });
  return [sideOf(before, statements, back), sideOf(after, afterStatements, partners)];
}

function sideOf(passages: readonly ComparedPassage[], statements: Statement[], partners: Int32Array): Side {
  const indexes = statements.map((_, index) => index);
  const ofPassage = Map.groupBy(indexes, (index) => statements[index]?.passage ?? 0);
  return { passages, statements, ofPassage, partners };
}

const placeOf = (partners: Int32Array, index: number): number[] => {
  const partner = partners[index] ?? -1;
  return partner < 0 ? [] : [partner];
};

/**
 * Statements without a partner, of passages that have others with one: by the passage of the later text that a reader
 * would look for them in, where their neighbours are.
 */
function giveToPassages(earlier: Side, later: Side): Map<number, number[]> {
  const given = new Map<number, number[]>();
  for (const indexes of earlier.ofPassage.values()) {
    let previous = -1;
    indexes.forEach((index, position) => {
      const partner = earlier.partners[index] ?? -1;
      if (partner >= 0) previous = partner;
      else {
        const following =
          indexes.slice(position).flatMap((other) => placeOf(earlier.partners, other))[0] ?? -1;
        const owner = ownerOf(later, previous, following);
        if (owner !== undefined) given.set(owner, [...(given.get(owner) ?? []), index]);
      }
    });
  }
  return given;
}

/** Of the passages before and behind a statement that went: the passage where something new stands in its place. */
function ownerOf({ statements, partners }: Side, previous: number, following: number): number | undefined {
  const before = statements[previous]?.passage;
  const behind = statements[following]?.passage;
  const isNew = (index: number, passage: number | undefined) =>
    partners[index] === -1 && statements[index]?.passage === passage;
  if (before === undefined || behind === undefined) return before ?? behind;
  return !isNew(previous + 1, before) && isNew(following - 1, behind) ? behind : before;
}

function sideText({ passages, statements }: Side, indexes: readonly number[]): ComparedPassage {
  const own = indexes.flatMap((index) => statements[index] ?? []);
  const first = passages[own[0]?.passage ?? 0];
  return { ...(first as ComparedPassage), text: textOf(own, passages) };
}

function changeOf(before: ComparedPassage, after: ComparedPassage): PassageChange | undefined {
  const only = slightChangeOf(before, after);
  return only === undefined ? undefined : { kind: 'changed', only, before, after };
}

/** Passages all of whose statements are new, or gone. */
async function compareWhole(earlier: Side, later: Side, pause: Pause): Promise<PlacedChange[]> {
  const [gone, come] = [wholeOf(earlier), wholeOf(later)];
  const textsOf = ({ passages }: Side, places: number[]) =>
    places.map((place) => passages[place]?.text ?? '');
  const pairs = await pairByLikeness(textsOf(earlier, gone), textsOf(later, come), pause);
  const paired = new Set(pairs);
  const changes = come.map((place, index): PlacedChange => {
    const after = later.passages[place] as ComparedPassage;
    const before = earlier.passages[gone[pairs[index] ?? -1] ?? -1];
    return before ? { kind: 'changed', only: null, before, after, place } : addition(after, place);
  });
  const removed = gone.filter((_, index) => !paired.has(index));
  return [
    ...changes,
    ...removed.map((place) =>
      removal(earlier.passages[place] as ComparedPassage, placeBehind(earlier, later, place)),
    ),
  ];
}

const wholeOf = ({ passages, ofPassage, partners }: Side): number[] =>
  passages.flatMap((_, place) =>
    (ofPassage.get(place) ?? []).every((index) => partners[index] === -1) ? [place] : [],
  );

/** Behind the passage that has what stood before a removed passage. */
function placeBehind(earlier: Side, later: Side, place: number): number {
  for (let index = (earlier.ofPassage.get(place)?.[0] ?? 0) - 1; index >= 0; index--) {
    const partner = earlier.partners[index] ?? -1;
    if (partner >= 0) return (later.statements[partner]?.passage ?? 0) + 0.5;
  }
  return -0.5;
}

const addition = (after: ComparedPassage, place: number): PlacedChange => ({
  kind: 'added',
  only: null,
  before: null,
  after,
  place,
});
const removal = (before: ComparedPassage, place: number): PlacedChange => ({
  kind: 'removed',
  only: null,
  before,
  after: null,
  place,
});
