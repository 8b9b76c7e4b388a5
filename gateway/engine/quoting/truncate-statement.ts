import { measureTerms } from './compare-statement.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import type { Statement } from './statements.ts';

/** A span of a statement, in UTF-16 offsets into its text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Length of an ellipsis with its space. */
const ELLIPSIS_CHARACTERS = 2;
/** A number, where a date or an amount is asked for, is worth this many times the mean weight of a term. */
const NUMBER_WEIGHT = 1.5;
/** Score for filling the room, and for beginning at the start of the statement. */
const LENGTH_WEIGHT = 0.4;
const START_WEIGHT = 0.4;
/** Score for characters behind the last word of the question, up to a limit: answers are more often there than before. */
const FOLLOWING_TEXT_WEIGHT = 0.5;
const FOLLOWING_TEXT_CHARACTERS = 100;
/** Least share of the room that a span filled to a clause border must use; otherwise the span ends after any word. */
const MIN_FILLED_SHARE = 0.6;

const CONJUNCTIONS = [
  'حيث|الذي|التي|الذين|كما|مما|لأن|بينما|بعد|قبل|عندما',
  'and|which|that|who|where|when|because|but|while|after|before|as|to|in|by|with|for|from|of|on|at',
].join('|');
/** A clause border: a punctuation mark, a closing bracket, or the space before an opening bracket or a conjunction. */
const BORDER = new RegExp(
  String.raw`[،,;؛:：–—|]\s+|\)\s*[،,.]?\s*|\s+(?=[(«“"]\S)|\s+(?=و[\p{sc=Arabic}]{3,}|(?:${CONJUNCTIONS})\s)`,
  'gu',
);

/**
 * The span of a statement, no longer than `maxCharacters` with its ellipses, that most likely holds the answer: from clause
 * border to clause border if possible, never in the middle of a word. The whole statement when it fits. When not even a
 * word fits, the beginning, cut within the word.
 */
export function truncateStatement(
  statement: Statement,
  subject: QuestionMatcher,
  maxCharacters: number,
): TextSpan {
  const { text } = statement;
  if (text.length <= maxCharacters) return { start: 0, end: text.length };
  const borders = findBorders(text);
  let best: TextSpan | undefined;
  let bestScore = -Infinity;
  for (const start of borders) {
    if (start === text.length) continue;
    const end = findEnd(statement, borders, start, maxCharacters);
    if (end <= start) continue;
    const worth = scoreSpan(statement, subject, { start, end }, maxCharacters);
    if (worth > bestScore) [bestScore, best] = [worth, { start, end }];
  }
  return best ? trim(text, best) : { start: 0, end: lengthOfBeginning(text, maxCharacters) };
}

/** Cuts a text without splitting a surrogate pair, to at least one character. */
function lengthOfBeginning(text: string, maxCharacters: number): number {
  const end = Math.max(1, maxCharacters);
  return text.slice(0, end).isWellFormed() ? end : end === 1 ? 2 : end - 1;
}

function findBorders(text: string): number[] {
  const borders = [0];
  for (const { index, 0: border } of text.matchAll(BORDER)) {
    const offset = index + border.length;
    if (offset < text.length) borders.push(offset);
  }
  borders.push(text.length);
  return borders;
}

/** The end of the longest span from `start`: at a border, or after a word when a border would leave much room empty. */
function findEnd(
  { text, bounds }: Statement,
  borders: readonly number[],
  start: number,
  maxCharacters: number,
): number {
  const before = start > 0 ? ELLIPSIS_CHARACTERS : 0;
  if (text.length - start <= maxCharacters - before) return text.length;
  const furthest = start + maxCharacters - before - ELLIPSIS_CHARACTERS;
  const border = borders.findLast((offset) => offset <= furthest) ?? start;
  if (border - start >= maxCharacters * MIN_FILLED_SHARE) return border;
  let end = start;
  for (let index = 1; index < bounds.length; index += 2) {
    const offset = bounds[index] ?? 0;
    if (offset <= furthest) end = Math.max(end, offset);
  }
  return end;
}

function scoreSpan(
  { words, bounds }: Statement,
  subject: QuestionMatcher,
  { start, end }: TextSpan,
  maxCharacters: number,
): number {
  const met = new Set<number>();
  let behind = 0;
  const wanted = subject.kind.asksFor === 'date' || subject.kind.asksFor === 'amount';
  let hasNumber = false;
  for (const [index, word] of words.entries()) {
    if ((bounds[index * 2] ?? 0) < start || (bounds[index * 2 + 1] ?? 0) > end) continue;
    const { stems } = subject.match(word);
    if (stems.length > 0) {
      for (const stem of stems) met.add(stem);
      behind = end - (bounds[index * 2 + 1] ?? 0);
    } else if (wanted && (word.number || word.date)) hasNumber = true;
  }
  const said = measureTerms(subject, (stem) => met.has(stem));
  const worth = subject.terms.reduce((sum, { weight }, term) => sum + weight * (said[term] ?? 0), 0);
  const unit = subject.total / Math.max(1, subject.terms.length) || 1;
  return (
    worth / unit +
    (hasNumber ? NUMBER_WEIGHT : 0) +
    (LENGTH_WEIGHT * (end - start)) / maxCharacters +
    (start === 0 ? START_WEIGHT : 0) +
    FOLLOWING_TEXT_WEIGHT * Math.min(1, behind / FOLLOWING_TEXT_CHARACTERS)
  );
}

function trim(text: string, { start, end }: TextSpan): TextSpan {
  const cut = text.slice(start, end);
  return { start: start + cut.length - cut.trimStart().length, end: start + cut.trimEnd().length };
}
