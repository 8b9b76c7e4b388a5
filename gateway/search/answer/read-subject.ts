import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { relatedStems } from '#gateway/text/analysis/related-stems.ts';
import type { AnswerWord } from './answer-words.ts';
import { gramsOf } from './letter-grams.ts';
import type { Question } from '#gateway/search/question/question.ts';
import { type QuestionKind, readKind } from './question-kind.ts';

/** What a word of a passage has to do with a question. */
export interface WordMatch {
  /** Place, among the subject's stems, of the one it has; -1 when it has none of them. */
  stem: number;
  /** Places, among the subject's letter grams, of those it has. */
  grams: readonly number[];
}

/** One term of the question: its weight, and what may be said for it. */
export interface SubjectTerm {
  weight: number;
  /** Place of its own stem, the same in every language. */
  stem: number;
  /** Stems that must all be there, and what they are then worth against the term itself, 0..1; `related`: by root only. */
  alternatives: { stems: readonly number[]; worth: number; related?: true }[];
}

/** What another word of the same root is worth. */
const RELATED_WORTH = 0.5;

/** A question as statements are compared with it. */
export interface Subject {
  terms: readonly SubjectTerm[];
  /** How many places for stems there are, of terms and alternatives. */
  stemCount: number;
  gramCount: number;
  kind: QuestionKind;
  /** Sum of the terms' weights. */
  total: number;
  match(word: AnswerWord): WordMatch;
}

/** "He arrives" for "she arrives" and back: only the verb's first letter tells them apart, and stemming leaves one of them. */
function spellOtherGender(word: string): string[] {
  if (/^ي[\p{sc=Arabic}]{2,}$/u.test(word)) return [`ت${word.slice(1)}`];
  // What also ends in ta is of the past.
  return /^ت[\p{sc=Arabic}]+[^\P{sc=Arabic}ت]$/u.test(word) ? [`ي${word.slice(1)}`] : [];
}

/** The question's terms with their weights and alternatives, for passages in these languages. */
export function readSubject(
  text: string,
  question: Question,
  weights: ReadonlyMap<string, number>,
  languages: Iterable<StemLanguage>,
): Subject {
  const stems = new Map<string, number>();
  let stemCount = 0;
  // Each language has its own stem of a word: all of them are the same place.
  const place = (word: string): number => {
    const spellings = [word, ...spellOtherGender(word)];
    const all = [...new Set([question.language, ...languages])].flatMap((language) =>
      spellings.map((spelling) => stemWord(spelling, language)),
    );
    const found = all.map((stem) => stems.get(stem)).find((known) => known !== undefined) ?? stemCount++;
    for (const stem of all) if (!stems.has(stem)) stems.set(stem, found);
    return found;
  };
  const terms = question.terms
    .map(({ word, stem, alternatives }) => ({
      weight: weights.get(stem) ?? 0,
      stem: place(word),
      alternatives,
    }))
    .map(
      ({ alternatives, ...term }): SubjectTerm => ({
        ...term,
        alternatives: alternatives.map(({ words, weight }) => ({ stems: words.map(place), worth: weight })),
      }),
    );
  for (const [index, { word }] of question.terms.entries())
    for (const related of relatedStems(word)) {
      if (stems.has(related)) continue;
      stems.set(related, stemCount);
      terms[index]?.alternatives.push({ stems: [stemCount++], worth: RELATED_WORTH, related: true });
    }
  const grams = new Map<string, number>();
  for (const word of question.words)
    for (const gram of gramsOf(word)) grams.set(gram, grams.get(gram) ?? grams.size);
  const met = new Map<AnswerWord, WordMatch>();
  return {
    terms,
    stemCount,
    gramCount: grams.size,
    kind: readKind(text),
    total: terms.reduce((sum, { weight }) => sum + weight, 0),
    match(word) {
      let match = met.get(word);
      if (!match) {
        const shared = gramsOf(word.word).flatMap((gram) => grams.get(gram) ?? []);
        match = { stem: word.stop ? -1 : (stems.get(word.stem) ?? -1), grams: shared };
        met.set(word, match);
      }
      return match;
    },
  };
}
