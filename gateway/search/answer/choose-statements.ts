import { cutStatement, type Stretch } from './cut-statement.ts';
import type { Subject } from './read-subject.ts';
import type { AnswerWord } from './answer-words.ts';
import type { WeighedStatement } from './weigh-statements.ts';

/** A statement that is quoted, or the stretch of it that is. */
export interface ChosenStatement extends Stretch {
  statement: WeighedStatement;
}

/** Of so many of the best statements the answer is put together. */
const CONSIDERED = 8;
/** A statement that shares this much of its words with a better one says the same. */
const SAME = 0.8;
/** A further statement must be at least this likely against the best one: e to the power of the difference. */
const WORTH_ADDING = 0.05;
/** A shorter stretch says too little to be worth quoting beside another. */
const LEAST_STRETCH = 60;
/** What joins two statements takes at most. */
const JOINT = 3;
/** How a stretch's length against its statement's tells whether the answer is in it. */
const KEPT = 0.7;

/**
 * The statements, at most `most` and at most `room` characters together, that most likely hold the answer; best first.
 * Two that do not both fit share the room as is best for both, or the best one stands alone.
 */
export function chooseStatements(
  ranked: readonly WeighedStatement[],
  subject: Subject,
  { most, room }: { most: number; room: number },
): ChosenStatement[] {
  const worthy = findWorthy(ranked);
  const chosen: ChosenStatement[] = [];
  let left = room;
  const take = (statement: WeighedStatement | undefined, share: number) => {
    if (!statement) return;
    const stretch = cutStatement(statement, subject, share);
    chosen.push({ statement, ...stretch });
    left -= stretch.end - stretch.start + JOINT + lengthOfEllipses(statement, stretch);
  };
  const [one, other, share] = most > 1 ? choosePair(worthy, room) : [worthy[0], undefined, room];
  take(one, share);
  if (other && left >= Math.min(LEAST_STRETCH, other.text.length)) take(other, left);
  for (const next of worthy)
    if (chosen.length < most && next !== one && next !== other && next.text.length <= left) take(next, left);
  return chosen.sort((first, second) => second.statement.value - first.statement.value);
}

/** The characters that show what was left out at both ends. */
function lengthOfEllipses({ text }: WeighedStatement, { start, end }: Stretch): number {
  return (start > 0 ? 2 : 0) + (end < text.length ? 2 : 0);
}

/** Two sources often say the same; it is quoted once, from the better placed. */
function findWorthy(ranked: readonly WeighedStatement[]): WeighedStatement[] {
  const worthy: WeighedStatement[] = [];
  const said: Set<AnswerWord>[] = [];
  const least = (ranked[0]?.value ?? 0) + Math.log(WORTH_ADDING);
  for (const statement of ranked) {
    if (worthy.length >= CONSIDERED || (worthy.length > 0 && statement.value < least)) break;
    if (worthy.length > 0 && !addsSomething(statement, worthy)) continue;
    const words = new Set(statement.words);
    const isKnown = said.some((known) => {
      let shared = 0;
      for (const word of words) if (known.has(word)) shared++;
      return shared >= words.size * SAME;
    });
    if (isKnown) continue;
    said.push(words);
    worthy.push(statement);
  }
  return worthy;
}

/** It has a word of the question, or goes on where a better one ends. */
function addsSomething(
  { signs, passage, place }: WeighedStatement,
  worthy: readonly WeighedStatement[],
): boolean {
  return (
    signs.direct > 0 || worthy.some((one) => one.passage === passage && Math.abs(one.place - place) === 1)
  );
}

/** The two statements, and the first one's share of the room, of which the answer is likeliest in what would be quoted. */
function choosePair(
  worthy: readonly WeighedStatement[],
  room: number,
): [WeighedStatement | undefined, WeighedStatement | undefined, number] {
  const top = worthy[0]?.value ?? 0;
  const likely = (statement: WeighedStatement, share: number): number => {
    const { length } = statement.text;
    const kept = length <= share ? 1 : share < LEAST_STRETCH ? 0 : (share / length) ** KEPT;
    return Math.exp(statement.value - top) * kept;
  };
  let pair: [WeighedStatement | undefined, WeighedStatement | undefined, number] = [
    worthy[0],
    undefined,
    room,
  ];
  let best = worthy[0] ? likely(worthy[0], room) : 0;
  for (const [index, one] of worthy.entries())
    for (const other of worthy.slice(index + 1))
      for (const share of sharesOf(one.text.length, other.text.length, room)) {
        const both = likely(one, share) + likely(other, room - JOINT - share);
        if (both > best) [best, pair] = [both, [one, other, share]];
      }
  return pair;
}

/** Either of the two whole, or the room divided. */
function sharesOf(one: number, other: number, room: number): number[] {
  if (one + other + JOINT <= room) return [one];
  const shares = [one, room - JOINT - other, room / 2, (room * 3) / 8, (room * 5) / 8];
  return shares.map(Math.floor).filter((share) => share > 0 && share <= room);
}
