import type { Question, QuestionTerm } from '#gateway/engine/question/question.ts';
import { type RankingParts, scoreTerms } from '#gateway/engine/ranking/rank.ts';
import type { Segment } from '#gateway/engine/segments/segment.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import { arabicSkeleton, skeletonStem } from '#gateway/engine/lexicon/consonant-skeleton.ts';
import { findMentions } from '#gateway/engine/lexicon/concept-mentions.ts';
import { conceptStem } from '#gateway/engine/lexicon/lexicon.ts';
import type { Alternative } from '#gateway/engine/question/alternatives/alternative.ts';
import { findEntries } from './describe-alternative.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';

/** A passage of one of the searched segments. */
interface Place {
  segment: number;
  ordinal: number;
}

/** What a term adds to the part `stems` of a passage, and which alternative that was earned by; null: the word itself. */
interface TermContribution {
  value: number;
  alternative: number | null;
}

/** Differences below are those of adding in another order. */
const EPSILON = 1e-9;

/**
 * By passage, what each term of a question adds to its part `stems`: the ranking's own scoring, run for one term at a
 * time. A word whose stem an earlier word has in a segment's language adds nothing there, as in the ranking.
 */
function scoreContributions(
  { terms }: Pick<Question, 'terms'>,
  segments: readonly Segment[],
  shown: readonly Place[],
): TermContribution[][] {
  const languages = [...new Set(segments.map(({ language }) => language))];
  const stemsOf = ({ word }: QuestionTerm) => languages.map((language) => stemWord(word, language));
  const scoreAll = (some: readonly QuestionTerm[]) => {
    const corrected = some.map((term) => ({ ...term, isCorrected: true as const }));
    const { scores } = scoreTerms(corrected, segments);
    return shown.map(({ segment, ordinal }) => scores[segment]?.[ordinal] ?? 0);
  };
  const byTerm = terms.map((term, index) => {
    const own = stemsOf(term);
    const earlier = terms
      .slice(0, index)
      .filter((other) => stemsOf(other).some((stem, at) => stem === own[at]));
    const before = earlier.length > 0 ? scoreAll(earlier) : undefined;
    const scoreWith = (alternatives: QuestionTerm['alternatives']) =>
      scoreAll([...earlier, { ...term, alternatives }]).map((score, at) => score - (before?.[at] ?? 0));
    const values = scoreWith(term.alternatives);
    const found: (number | null)[] = shown.map(() => null);
    if (term.alternatives.length > 0) {
      const asItself = scoreWith([]);
      let open = shown.flatMap((_, at) => ((values[at] ?? 0) - (asItself[at] ?? 0) > EPSILON ? [at] : []));
      for (const [alternative, one] of term.alternatives.entries()) {
        if (open.length === 0) break;
        const alone = scoreWith([one]);
        const isIt = (at: number) => (values[at] ?? 0) - (alone[at] ?? 0) <= EPSILON;
        for (const at of open.filter(isIt)) found[at] = alternative;
        open = open.filter((at) => !isIt(at));
      }
    }
    return { values, found };
  });
  return shown.map((_, at) =>
    byTerm.map(({ values, found }) => {
      const value = values[at] ?? 0;
      return { value: value > EPSILON ? value : 0, alternative: found[at] ?? null };
    }),
  );
}

const CHAINS = /^(?:[وف](?:بال|كال|لل|ب|ك|ل))(?=.{3})/;
const PRONOUNS = /(?<=.{3})(?:هما|كما|ها|هم|هن|كم|كن|نا|ه|ك|ي)$/;
const ARABIC = /^\p{sc=Arabic}/u;

/**
 * What is left of a normalised Arabic word without a chain of particles before it (وبالكتاب) and without a pronoun after
 * it (كتابه): the spellings under which it may be the same word, itself first. One of three letters at least.
 */
function stripClitics(word: string): string[] {
  if (!ARABIC.test(word)) return [word];
  const bare = word.replace(CHAINS, '');
  return [...new Set([word, bare, word.replace(PRONOUNS, ''), bare.replace(PRONOUNS, '')])];
}

/** A word of a text that counts for a term of the question: as the word itself (`null`) or as one of its alternatives. */
interface MatchMark {
  /** UTF-16 offsets into the text, `end` excluded. */
  start: number;
  end: number;
  /** Place in the question's terms. */
  term: number;
  /** Place in the term's alternatives. */
  alternative: number | null;
}

const INVISIBLE_END = /\p{Cf}+$/u;

/** A word of a text, and what it may be found by: stems, and as stems are written concepts and skeletons. */
interface ReadToken {
  keys: string[];
  start: number;
  end: number;
}

/** A text as terms are looked for in it. */
interface ReadText {
  text: string;
  tokens: ReadToken[];
  /** Where concepts are named, by what they are indexed under. */
  mentions: { key: string; start: number; end: number }[];
}

/** Reads sentence by sentence, as a segment is built. */
function readText(text: string, language: StemLanguage): ReadText {
  const read: ReadText = { text, tokens: [], mentions: [] };
  for (const sentence of splitSentences(text)) {
    const words = tokenise(sentence.text);
    const first = read.tokens.length;
    for (const { word, start, end } of words) {
      const stems = isStopWord(word, language) ? [] : stemsOf(word, language);
      const skeletons = stems
        .slice(0, 1)
        .flatMap((stem) => (ARABIC.test(stem) ? [skeletonStem(arabicSkeleton(stem))] : []));
      read.tokens.push({
        keys: [...stems, ...skeletons],
        start: sentence.start + start,
        end: sentence.start + end,
      });
    }
    for (const { concept, place, length } of findMentions(words.map(({ word }) => word))) {
      const key = conceptStem(concept);
      const named = read.tokens.slice(first + place, first + place + length);
      for (const { keys } of named) keys.push(key);
      const [{ start } = { start: 0 }, { end } = { end: 0 }] = [named[0], named.at(-1)];
      read.mentions.push({ key, start, end });
    }
  }
  return read;
}

/** What a text must have for an alternative: one spelling of each. */
function neededFor({ words, stems }: Alternative, language: StemLanguage): string[][] {
  return words.length > 0 ? words.map((word) => stemsOf(word, language)) : stems.map((stem) => [stem]);
}

/** Which alternatives of terms are looked for, by their places. */
type AlternativeFilter = (term: number, alternative: number) => boolean;

/**
 * The words of a text that a question's terms are found by, in its own spelling with its marks and tatweel, in order.
 * By the same stems, concepts and skeletons as in the index, `language` being that of the unit; and, since marks are for
 * the eye, also where only particles or pronouns that are written together with a word keep its stem from being found.
 * An alternative of several words counts where all are, some of them perhaps in the `titles` above the text.
 */
export function markMatches(
  text: string,
  question: Pick<Question, 'terms'>,
  language: StemLanguage,
  titles = '',
): MatchMark[] {
  return markWords(readText(text, language), readText(titles, language), { question, language });
}

function markWords(
  { text, tokens }: ReadText,
  titles: ReadText,
  {
    question: { terms },
    language,
    counts = () => true,
  }: { question: Pick<Question, 'terms'>; language: StemLanguage; counts?: AlternativeFilter },
): MatchMark[] {
  const present = new Set([...tokens, ...titles.tokens].flatMap(({ keys }) => keys));
  const claims = new Map<string, { term: number; alternative: number | null }>();
  const claim = (needed: readonly string[][], term: number, alternative: number | null) => {
    if (!needed.every((those) => those.some((key) => present.has(key)))) return;
    for (const key of needed.flat()) if (!claims.has(key)) claims.set(key, { term, alternative });
  };
  for (const [term, { word }] of terms.entries()) claim([stemsOf(word, language)], term, null);
  for (const [term, { alternatives }] of terms.entries())
    for (const [at, alternative] of alternatives.entries())
      if (counts(term, at)) claim(neededFor(alternative, language), term, at);
  return tokens.flatMap(({ keys, start, end }) => {
    const found = keys.flatMap((key) => claims.get(key) ?? [])[0];
    return found ? [{ ...trimInvisible(text, start, end), ...found }] : [];
  });
}

/** A stretch without the invisible characters at its end. */
function trimInvisible(text: string, start: number, end: number): { start: number; end: number } {
  return { start, end: end - (INVISIBLE_END.exec(text.slice(start, end))?.[0].length ?? 0) };
}

/** The word's own stem first. */
function stemsOf(word: string, language: StemLanguage): string[] {
  return stripClitics(word).map((spelling) => stemWord(spelling, language));
}

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
  return shown.map((one, at) => {
    const sum = sumParts(one.parts);
    const segment = segments[one.segment];
    if (!segment) return { shown: one, sum, terms: [], marks: [] };
    // An expression that merely resembles a term is worth marking only where it is what the term was found by.
    const counts: AlternativeFilter = (term, alternative) =>
      values[at]?.[term]?.alternative === alternative ||
      question.terms[term]?.alternatives[alternative]?.origin === 'synonym';
    const { language } = segment;
    const [text, above] = [readText(one.text, language), readText(one.titles, language)];
    const marks = markWords(text, above, { question, language, counts });
    const terms = (values[at] ?? []).flatMap(({ value, alternative: foundBy }, term): MatchedTerm[] => {
      const asked = question.terms[term];
      if (!asked || value === 0) return [];
      // Of a concept a passage may say the word itself and others: the word is what a reader looks for.
      const place = hasWord([text, above], stemWord(asked.word, language)) ? null : foundBy;
      const alternative = place === null ? ownWord(asked) : asked.alternatives[place];
      if (!alternative) return [];
      const own = marks.filter((mark) => mark.term === term && mark.alternative === place).length;
      const found = findIn([text, above], alternative, { language, marked: own });
      const titles = titlesWith(findEntries(alternative, segment), segment, one.ordinal);
      return [
        {
          term,
          alternative: place,
          places: found.count > 0 ? ['text', ...titles] : titles,
          ...found,
          value,
        },
      ];
    });
    return { shown: one, sum, terms, marks };
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
  const found = spellIn(text);
  const [spelled] = found.length > 0 ? found : spellIn(titles);
  return { count: found.length, ...(spelled === undefined ? {} : { text: spelled }) };
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

/** In the order in which ranking adds them. */
function sumParts(parts: RankingParts): number {
  return Object.values(parts).reduce((sum: number, value: number) => sum + value, 0);
}
