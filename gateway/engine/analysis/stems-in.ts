import { createWordMemo, type WordMemo } from '#gateway/engine/tables/word-memo.ts';
import { stemWord } from './stem.ts';
import type { StemLanguage } from './stem-language.ts';
import { isStopWord } from './stop-words.ts';

/** Words remembered at a time in each language: some 5 MB. */
const MAX_CACHED_WORDS = 100_000;

const memos = new Map<StemLanguage, WordMemo<string>>();

/** The stems of words in a language, '' for stop words; known words are not stemmed again. */
export function stemsIn(language: StemLanguage): WordMemo<string> {
  let memo = memos.get(language);
  if (!memo) {
    memo = createWordMemo(MAX_CACHED_WORDS, (word) =>
      isStopWord(word, language) ? '' : stemWord(word, language),
    );
    memos.set(language, memo);
  }
  return memo;
}
