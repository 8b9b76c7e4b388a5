import type { StatementWord } from './statement-words.ts';

/** Words that may stand between two neighbours of a statement, and before it for a negation to deny it. */
const MAX_GAP_WORDS = 2;

/** Nothing of the statement was found yet. */
const BEFORE_FIRST = -1;

/**
 * Whether a text says a statement: its words stand in this order with at most two words between neighbours, none of them
 * a number or a negation. Names of columns may be missing on both sides, as long as the statement has other words.
 */
export function hasStatement(text: readonly StatementWord[], statement: readonly StatementWord[]): boolean {
  const mayMissHeadings = statement.some(({ isHeading, isNumber }) => !isHeading && !isNumber);
  /** Places in the text of the last word found, for all words of the statement so far. */
  let places = new Set([BEFORE_FIRST]);
  for (const word of statement) {
    const next = new Set<number>();
    for (const place of places)
      for (const candidate of place === BEFORE_FIRST ? starts(text, word) : following(text, word, place))
        next.add(candidate);
    const isOptional = mayMissHeadings && word.isHeading && !word.isNumber && !word.isNegation;
    if (isOptional) for (const place of places) next.add(place);
    if (next.size === 0) return false;
    places = next;
  }
  places.delete(BEFORE_FIRST);
  return places.size > 0;
}

/** Whether the words of a phrase stand side by side. */
export function hasPhrase(text: readonly StatementWord[], phrase: readonly StatementWord[]): boolean {
  return (
    phrase.length > 0 &&
    text.some((_, start) => phrase.every(({ word }, index) => text[start + index]?.word === word))
  );
}

function* starts(text: readonly StatementWord[], { word }: StatementWord): Generator<number> {
  for (const [place, candidate] of text.entries())
    if (candidate.word === word && !isDenied(text, place)) yield place;
}

/** A negation shortly before, in the same clause. */
function isDenied(text: readonly StatementWord[], place: number): boolean {
  for (let before = place - 1; before >= Math.max(0, place - MAX_GAP_WORDS); before--) {
    if (text[before + 1]?.startsClause) return false;
    if (text[before]?.isNegation) return true;
  }
  return false;
}

function* following(
  text: readonly StatementWord[],
  { word }: StatementWord,
  place: number,
): Generator<number> {
  let gap = 0;
  for (let next = place + 1; next < text.length && gap <= MAX_GAP_WORDS; next++) {
    const candidate = text[next];
    if (!candidate) return;
    if (candidate.word === word) yield next;
    if (candidate.isHeading) continue;
    if (candidate.isNumber || candidate.isNegation) return;
    gap++;
  }
}
