import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptStem, expressionsOf } from '#gateway/engine/lexicon/lexicon.ts';
import type { Alternative } from '#gateway/engine/question/alternatives/alternative.ts';
import type { Question, QuestionTerm } from '#gateway/engine/question/question.ts';
import { countHaving } from '#gateway/engine/ranking/count-having.ts';
import { findEntry } from '#gateway/engine/ranking/find-entry.ts';
import { stemForIndex } from '#gateway/engine/segments/build-segment.ts';
import {
  createPostingList,
  createSpelledText,
  type Segment,
  type SpelledText,
} from '#gateway/engine/segments/segment.ts';

/** An alternative as it is shown. */
export interface DescribedAlternative extends Pick<Alternative, 'stems' | 'weight' | 'origin'> {
  /** Words for a reader: those looked for, or those found where any of several will do. */
  text: string;
  /** Passages with the alternative in their text or titles. */
  passages: number;
}

/** Expressions of a concept, or words with the same consonants, that are named. */
const MAX_NAMED = 3;

/** The ids in a segment of what a passage must have for an alternative, -1 for what the segment has not. */
export function findEntries({ words, stems }: Alternative, segment: Segment): number[] {
  return words.length > 0
    ? words.map((word) => segment.findStem(stemWord(word, segment.language)))
    : stems.map((stem) => findEntry(segment, stem));
}

/**
 * A question as it was searched for in these segments: without the readings of Arabizi that no word of theirs has. It
 * scores the same.
 */
export function toSearchedQuestion(question: Question, segments: readonly Segment[]): Question {
  const isFound = (alternative: Alternative) =>
    alternative.skeleton === undefined ||
    segments.some((segment) => !findEntries(alternative, segment).includes(-1));
  const terms = question.terms.map((term) => ({ ...term, alternatives: term.alternatives.filter(isFound) }));
  return { ...question, terms };
}

/**
 * An alternative to a term of a question. Where it may be said in several ways its text is what these segments say, as
 * far as words of theirs are in memory.
 */
export function describeAlternative(
  alternative: Alternative,
  { word }: Pick<QuestionTerm, 'word'>,
  { stems: questionStems }: Pick<Question, 'stems'>,
  segments: readonly Segment[],
): DescribedAlternative {
  const { words, stems, weight, origin, concept } = alternative;
  const countAll = (entriesOf: (segment: Segment) => number[]) =>
    segments.reduce((sum, segment) => {
      const ids = entriesOf(segment);
      return ids.includes(-1) ? sum : sum + countHaving(segment, ids);
    }, 0);
  const passages = countAll((segment) => findEntries(alternative, segment));
  if (words.length > 0) return { text: words.join(' '), stems, weight, origin, passages };
  const expressions = findExpressions(alternative, questionStems, segments);
  const [standard = [word]] =
    concept === undefined
      ? []
      : expressionsOf(concept).filter((expression) => !expression.every(isAskedIn(questionStems)));
  return {
    text: listWords(expressions.length > 0 ? expressions : [standard.join(' ')]),
    stems: [],
    weight,
    origin,
    // A passage that only says the word itself has no alternative to it.
    passages:
      concept === undefined || expressions.length > 0
        ? passages
        : passages -
          countAll((segment) => [
            segment.findStem(conceptStem(concept)),
            segment.findStem(stemWord(word, segment.language)),
          ]),
  };
}

const isAskedIn = (questionStems: readonly string[]) => (word: string) =>
  questionStems.includes(stemWord(word));

/** Words as a list, with the comma of their script. */
const listWords = (words: readonly string[]): string =>
  words.join(/^\p{sc=Arabic}/u.test(words[0] ?? '') ? '، ' : ', ');

/** Passages of all segments that are looked at for expressions of one alternative. */
const MAX_READ_PASSAGES = 30;
const postings = createPostingList();
const spelled = createSpelledText();

/**
 * What passages and titles of these segments say for a concept, a skeleton or a stem, other than the words of the question: the
 * most frequent expressions, each in its shortest form. Of passages whose words are in memory only.
 */
function findExpressions(
  alternative: Alternative,
  questionStems: readonly string[],
  segments: readonly Segment[],
): string[] {
  const expressions = new Map<string, { text: string; count: number }>();
  let passagesToRead = MAX_READ_PASSAGES;
  for (const segment of segments) {
    const [stem = -1] = findEntries(alternative, segment);
    if (stem < 0) continue;
    const isAsked = isAskedIn(questionStems);
    const readPassage = () => {
      passagesToRead--;
      for (const words of readSentences(spelled))
        for (const expression of expressionsIn(words, alternative, { segment, stem })) {
          const key = expression.map((word) => stemWord(word, segment.language)).join(' ');
          if (expression.every(isAsked)) continue;
          const text = expression.join(' ');
          const entry = expressions.get(key);
          if (!entry) expressions.set(key, { text, count: 1 });
          else {
            entry.count++;
            if (text.length < entry.text.length) entry.text = text;
          }
        }
    };
    const count = segment.readPostings(stem, postings);
    for (const ordinal of Array.from(postings.ordinals.subarray(0, count))) {
      if (passagesToRead <= 0) break;
      if (segment.missingParts([ordinal]).length > 0) continue;
      segment.readPassage(ordinal, spelled);
      readPassage();
    }
    if (passagesToRead <= 0 || segment.missingParts([]).length > 0) continue;
    for (const section of [...segment.sectionsWith(stem), ...(segment.titleHas(stem) ? [0] : [])].slice(
      0,
      passagesToRead,
    )) {
      segment.readTitles(section, spelled);
      readPassage();
    }
  }
  return [...expressions.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_NAMED)
    .map(({ text }) => text);
}

/** The expressions of a sentence that say a concept, or else its words that have the stem. */
function expressionsIn(
  words: readonly string[],
  { concept }: Alternative,
  { segment, stem }: { segment: Segment; stem: number },
): string[][] {
  if (concept !== undefined)
    return findMentions(words)
      .filter((mention) => mention.concept === concept)
      .map(({ place, length }) => words.slice(place, place + length));
  const text = segment.stemAt(stem);
  return words.filter((word) => stemForIndex(word, segment.language) === text).map((word) => [word]);
}

function readSentences({ letters, sentenceCount, sentenceStarts }: SpelledText): string[][] {
  return Array.from({ length: sentenceCount }, (_, index) =>
    String.fromCharCode(...letters.subarray(sentenceStarts[index], sentenceStarts[index + 1]))
      .split(' ')
      .filter((word) => word !== ''),
  );
}
