import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { weighRarity } from '#gateway/search/ranking/bm25.ts';
import { chooseStatements } from './choose-statements.ts';
import { measureTerms } from './compare-statement.ts';
import { composeQuote, type QuoteSpan } from './compose-quote.ts';
import { analyseQuestion, type QuestionReading } from '#gateway/search/question/question.ts';
import { readSubject, type Subject } from './read-subject.ts';
import { type ReadPassage, readStatements } from './statements.ts';
import { readSupport, weighSupport } from './weigh-support.ts';
import { type WeighedStatement, weighStatements } from './weigh-statements.ts';

/** A ranked passage as an answer is taken from it. `score` is `rank`'s relevance. */
export interface AnswerPassage {
  text: string;
  sectionTitle: string;
  /** The title of its unit. */
  title?: string;
  /** The language of its unit's segment; without it the passage itself tells. */
  language?: StemLanguage;
  score: number;
}

/**
 * Words quoted as they stand, with the indexes of the passages they come from and the exact stretches; or nothing that
 * covers the question. `support`, in 0..1, is what `leastSupport` is compared with: see `weighSupport`.
 */
export type ExtractedAnswer = { support: number } & (
  | { kind: 'quoted'; text: string; from: number[]; spans: QuoteSpan[] }
  | { kind: 'not-found' }
);

export interface AnswerLimits extends QuestionReading {
  /** Longest answer, in UTF-16 units. What is longer is cut to the clauses that answer, shown by ellipses. */
  maxCharacters: number;
  /** Sentences, list items or table rows, 2 unless given. A list that answers as a whole is one of them. */
  maxSentences?: number;
  /** `weighQuestion` of the searched segments. Without it rarity is counted in the passages, and refusal is weaker. */
  weights?: ReadonlyMap<string, number>;
  /** Relevances of the passages as ranked, the first ten at least; those of `passages` unless given. */
  relevances?: readonly number[];
  /** Under this support nothing is answered, `LEAST_SUPPORT` unless given; 0 answers whatever there is. */
  leastSupport?: number;
}

/**
 * Under this support nothing is answered. On the sets here it gives as many right answers as the rule before it, but for
 * one set, and half to four fifths of its wrong ones: see the curve in `docs/decisions/041-quoted-answers.md`.
 */
export const LEAST_SUPPORT = 0.3;
/** Passages behind the best ones hold the answer too rarely to be worth reading. */
const PASSAGES_READ = 5;

/**
 * An answer in the passages' own words: of the statements of the best five passages those, at most `maxSentences`,
 * that most likely hold it (`weighStatements`). Sentences that only ask are passed over for what answers them.
 */
export function extractAnswer(
  text: string,
  passages: readonly AnswerPassage[],
  {
    maxCharacters,
    maxSentences = 2,
    weights,
    relevances = passages.map(({ score }) => score),
    leastSupport = LEAST_SUPPORT,
    ...reading
  }: AnswerLimits,
): ExtractedAnswer {
  const best = passages.slice(0, PASSAGES_READ);
  const read = best.map((passage) => readStatements(passage.text, passage.language));
  const languages = read.map(({ language }) => language);
  const question = analyseQuestion(text, { languages, ...reading });
  const subject = readSubject(text, question, weights ?? weighInPassages(question.stems, read), languages);
  const weighed = weighStatements(
    subject,
    best.map(({ sectionTitle, title = '', score }, index) => ({
      read: read[index] as ReadPassage,
      titled: readTitles(subject, [sectionTitle, title], read[index]?.language),
      score,
    })),
  );
  const ranked = weighed.flatMap(quotable).sort((one, other) => other.value - one.value);
  const [first] = ranked;
  if (!first || subject.total === 0) return { kind: 'not-found', support: 0 };
  const relevance = passages[first.passage]?.score ?? 0;
  const support = weighSupport(readSupport(subject, first, relevance, relevances));
  if (support < leastSupport) return { kind: 'not-found', support };
  const chosen = chooseStatements(ranked, subject, { most: maxSentences, room: maxCharacters });
  return { kind: 'quoted', support, ...composeQuote(chosen, weighed, maxCharacters) };
}

/** What only asks is quoted only where a passage holds nothing else. */
function quotable(statements: readonly WeighedStatement[]): readonly WeighedStatement[] {
  const telling = statements.filter(({ asks }) => !asks);
  return telling.length > 0 ? telling : statements;
}

function readTitles(subject: Subject, titles: readonly string[], language: StemLanguage = 'en'): number[] {
  const found = new Set<number>();
  for (const title of titles)
    if (title !== '')
      for (const { words } of readStatements(title, language).statements)
        for (const word of words) found.add(subject.match(word).stem);
  return measureTerms(subject, (stem) => found.has(stem));
}

function weighInPassages(stems: readonly string[], passages: readonly ReadPassage[]): Map<string, number> {
  const all = passages.flatMap(({ statements }) =>
    statements.map(({ words }) => new Set(words.map(({ stem }) => stem))),
  );
  return new Map(
    stems.map((stem) => [stem, weighRarity(all.filter((found) => found.has(stem)).length, all.length)]),
  );
}
