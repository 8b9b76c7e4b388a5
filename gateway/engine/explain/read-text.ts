/** The words of a text, and what terms of a question find them by. */

import { findCodes } from '#gateway/engine/analysis/codes.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { arabicSkeleton, skeletonStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import type { Alternative } from '#gateway/engine/question/alternatives/alternative.ts';

/** A word of a text, and what it may be found by: stems, and as stems are written concepts and skeletons. */
interface ReadToken {
  keys: string[];
  start: number;
  end: number;
}

/** A text as terms are looked for in it. */
export interface ReadText {
  text: string;
  tokens: ReadToken[];
  /** Where concepts are named, by what they are indexed under. */
  mentions: { key: string; start: number; end: number }[];
}

/** Reads sentence by sentence, as a segment is built. */
export function readText(text: string, language: StemLanguage): ReadText {
  const result: ReadText = { text, tokens: [], mentions: [] };
  for (const sentence of splitSentences(text)) {
    const words = tokenise(sentence.text);
    const first = result.tokens.length;
    for (const { word, start, end } of words) {
      const stems = isStopWord(word, language) ? [] : stemsOf(word, language);
      const skeletons = stems
        .slice(0, 1)
        .flatMap((stem) => (ARABIC.test(stem) ? [skeletonStem(arabicSkeleton(stem))] : []));
      result.tokens.push({
        keys: [...stems, ...skeletons],
        start: sentence.start + start,
        end: sentence.start + end,
      });
    }
    for (const { place, length, keys: codes } of findCodes(sentence.text, words))
      for (const { keys } of result.tokens.slice(first + place, first + place + length)) keys.push(...codes);
    for (const { concept, place, length } of findMentions(words.map(({ word }) => word))) {
      const key = conceptStem(concept);
      const named = result.tokens.slice(first + place, first + place + length);
      for (const { keys } of named) keys.push(key);
      const [{ start } = { start: 0 }, { end } = { end: 0 }] = [named[0], named.at(-1)];
      result.mentions.push({ key, start, end });
    }
  }
  return result;
}

const ARABIC = /^\p{sc=Arabic}/u;

const INVISIBLE_END = /\p{Cf}+$/u;

const CHAINS = /^(?:[وف](?:بال|كال|لل|ب|ك|ل))(?=.{3})/;
const PRONOUNS = /(?<=.{3})(?:هما|كما|ها|هم|هن|كم|كن|نا|ه|ك|ي)$/;

/**
 * What is left of a normalised Arabic word without a chain of particles before it (وبالكتاب) and without a pronoun after
 * it (كتابه): the spellings under which it may be the same word, itself first. One of three letters at least.
 */
function stripClitics(word: string): string[] {
  if (!ARABIC.test(word)) return [word];
  const bare = word.replace(CHAINS, '');
  return [...new Set([word, bare, word.replace(PRONOUNS, ''), bare.replace(PRONOUNS, '')])];
}

/** The word's own stem first. */
export function stemsOf(word: string, language: StemLanguage): string[] {
  return stripClitics(word).map((spelling) => stemWord(spelling, language));
}

/** What a text must have for an alternative: one spelling of each. */
export function neededFor({ words, stems }: Alternative, language: StemLanguage): string[][] {
  return words.length > 0 ? words.map((word) => stemsOf(word, language)) : stems.map((stem) => [stem]);
}

/** A stretch without the invisible characters at its end. */
export function trimInvisible(text: string, start: number, end: number): { start: number; end: number } {
  return { start, end: end - (INVISIBLE_END.exec(text.slice(start, end))?.[0].length ?? 0) };
}
