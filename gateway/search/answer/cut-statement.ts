import { measureTerms } from './compare-statement.ts';
import type { Subject } from './read-subject.ts';
import type { Statement } from './statements.ts';

/** A stretch of a statement, in UTF-16 offsets into its text. */
export interface Stretch {
  start: number;
  end: number;
}

/** What an ellipsis takes, with the space before or behind it. */
const ELLIPSIS = 2;
/** A number, where a date or an amount is asked for, is worth this many times the mean weight of a term. */
const NUMBER_WORTH = 1.5;
/** What filling the room wholly is worth, and what beginning where the statement does. */
const ROOM_WORTH = 0.4;
const BEGINNING_WORTH = 0.4;
/** What so many characters behind the last word of the question are worth: there an answer stands more often than before. */
const BEHIND_WORTH = 0.5;
const BEHIND = 100;
/** A stretch that ends at a clause border fills at least this share of the room; otherwise it ends after any word. */
const LEAST_FILLED = 0.6;

const WORDS_THAT_OPEN = [
  'حيث|الذي|التي|الذين|كما|مما|لأن|بينما|بعد|قبل|عندما',
  'and|which|that|who|where|when|because|but|while|after|before|as|to|in|by|with|for|from|of|on|at',
].join('|');
/** What stands between clauses: a mark, a closing bracket, or the space before an opening one or a joining word. */
const BORDER = new RegExp(
  String.raw`[،,;؛:：–—|]\s+|\)\s*[،,.]?\s*|\s+(?=[(«“"]\S)|\s+(?=و[\p{sc=Arabic}]{3,}|(?:${WORDS_THAT_OPEN})\s)`,
  'gu',
);

/**
 * The stretch of a statement, no longer than `room` with its ellipses, that most likely holds the answer: from clause
 * border to clause border where they lie well, never in the middle of a word. The whole statement where there is room.
 * Where not even a word fits, its beginning, letters cut off.
 */
export function cutStatement(statement: Statement, subject: Subject, room: number): Stretch {
  const { text } = statement;
  if (text.length <= room) return { start: 0, end: text.length };
  const borders = findBorders(text);
  let best: Stretch | undefined;
  let most = -Infinity;
  for (const start of borders) {
    if (start === text.length) continue;
    const end = findEnd(statement, borders, start, room);
    if (end <= start) continue;
    const worth = weighStretch(statement, subject, { start, end }, room);
    if (worth > most) [most, best] = [worth, { start, end }];
  }
  return best ? trim(text, best) : { start: 0, end: lengthOfBeginning(text, room) };
}

/** A pair of surrogates is not cut in two, and something is said in any case. */
function lengthOfBeginning(text: string, room: number): number {
  const end = Math.max(1, room);
  return text.slice(0, end).isWellFormed() ? end : end === 1 ? 2 : end - 1;
}

function findBorders(text: string): number[] {
  const borders = [0];
  for (const { index, 0: border } of text.matchAll(BORDER)) {
    const at = index + border.length;
    if (at < text.length) borders.push(at);
  }
  borders.push(text.length);
  return borders;
}

/** The end of the longest stretch from `start`: at a border, or after a word where that would leave much room empty. */
function findEnd(
  { text, bounds }: Statement,
  borders: readonly number[],
  start: number,
  room: number,
): number {
  const before = start > 0 ? ELLIPSIS : 0;
  if (text.length - start <= room - before) return text.length;
  const furthest = start + room - before - ELLIPSIS;
  const border = borders.findLast((at) => at <= furthest) ?? start;
  if (border - start >= room * LEAST_FILLED) return border;
  let end = start;
  for (let index = 1; index < bounds.length; index += 2) {
    const at = bounds[index] ?? 0;
    if (at <= furthest) end = Math.max(end, at);
  }
  return end;
}

function weighStretch(
  { words, bounds }: Statement,
  subject: Subject,
  { start, end }: Stretch,
  room: number,
): number {
  const met = new Set<number>();
  let behind = 0;
  const wanted = subject.kind.asksFor === 'date' || subject.kind.asksFor === 'amount';
  let hasNumber = false;
  for (const [index, word] of words.entries()) {
    if ((bounds[index * 2] ?? 0) < start || (bounds[index * 2 + 1] ?? 0) > end) continue;
    const { stem } = subject.match(word);
    if (stem >= 0) {
      met.add(stem);
      behind = end - (bounds[index * 2 + 1] ?? 0);
    } else if (wanted && (word.number || word.date)) hasNumber = true;
  }
  const said = measureTerms(subject, (stem) => met.has(stem));
  const worth = subject.terms.reduce((sum, { weight }, term) => sum + weight * (said[term] ?? 0), 0);
  const unit = subject.total / Math.max(1, subject.terms.length) || 1;
  return (
    worth / unit +
    (hasNumber ? NUMBER_WORTH : 0) +
    (ROOM_WORTH * (end - start)) / room +
    (start === 0 ? BEGINNING_WORTH : 0) +
    BEHIND_WORTH * Math.min(1, behind / BEHIND)
  );
}

function trim(text: string, { start, end }: Stretch): Stretch {
  const cut = text.slice(start, end);
  return { start: start + cut.length - cut.trimStart().length, end: start + cut.trimEnd().length };
}
