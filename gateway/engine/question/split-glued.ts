import { isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import type { Token } from '#gateway/engine/analysis/tokenise.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';

/** An article inside a word, with letters enough on both sides. */
const INNER_ARTICLE = /(?<=.{3})ال(?=.{3})/gu;
/** A first half that the lexicon does not have has at least so many letters: what is shorter may be part of a word. */
const MIN_UNKNOWN_LETTERS = 4;
/** Part of one word with an article of its own: والعالمية. */
const ARTICLE_AND_LITTLE = /^[وفبكل]{0,2}(?:ال|لل).{0,2}$/u;

/**
 * The words of an Arabic word in which the space before an article is missing: رسومالجامعة. It is taken apart only where
 * the lexicon does not have the whole and has the word behind the article.
 */
export function splitGlued(token: Token): Token[] {
  const { word, start, end } = token;
  // With marks inside, letters of the normalised word do not tell where the text has them.
  if (end - start !== word.length || isKnown(word)) return [token];
  for (const { index } of word.matchAll(INNER_ARTICLE)) {
    const first = { word: word.slice(0, index), start, end: start + index };
    const rest = splitGlued({ word: word.slice(index), start: start + index, end });
    const isWord = isKnown(first.word) || first.word.length >= MIN_UNKNOWN_LETTERS;
    if (isWord && !ARTICLE_AND_LITTLE.test(first.word) && rest.every((one) => isKnown(one.word)))
      return [first, ...rest];
  }
  return [token];
}

const isKnown = (word: string): boolean =>
  conceptIndex().conceptsOf(word).length > 0 || isStopWordOfQuestion(word);
