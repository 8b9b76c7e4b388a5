import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import type { Alternative } from '#gateway/engine/question/alternatives/alternative.ts';
import type { Question, QuestionTerm } from '#gateway/engine/question/question.ts';
import type { RankingParts } from '#gateway/engine/ranking/rank.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import { findEntries } from './describe-alternative.ts';
import { type AlternativeFilter, type MatchMark, markWords } from './mark-matches.ts';
import { neededFor, type ReadText, readText, trimInvisible } from './read-text.ts';
import { type Place, scoreContributions } from './score-contributions.ts';

/** A passage that was shown. */
interface ShownPassage extends Place {
  text: string;
  /** The titles above it, together. */
  titles: string;
  parts: RankingParts;
}

/** What one term of the question adds to the part `stems` of a passage, and by what. */
interface MatchedTerm {
  term: number;
  /** The alternative that it was found by; null where the passage has the word itself. */
  alternative: number | null;
  places: ('text' | 'section-title' | 'unit-title')[];
  /** An alternative that may be said in several ways: what the passage says, in text or titles. */
  text?: string;
  /** How often the text has it. */
  count: number;
  value: number;
}

/** A shown passage with the sum of its parts, what each term added and the words to be marked. */
export interface ExplainedPassage<Shown extends ShownPassage = ShownPassage> {
  shown: Shown;
  sum: number;
  /** Their values add up to the part `stems`. */
  terms: MatchedTerm[];
  marks: MatchMark[];
}

/** What the shown passages were ranked by, and where they have the words of a question as `toSearchedQuestion` has it. */
export function explainPassages<Shown extends ShownPassage>(
  question: Question,
  segments: readonly Segment[],
  shown: readonly Shown[],
): ExplainedPassage<Shown>[] {
  const values = scoreContributions(question, segments, shown);
  return shown.map((passage, index) => {
    const sum = sumParts(passage.parts);
    const segment = segments[passage.segment];
    if (!segment) return { shown: passage, sum, terms: [], marks: [] };
    // An expression that merely resembles a term is worth marking only where it is what the term was found by.
    const counts: AlternativeFilter = (term, alternative) =>
      values[index]?.[term]?.alternative === alternative ||
      question.terms[term]?.alternatives[alternative]?.origin === 'synonym';
    const { language } = segment;
    const [text, above] = [readText(passage.text, language), readText(passage.titles, language)];
    const marks = markWords(text, above, { question, language, counts });
    const terms = (values[index] ?? []).flatMap(({ value, alternative: foundBy }, term): MatchedTerm[] => {
      const queryTerm = question.terms[term];
      if (!queryTerm || value === 0) return [];
      // Of a concept a passage may say the word itself and others: the word is what a reader looks for.
      const place = hasWord([text, above], stemWord(queryTerm.word, language)) ? null : foundBy;
      const alternative = place === null ? ownWord(queryTerm) : queryTerm.alternatives[place];
      if (!alternative) return [];
      const own = marks.filter((mark) => mark.term === term && mark.alternative === place).length;
      const match = findIn([text, above], alternative, { language, marked: own });
      const titles = titlesWith(findEntries(alternative, segment), segment, passage.ordinal);
      return [
        {
          term,
          alternative: place,
          places: match.count > 0 ? ['text', ...titles] : titles,
          ...match,
          value,
        },
      ];
    });
    return { shown: passage, sum, terms, marks };
  });
}

const hasWord = (texts: readonly ReadText[], stem: string): boolean =>
  texts.some(({ tokens }) => tokens.some(({ keys: [first] }) => first === stem));

/** A term as if it were an alternative to itself. */
const ownWord = ({ word, stem }: QuestionTerm): Alternative => ({
  words: [word],
  stems: [stem],
  weight: 1,
  origin: 'dialect',
});

/**
 * How often a text says an alternative, of which `marked` words are; and how, where there are several ways to say it: the
 * first words in the text or in the titles above.
 */
function findIn(
  [text, titles]: readonly [ReadText, ReadText],
  alternative: Alternative,
  { language, marked }: { language: StemLanguage; marked: number },
): { count: number; text?: string } {
  const wanted = new Set(neededFor(alternative, language).map(([key]) => key));
  if (alternative.words.length > 0) {
    // A word is marked for one term, and may be what another was found by as well.
    const count = marked > 0 ? marked : text.tokens.filter(({ keys: [key] }) => wanted.has(key)).length;
    // An expression of several words counts once, however often its words are there.
    return { count: alternative.words.length > 1 ? Math.min(1, count) : count };
  }
  const spellIn = ({ text: where, tokens, mentions }: ReadText) =>
    (alternative.concept === undefined
      ? tokens.filter(({ keys }) => keys.some((key) => wanted.has(key)))
      : mentions.filter(({ key }) => wanted.has(key))
    ).map(({ start, end }) => {
      const trimmed = trimInvisible(where, start, end);
      return where.slice(trimmed.start, trimmed.end);
    });
  const spellings = spellIn(text);
  const [spelled] = spellings.length > 0 ? spellings : spellIn(titles);
  return { count: spellings.length, ...(spelled === undefined ? {} : { text: spelled }) };
}

/** The titles above a passage that have any of these stems. */
function titlesWith(stems: readonly number[], segment: Segment, ordinal: number): MatchedTerm['places'] {
  const ids = stems.filter((id) => id >= 0);
  const section = segment.sectionOf(ordinal);
  return [
    ...(ids.some((id) => segment.sectionsWith(id).includes(section)) ? (['section-title'] as const) : []),
    ...(ids.some((id) => segment.titleHas(id)) ? (['unit-title'] as const) : []),
  ];
}

/** Adds in the order of ranking, so that rounding agrees. */
function sumParts(parts: RankingParts): number {
  return Object.values(parts).reduce((sum: number, value: number) => sum + value, 0);
}
