import { isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import { MAX_WORD_LETTERS } from '#gateway/engine/work-budget.ts';

/** Letters before an inner article and behind it. */
const MIN_LETTERS = 3;
/** An article inside a word, with letters enough on both sides. */
const INNER_ARTICLE = /(?<=.{3})ال(?=.{3})/gu;
/** A first half that the lexicon does not have has at least so many letters: what is shorter may be part of a word. */
const MIN_UNKNOWN_LETTERS = 4;
/** Part of one word with an article of its own: والعالمية. */
const ARTICLE_AND_LITTLE = /^[وفبكل]{0,2}(?:ال|لل).{0,2}$/u;

/** The parts of a word from an article on. */
interface GluedRest {
  from: number;
  parts: Token[];
  allKnown: boolean;
}

/**
 * The words of an Arabic word in which the space before an article is missing: رسومالجامعة. It is taken apart only where
 * the lexicon does not have the whole and has the word behind the article.
 */
export function splitGlued(token: Token): Token[] {
  const { word, start, end } = token;
  // With marks inside, letters of the normalised word do not tell where the text has them.
  if (end - start !== word.length || word.length > MAX_WORD_LETTERS || isKnown(word)) return [token];
  const articles = Array.from(word.matchAll(INNER_ARTICLE), ({ index }) => index);
  // From the right, so that the rest behind each article is taken apart once.
  const rests: GluedRest[] = [];
  for (const from of articles.toReversed()) rests.unshift(splitFrom(from, token, rests));
  return splitFrom(0, token, rests).parts;
}

/** `rests`: those behind the later articles, the longest first. */
function splitFrom(from: number, { word, start, end }: Token, rests: readonly GluedRest[]): GluedRest {
  const whole = word.slice(from);
  if (!isKnown(whole))
    for (const rest of rests) {
      const first = word.slice(from, rest.from);
      if (first.length < MIN_LETTERS || !rest.allKnown || ARTICLE_AND_LITTLE.test(first)) continue;
      const allKnown = isKnown(first);
      const parts = [{ word: first, start: start + from, end: start + rest.from }, ...rest.parts];
      if (allKnown || first.length >= MIN_UNKNOWN_LETTERS) return { from, parts, allKnown };
    }
  return { from, parts: [{ word: whole, start: start + from, end }], allKnown: isKnown(whole) };
}

const isKnown = (word: string): boolean =>
  conceptIndex().conceptsOf(word).length > 0 || isStopWordOfQuestion(word);
