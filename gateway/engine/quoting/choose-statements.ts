import type { QuestionMatcher } from './question-matcher.ts';
import type { ScoredStatement } from './score-statements.ts';
import { type TextSpan, truncateStatement } from './truncate-statement.ts';
import type { WordFeatures } from './word-features.ts';

/** A quoted statement, with the span that is quoted. */
export interface ChosenStatement extends TextSpan {
  statement: ScoredStatement;
}

/** Number of statements, best first, from which an answer is chosen. */
const MAX_CANDIDATES = 8;
/** Share of common words from which a statement counts as a duplicate of a better statement. */
const DUPLICATE_SHARE = 0.8;
/** Least likelihood of a further statement against the best statement: e to the power of the difference. */
export const MIN_RELATIVE_LIKELIHOOD = 0.05;
/** Least length of a span beside another; a shorter span says too little. */
const MIN_SPAN_CHARACTERS = 60;
/** Longest joint between two statements. */
export const JOINT_CHARACTERS = 3;
/** Exponent for the share of a statement that a span covers: the likelihood that the span holds the answer. */
const LENGTH_EXPONENT = 0.7;

/**
 * The statements, at most `maxStatements` and at most `maxCharacters` together, that most likely hold the answer; best first.
 * Two statements too long for the room share the room in the best proportion, or the best statement stands alone.
 */
export function chooseStatements(
  ranked: readonly ScoredStatement[],
  subject: QuestionMatcher,
  { maxStatements, maxCharacters }: { maxStatements: number; maxCharacters: number },
): ChosenStatement[] {
  const worthy = findWorthy(ranked);
  const chosen: ChosenStatement[] = [];
  let room = maxCharacters;
  const take = (statement: ScoredStatement | undefined, share: number) => {
    if (!statement) return;
    const span = truncateStatement(statement, subject, share);
    chosen.push({ statement, ...span });
    room -= span.end - span.start + JOINT_CHARACTERS + lengthOfEllipses(statement, span);
  };
  const [first, second, share] =
    maxStatements > 1 ? choosePair(worthy, maxCharacters) : [worthy[0], undefined, maxCharacters];
  take(first, share);
  if (second && room >= Math.min(MIN_SPAN_CHARACTERS, second.text.length)) take(second, room);
  for (const next of worthy)
    if (chosen.length < maxStatements && next !== first && next !== second && next.text.length <= room)
      take(next, room);
  return chosen.sort((a, b) => b.statement.score - a.statement.score);
}

/** Length of the ellipses at both ends of a span. */
function lengthOfEllipses({ text }: ScoredStatement, { start, end }: TextSpan): number {
  return (start > 0 ? 2 : 0) + (end < text.length ? 2 : 0);
}

/** Two sources often say the same: only the better ranked statement is quoted. */
function findWorthy(ranked: readonly ScoredStatement[]): ScoredStatement[] {
  const worthy: ScoredStatement[] = [];
  const said: Set<WordFeatures>[] = [];
  const least = (ranked[0]?.score ?? 0) + Math.log(MIN_RELATIVE_LIKELIHOOD);
  for (const statement of ranked) {
    if (worthy.length >= MAX_CANDIDATES || (worthy.length > 0 && statement.score < least)) break;
    if (worthy.length > 0 && !addsSomething(statement, worthy)) continue;
    const words = new Set(statement.words);
    const isKnown = said.some((earlier) => {
      let shared = 0;
      for (const word of words) if (earlier.has(word)) shared++;
      return shared >= words.size * DUPLICATE_SHARE;
    });
    if (isKnown) continue;
    said.push(words);
    worthy.push(statement);
  }
  return worthy;
}

/** Whether a statement has a word of the question, or adjoins a better statement. */
function addsSomething(
  { features, passage, place }: ScoredStatement,
  worthy: readonly ScoredStatement[],
): boolean {
  return (
    features.direct > 0 ||
    worthy.some((candidate) => candidate.passage === passage && Math.abs(candidate.place - place) === 1)
  );
}

/** The pair of statements, and the first statement's share of the room, with the greatest likelihood of the answer in the quote. */
function choosePair(
  worthy: readonly ScoredStatement[],
  maxCharacters: number,
): [ScoredStatement | undefined, ScoredStatement | undefined, number] {
  const top = worthy[0]?.score ?? 0;
  const likely = (statement: ScoredStatement, share: number): number => {
    const { length } = statement.text;
    const portion =
      length <= share ? 1 : share < MIN_SPAN_CHARACTERS ? 0 : (share / length) ** LENGTH_EXPONENT;
    return Math.exp(statement.score - top) * portion;
  };
  let pair: [ScoredStatement | undefined, ScoredStatement | undefined, number] = [
    worthy[0],
    undefined,
    maxCharacters,
  ];
  let best = worthy[0] ? likely(worthy[0], maxCharacters) : 0;
  for (const [index, first] of worthy.entries())
    for (const second of worthy.slice(index + 1))
      for (const share of sharesOf(first.text.length, second.text.length, maxCharacters)) {
        const both = likely(first, share) + likely(second, maxCharacters - JOINT_CHARACTERS - share);
        if (both > best) [best, pair] = [both, [first, second, share]];
      }
  return pair;
}

/** Shares of the first statement to try: either statement whole, or the room divided. */
function sharesOf(first: number, second: number, maxCharacters: number): number[] {
  if (first + second + JOINT_CHARACTERS <= maxCharacters) return [first];
  const shares = [
    first,
    maxCharacters - JOINT_CHARACTERS - second,
    maxCharacters / 2,
    (maxCharacters * 3) / 8,
    (maxCharacters * 5) / 8,
  ];
  return shares.map(Math.floor).filter((share) => share > 0 && share <= maxCharacters);
}
