import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { detectStemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { openFts5 } from './fts5.ts';
import type { Ranker } from './ranker.ts';

export const fts5Stems: Ranker = {
  name: 'fts5-stems',
  about:
    'SQLite FTS5 over our own analysis: stop words out, stems of the question ORed, bm25 with titles x 2 (best of .1-4)',
  build({ passages }) {
    const language = detectStemLanguage(passages.map(({ text }) => text));
    const stemsOf = (text: string) =>
      tokenise(text).flatMap(({ word }) => (isStopWord(word, language) ? [] : stemWord(word, language)));
    return openFts5(passages, {
      // Every letter beyond ASCII is part of a word to it, so stems stay as they are.
      tokenizer: "ascii tokenchars '.'",
      write: (text) => stemsOf(text).join(' '),
      read: (question) => analyseQuestion(question, { languages: [language] }).stems,
      weights: [2, 2, 1],
    });
  },
};
