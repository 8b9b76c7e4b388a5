import { isNameable } from '#gateway/engine/analysis/nameable-words.ts';
import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { arabicSkeleton } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import type { Question } from '#gateway/engine/question/question.ts';
import { type AnswerType, detectAnswerType } from './answer-type.ts';
import { type Language, languageOfAnswer } from './answer-words.ts';
import { GRAM_LETTERS, gramsOf, type WordFeatures } from './word-features.ts';

/** The match of a word of a passage with a question. */
interface WordMatch {
  /** Stems and concepts of the question in the word, as places. */
  stems: readonly number[];
  /** Letter grams of the question in the word, as places. */
  grams: readonly number[];
}

const KNOWN_LETTERS = 2048;
const NO_MATCH: WordMatch = { stems: [], grams: [] };

/** How an alternative is like its term, where it is no wording of it: by root only, by concept, by sound or spelling. */
type Likeness = 'root' | 'concept' | 'sound';

/** A term of the question with weight and alternatives. */
interface QueryTerm {
  weight: number;
  /** A noun, a name or a number as far as its form and place tell, rather than what is done. */
  isName: boolean;
  /** Place of its own stem, the same in every language. */
  stem: number;
  /** Stems of an expression, all required, and its worth against the term itself, 0..1. */
  alternatives: { stems: readonly number[]; worth: number; likeness?: Likeness }[];
}

/** Behind these a word says what is done: "do I ring", "to respond", "how fast". */
const ASKED_OF = /(?<!\p{L})(?:i|you|we|they|to|can|could|will|would|should|must|does|do|how)\s+$/iu;
/** Worth of another word with the same root. */
const RELATED_WEIGHT = 0.5;

/** A question prepared for comparison with statements. */
export interface QuestionMatcher {
  terms: readonly QueryTerm[];
  /** Number of places for stems of terms and alternatives. */
  stemCount: number;
  gramCount: number;
  kind: AnswerType;
  /** The language that the question is answered in. */
  language: Language;
  /** Sum of the terms' weights. */
  total: number;
  match(word: WordFeatures): WordMatch;
}

/** "He arrives" for "she arrives" and back: the forms differ only in the first letter of the verb, and stemming strips only one. */
function spellOtherGender(word: string): string[] {
  if (/^ي[\p{sc=Arabic}]{2,}$/u.test(word)) return [`ت${word.slice(1)}`];
  // A verb that also ends in ta is in the past.
  return /^ت[\p{sc=Arabic}]+[^\P{sc=Arabic}ت]$/u.test(word) ? [`ي${word.slice(1)}`] : [];
}

/** The question's terms with their weights and alternatives, for passages in these languages. */
export function createQuestionMatcher(
  text: string,
  question: Question,
  weights: ReadonlyMap<string, number>,
  languages: Iterable<StemLanguage>,
  answerLanguage: Language = languageOfAnswer(text, 'en', question.inArabizi),
): QuestionMatcher {
  const stems = new Map<string, number>();
  let stemCount = 0;
  // All stems of a word, one for each language, share a place.
  const place = (word: string): number => {
    const spellings = [word, ...spellOtherGender(word)];
    const all = [...new Set([question.language, ...languages])].flatMap((language) =>
      spellings.map((spelling) => stemWord(spelling, language)),
    );
    const number =
      all.map((stem) => stems.get(stem)).find((candidate) => candidate !== undefined) ?? stemCount++;
    for (const stem of all) if (!stems.has(stem)) stems.set(stem, number);
    return number;
  };
  const concepts = new Map<string, number>();
  const skeletons = new Map<string, number>();
  const placeIn = (places: Map<string, number>, key: string): number => {
    const number = places.get(key) ?? stemCount++;
    places.set(key, number);
    return number;
  };
  const terms = question.terms
    .map(({ word, stem, start, end, alternatives }) => ({
      weight: weights.get(stem) ?? 0,
      isName: isNameable(text.slice(start, end)) && !ASKED_OF.test(text.slice(0, start)),
      stem: place(word),
      alternatives,
    }))
    .map(
      ({ alternatives, ...term }): QueryTerm => ({
        ...term,
        alternatives: alternatives.map(({ words, stems: own, concept, skeleton, weight: worth }) => {
          if (skeleton !== undefined)
            return { stems: [placeIn(skeletons, skeleton)], worth, likeness: 'sound' };
          if (concept !== undefined)
            return { stems: [placeIn(concepts, concept)], worth, likeness: 'concept' };
          if (words.length === 0)
            return { stems: own.map((stem) => placeIn(stems, stem)), worth, likeness: 'sound' };
          return { stems: words.map(place), worth };
        }),
      }),
    );
  for (const [index, { word }] of question.terms.entries())
    for (const related of relatedStems(word)) {
      if (stems.has(related)) continue;
      stems.set(related, stemCount);
      terms[index]?.alternatives.push({ stems: [stemCount++], worth: RELATED_WEIGHT, likeness: 'root' });
    }
  const grams = new Map<string, number>();
  for (const word of question.words)
    for (const gram of gramsOf(word)) grams.set(gram, grams.get(gram) ?? grams.size);
  /** Whether any gram has a letter, by letter; letters far apart may share an entry. */
  const isLetter = new Uint8Array(KNOWN_LETTERS);
  for (const gram of grams.keys())
    for (let index = 0; index < gram.length; index++) isLetter[gram.charCodeAt(index) % KNOWN_LETTERS] = 1;
  const findShared = (word: string): number[] => {
    const shared: number[] = [];
    const padded = ` ${word} `;
    let run = 0;
    for (let index = 0; index < padded.length; index++) {
      run = isLetter[padded.charCodeAt(index) % KNOWN_LETTERS] === 1 ? run + 1 : 0;
      // A gram is looked up only when all its letters occur in the question.
      const gram =
        run >= GRAM_LETTERS ? grams.get(padded.slice(index + 1 - GRAM_LETTERS, index + 1)) : undefined;
      if (gram !== undefined) shared.push(gram);
    }
    return shared;
  };
  const met = new Map<WordFeatures, WordMatch>();
  return {
    terms,
    stemCount,
    gramCount: grams.size,
    kind: detectAnswerType(text, question.inArabizi),
    language: answerLanguage,
    total: terms.reduce((sum, { weight }) => sum + weight, 0),
    match(word) {
      let match = met.get(word);
      if (!match) {
        const shared = findShared(word.word);
        const own = word.stop ? undefined : stems.get(word.stem);
        const sounds = skeletons.size > 0 ? skeletons.get(arabicSkeleton(word.stem)) : undefined;
        const said: number[] = [];
        if (own !== undefined) said.push(own);
        if (sounds !== undefined) said.push(sounds);
        for (const code of word.codes) {
          const stem = stems.get(code);
          if (stem !== undefined) said.push(stem);
        }
        for (const id of word.concepts) {
          const concept = concepts.get(id);
          if (concept !== undefined) said.push(concept);
        }
        // Most words have no match in the question.
        match = said.length + shared.length > 0 ? { stems: said, grams: shared } : NO_MATCH;
        met.set(word, match);
      }
      return match;
    },
  };
}
