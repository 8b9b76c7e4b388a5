import { LRUCache } from 'lru-cache';
import { findCodes } from '#gateway/engine/analysis/codes.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { detectStemLanguage, type StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { isListLine } from '#gateway/engine/splitting/split-document.ts';
import { type WordFeatures, wordFeatures } from './word-features.ts';

/** The smallest piece of a passage that can be quoted alone: a sentence, a list item or a table row. */
export interface Statement {
  text: string;
  kind: 'sentence' | 'item' | 'row';
  /** UTF-16 offset of `text` in the passage. */
  start: number;
  /** Words of the statement in order, stop words too. */
  words: readonly WordFeatures[];
  /** Where each word begins and ends: pairs of UTF-16 offsets into `text`. */
  bounds: Uint32Array;
  /** The statement is a question, answered by the statement after it. */
  asks: boolean;
}

/** A passage cut into statements, in reading order. */
export interface ReadPassage {
  statements: readonly Statement[];
  language: StemLanguage;
}

const MAX_ITEM_CHARACTERS = 320;
/** Characters of cached passages: with their statements some 15 MB. */
const MAX_CACHED_CHARACTERS = 1_000_000;

const passageCache = new LRUCache<string, ReadPassage>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/**
 * The statements of a passage. `language`: language of the unit, detected from the passage when absent. Recent passages
 * are cached, since the best passages of a unit are quoted again and again.
 */
export function readStatements(text: string, language?: StemLanguage): ReadPassage {
  const cached = passageCache.get(text);
  if (cached && (language === undefined || language === cached.language)) return cached;
  const passage = splitStatements(text, language ?? detectStemLanguage([text]));
  passageCache.set(text, passage);
  return passage;
}

function splitStatements(text: string, language: StemLanguage): ReadPassage {
  const statements: Statement[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const kind = line.includes(' | ')
      ? 'row'
      : isListLine(line) && line.length <= MAX_ITEM_CHARACTERS
        ? 'item'
        : 'sentence';
    if (kind === 'sentence')
      for (const sentence of splitSentences(line))
        statements.push(readStatement(sentence.text, kind, lineStart + sentence.start, language));
    else if (line.trim() !== '') {
      const start = line.length - line.trimStart().length;
      statements.push(readStatement(line.trim(), kind, lineStart + start, language));
    }
    lineStart += line.length + 1;
  }
  return { statements, language };
}

function readStatement(
  text: string,
  kind: Statement['kind'],
  start: number,
  language: StemLanguage,
): Statement {
  const tokens = tokenise(text);
  const bounds = new Uint32Array(tokens.length * 2);
  const words = tokens.map((token, index) => {
    bounds[index * 2] = token.start;
    bounds[index * 2 + 1] = token.end;
    return wordFeatures(token.word, language);
  });
  // No date and no code is without a digit.
  const codes = words.some(({ digits }) => digits) ? findCodes(text, tokens) : [];
  for (const { place, length, keys } of codes)
    for (let index = place; index < place + length; index++) {
      const word = words[index];
      if (word && keys.length > 0) words[index] = { ...word, codes: keys };
    }
  return { text, kind, start, words, bounds, asks: /[?؟]["»”)]*$/u.test(text) };
}
