import { mergeDates } from '#gateway/engine/analysis/codes.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { detectStemLanguage, type StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isRequest, isStopWord, isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { type Token, tokenise } from '#gateway/engine/analysis/tokenise.ts';
import type { Alternative, Synonyms } from './alternatives/alternative.ts';
import { findAlternatives } from './alternatives.ts';
import { isArabizi, isArabiziFunctionWord, isSureArabiziFunctionWord } from './arabizi.ts';
import { splitGlued } from './split-glued.ts';

/** A word of a question that carries its subject. `start` and `end` are UTF-16 offsets into the question as asked. */
export interface QuestionTerm {
  /** Normalised spelling. */
  word: string;
  /** Its stem in the question's language. Units in another language are searched by that language's stem. */
  stem: string;
  start: number;
  end: number;
  /** Other expressions of the term in passages. */
  alternatives: Alternative[];
}

/** A word of a question that is not searched for. Offsets as in `QuestionTerm`. */
export interface DroppedWord {
  word: string;
  start: number;
  end: number;
  /**
   * `repeated`: its stem is another term's already. `beyond-limit`: the question is longer than is read. `courtesy`: it
   * greets or thanks, and is taken out before the question is read.
   */
  reason: 'stop-word' | 'question-word' | 'repeated' | 'beyond-limit' | 'courtesy';
}

/** A question as ranking and answering see it. */
export interface Question {
  /** One a stem, in order. Where nothing else is left, stop words are terms. */
  terms: QuestionTerm[];
  /** What is left out, in order. */
  dropped: DroppedWord[];
  /** The terms' stems, in order. */
  stems: string[];
  /**
   * Distinct normalised words whose letters are compared: words of the terms, and repetitions in other forms. Empty for a
   * question in Arabizi, whose letters resemble unrelated words of other languages.
   */
  words: string[];
  /** Language for stemming words in other scripts than Arabic. */
  language: StemLanguage;
  /** The question is Arabic in Latin letters, see `isArabizi`. */
  inArabizi: boolean;
}

/** How a question is read. */
export interface QuestionReading {
  /** Groups of expressions that mean the same to this bot's owner. */
  synonyms?: Synonyms;
  /** Languages of the units asked, if known: the question is read as one of them or as English. */
  languages?: readonly StemLanguage[];
  /** Whether the units asked have a normalised word. */
  isIndexed?: (word: string) => boolean;
}

/** Longer questions are pasted documents: what stands further on adds cost and no subject. */
const MAX_QUESTION_CHARACTERS = 8_000;
const MAX_QUESTION_WORDS = 96;

/**
 * Reads a question: the words that carry its subject with what may stand for them, and the words left out with the
 * reason. At most the first 96 distinct words of the first 8,000 characters are terms.
 */
export function analyseQuestion(
  question: string,
  { synonyms = [], languages, isIndexed }: QuestionReading = {},
): Question {
  const language = detectStemLanguage([question], languages && ['en', ...languages]);
  const text = question.slice(0, MAX_QUESTION_CHARACTERS);
  const tokens = mergeDates(text, tokenise(text)).flatMap(splitGlued);
  const spelled = tokens.map(({ word }) => word);
  const inArabizi = isArabizi(spelled, isIndexed);
  const onlyAsks = (place: number) =>
    isStopWordOfQuestion(tokens[place]?.word ?? '', language) ||
    isCourtesy(tokens, place) ||
    isRequest(spelled, place) ||
    isStrayLetter(tokens, place) ||
    (inArabizi ? isArabiziFunctionWord : isSureArabiziFunctionWord)(tokens[place]?.word ?? '');
  const onlyStopWords = tokens.every((_, place) => onlyAsks(place));
  const terms: QuestionTerm[] = [];
  const dropped: DroppedWord[] = [];
  const stems = new Set<string>();
  const words = new Set<string>();
  for (const [place, { word, start, end }] of tokens.entries()) {
    const drop = (why: DroppedWord['reason']) => dropped.push({ word, start, end, reason: why });
    if (!onlyStopWords && onlyAsks(place)) {
      drop(isStopWord(word, language) ? 'stop-word' : 'question-word');
      continue;
    }
    const stem = stemWord(word, language);
    if (words.has(word)) drop('repeated');
    else if (words.size >= MAX_QUESTION_WORDS) drop('beyond-limit');
    else {
      words.add(word);
      if (stems.has(stem)) drop('repeated');
      else {
        stems.add(stem);
        terms.push({ word, stem, start, end, alternatives: [] });
      }
    }
  }
  const termAt = new Map(terms.map((term) => [term.start, term]));
  for (const { place, alternative } of findAlternatives(tokens, { text, synonyms, language, inArabizi })) {
    // Words of the question itself are counted already.
    if (alternative.stems.every((stem) => stems.has(stem))) continue;
    termAt.get(tokens[place]?.start ?? -1)?.alternatives.push(alternative);
  }
  return { terms, dropped, stems: [...stems], words: inArabizi ? [] : [...words], language, inArabizi };
}

/** A Latin letter that a finger left right before an Arabic word: "jباقة". */
function isStrayLetter(tokens: readonly Token[], place: number): boolean {
  const [letter, next] = [tokens[place], tokens[place + 1]];
  return (
    letter !== undefined &&
    /^[a-z]$/.test(letter.word) &&
    next?.start === letter.end &&
    /^\p{sc=Arabic}/u.test(next.word)
  );
}

/** "لو سمحت" is please; without the first word it is "she allowed". */
function isCourtesy(tokens: readonly Token[], place: number): boolean {
  return tokens[place - 1]?.word === 'لو' && /^سمحت(?:ي|و|وا|م|ن)?$/.test(tokens[place]?.word ?? '');
}
