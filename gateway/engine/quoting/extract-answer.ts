import { analyseQuestion, type Question, type QuestionReading } from '#gateway/engine/question/question.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import type { AnswerPassage } from './answer-passage.ts';
import type { Language } from './answer-words.ts';
import { measureTerms, saysEveryTerm, wordsEveryTerm } from './compare-statement.ts';
import type { Quote } from './compose-quote.ts';
import { addStems, findInTitles } from './find-stems.ts';
import { type MissingTerm, missingTerms } from './missing-terms.ts';
import { findNamedSection } from './named-section.ts';
import { hasPrice } from './prices.ts';
import { createQuestionMatcher } from './question-matcher.ts';
import { type NearestSection, quoteNearest } from './quote-nearest.ts';
import { quoteSection } from './quote-section.ts';
import { questionsAnswered, quotable, quoteStatements } from './quote-statements.ts';
import {
  MIN_ANSWERED,
  MIN_WEAK,
  type PassageRelevance,
  type QuoteCoverage,
  supportOf,
  TYPICAL_STATEMENT_LEAD,
} from './quote-support.ts';
import { renderRows } from './render-rows.ts';
import { type ScoredStatement, scoreStatements } from './score-statements.ts';
import { type ReadPassage, readStatements } from './statements.ts';

/**
 * Words quoted as they stand, with the indexes of the passages they come from and where each part stands in its passage
 * and in the text; or nothing that covers the question. `certainty`, in 0..1, decides the band: see `supportOf`.
 */
export type ExtractedAnswer = { certainty: number } & (
  | ({ band: 'answered' } & Quote & Coverage)
  | ({ band: 'weak'; nearest: NearestSection[] } & Quote & Coverage)
  | { band: 'not-found' }
);

interface Coverage {
  /** Terms absent from the quote and the titles above; for a weak answer, terms absent from all nearest sections. */
  missing: MissingTerm[];
}

interface AnswerOptions extends QuestionReading {
  /** Longest answer, in UTF-16 units. A longer answer is cut to the clauses that answer, with ellipses. */
  maxCharacters: number;
  /** Estimates the likelihood that a quote answers; default `supportOf`. */
  judge?: typeof supportOf;
  /** The analysed question of the ranking; analysed here with `synonyms` and `languages` when absent. */
  question?: Question;
  /** `termWeights` of the searched segments. When absent, rarity is counted in the passages, and refusal is weaker. */
  weights?: ReadonlyMap<string, number>;
  /** Ranking by words alone, at least the first ten; default `passages`. */
  ranked?: readonly PassageRelevance[];
  /** Language of words that are not quoted; default `languageOfAnswer`. */
  language?: Language;
  /** Number of searched passages; default: number of ranked passages. */
  searched?: number;
  /** Least certainty of an answer and of a weak answer; defaults `MIN_ANSWERED` and `MIN_WEAK`. */
  minAnswered?: number;
  minWeak?: number;
}

/** Passages behind the best ones hold the answer too rarely to be worth reading. */
const PASSAGES_READ = 5;
/** Length of quotes for which the support weights were fitted. */
const MIN_CHARACTERS_JUDGED = 400;

/**
 * An answer in the passages' own words: from the top-ranked section when the question names its heading, else from the
 * passage with the best statement (`scoreStatements`). A short section, a list or a table is quoted by `quoteSection`;
 * from longer prose, the statements of the section or of the best five passages that most likely answer. Sentences that
 * only ask are skipped in favour of their answers.
 */
export function extractAnswer(
  text: string,
  passages: readonly AnswerPassage[],
  {
    maxCharacters,
    judge = supportOf,
    question: analysed,
    weights,
    ranked = passages.map(({ score, title }) => ({ relevance: score, unit: title })),
    searched,
    language,
    minAnswered = MIN_ANSWERED,
    minWeak = MIN_WEAK,
    ...reading
  }: AnswerOptions,
): ExtractedAnswer {
  const candidates = passages.slice(0, PASSAGES_READ).map((passage) => ({
    ...passage,
    content: readStatements(passage.text, passage.language),
  }));
  const languages = candidates.map((passage) => passage.content.language);
  const question = analysed ?? analyseQuestion(text, { languages, ...reading });
  const subject = createQuestionMatcher(
    text,
    question,
    weights ?? weighInPassages(question.stems, candidates),
    languages,
    language,
  );
  const best = candidates.map((passage) => {
    const inTitles = findInTitles(subject, passage);
    return { ...passage, inTitles, titled: measureTerms(subject, (stem) => inTitles.has(stem)) };
  });
  const scored = scoreStatements(subject, best);
  const section = findNamedSection(subject, best);
  const all = scored.flatMap(quotable).sort((a, b) => b.score - a.score);
  const ranking = section ? all.filter(({ passage }) => section.has(passage)) : all;
  const statementLead = measureLead(ranking[0], all);
  const place = ranking[0]?.passage ?? 0;
  const lead = best[place];
  const statements = scored[place];
  if (!lead || !statements || subject.total === 0 || ranking.length === 0)
    return { band: 'not-found', certainty: 0 };
  const compose = (limit: number): Quote =>
    quoteSection(lead.text, statements, subject, limit) ?? quoteStatements(subject, ranking, scored, limit);
  const quote = compose(maxCharacters);
  // The band must not depend on the wanted length of the answer.
  const judged = maxCharacters < MIN_CHARACTERS_JUDGED ? compose(MIN_CHARACTERS_JUDGED) : quote;
  // Words between the quoted spans are not from the passages.
  const quoted = judged.spans.flatMap(
    ({ inAnswer: { start, end } }) =>
      readStatements(judged.text.slice(start, end), lead.content.language).statements,
  );
  const answered = new Set(lead.inTitles);
  addStems(answered, subject, quoted);
  addStems(answered, subject, questionsAnswered(judged, scored));
  const isAnswered = (stem: number) => answered.has(stem);
  const coverage: QuoteCoverage = {
    hasTerm: measureTerms(subject, isAnswered).map((worth) => worth > 0),
    saysAll: saysEveryTerm(subject, isAnswered),
    wordsAll: wordsEveryTerm(subject, isAnswered),
    hasNumber: quoted.some(({ words }) => words.some(({ number, date }) => number || date)),
    hasPrice: quoted.some(hasPrice),
    // Where the heading decided, better statements elsewhere do not speak against it.
    statementLead:
      section && statementLead !== undefined
        ? Math.max(statementLead, TYPICAL_STATEMENT_LEAD)
        : statementLead,
  };
  const certainty = judge(subject, ranked, coverage, searched);
  if (certainty >= minAnswered)
    return {
      band: 'answered',
      certainty,
      ...renderRows(
        quote,
        best.map((passage) => passage.text),
      ),
      missing: missingTerms(text, question, subject, answered),
    };
  if (certainty < minWeak) return { band: 'not-found', certainty };
  const {
    quote: first,
    nearest,
    stems,
  } = quoteNearest(subject, best, scored, { lead: place, maxCharacters });
  return {
    band: 'weak',
    certainty,
    ...first,
    nearest,
    missing: missingTerms(text, question, subject, stems),
  };
}

/** Lead of a statement over the best statement of another passage; undefined without another passage. */
function measureLead(
  first: ScoredStatement | undefined,
  ranking: readonly ScoredStatement[],
): number | undefined {
  const second = ranking.find(({ passage }) => passage !== first?.passage);
  return first && second && first.score - second.score;
}

function weighInPassages(
  stems: readonly string[],
  passages: readonly { content: ReadPassage }[],
): Map<string, number> {
  const all = passages.flatMap(({ content }) =>
    content.statements.map(({ words }) => new Set(words.map(({ stem }) => stem))),
  );
  return new Map(
    stems.map((stem) => [
      stem,
      inverseDocumentFrequency(all.filter((words) => words.has(stem)).length, all.length),
    ]),
  );
}
