import { MIN_LIKELY } from '#common/likely-answer.ts';
import { analyseQuestion, type Question, type QuestionReading } from '#gateway/engine/question/question.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import type { AnswerPassage } from './answer-passage.ts';
import type { AbsentRow, Language } from './answer-words.ts';
import { MIN_RELATIVE_LIKELIHOOD } from './choose-statements.ts';
import { measureTerms, saysEveryTerm, wordsEveryTerm } from './compare-statement.ts';
import { joinStatements, type Quote } from './compose-quote.ts';
import { addStems, findInTitles } from './find-stems.ts';
import { type MissingTerm, missingTerms } from './missing-terms.ts';
import { findNamedSection } from './named-section.ts';
import { hasPrice } from './prices.ts';
import { putFirst, withItsLead } from './put-first.ts';
import { createQuestionMatcher, type QuestionMatcher } from './question-matcher.ts';
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
import { chooseRow, type RowChoice } from './row-choice.ts';
import { type ScoredStatement, scoreStatements } from './score-statements.ts';
import { type ReadPassage, readStatements, type Statement } from './statements.ts';

/**
 * Words quoted as they stand, with the indexes of the passages they come from and where each part stands in its passage
 * and in the text; or nothing that covers the question. `certainty`, in 0..1, decides the band: see `supportOf`.
 */
export type ExtractedAnswer = { certainty: number } & (
  | ({ band: 'answered' } & Quote & Coverage)
  | ({ band: 'weak'; nearest: NearestSection[]; rows?: AbsentRow } & Quote & Coverage)
  | { band: 'not-found' }
);

interface Coverage {
  /** Terms absent from the quote and the titles above; for a weak answer, terms absent from all nearest sections. */
  missing: MissingTerm[];
}

interface AnswerOptions extends QuestionReading {
  /** Longest answer, in UTF-16 units. A longer answer is cut to the clauses that answer, with ellipses. */
  maxCharacters: number;
  /** Quotes the rows that the question chooses without the others. */
  isBrief?: boolean;
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
/** Another row than the one that was asked for is not even likely. */
const MAX_OF_OTHER_ROW = MIN_LIKELY - 0.01;
/** Longest quote of a weak answer that names the rows there are. */
const MAX_BESIDE_ROWS = 250;
/** Terms of a question that does little more than name a row. */
const MAX_TERMS_OF_ROW = 4;
/** More rows chosen alike are a list, which keeps its order. */
const MAX_ROWS_FIRST = 3;
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
  options: AnswerOptions,
): ExtractedAnswer {
  const { maxCharacters, judge = supportOf, minAnswered = MIN_ANSWERED, minWeak = MIN_WEAK } = options;
  const candidates = readCandidates(text, passages, options);
  const { question, subject, best, scored } = candidates;
  const lead = findLead(candidates);
  if (!lead) return { band: 'not-found', certainty: 0 };
  const choice = chooseRow(
    subject,
    question.terms.map(({ start, end }) => text.slice(start, end)),
    {
      text: lead.text,
      statements: lead.statements,
      titles: lead.inTitles,
      vocabulary: findStems(subject, best),
    },
  );
  const compose = (limit: number): Quote =>
    quoteSection(lead.text, lead.statements, subject, limit, choice.chosen) ??
    quoteStatements(subject, lead.ranking, scored, limit);
  const quote = compose(maxCharacters);
  // The band must not depend on the wanted length of the answer.
  const judged = maxCharacters < MIN_CHARACTERS_JUDGED ? compose(MIN_CHARACTERS_JUDGED) : quote;
  const { answered, coverage, prose, quotesRows } = readQuote(judged, candidates, lead);
  const { ranked = passages.map(({ score, title }) => ({ relevance: score, unit: title })), searched } =
    options;
  const likelihood = judge(subject, ranked, coverage, searched);
  const absent = quotesRows ? choice.absentBeside(prose) : [];
  const certainty = quotesRows ? judgeRow(likelihood, lead, subject, choice, absent, coverage) : likelihood;
  if (certainty >= minAnswered) {
    const ordered = options.isBrief
      ? (quoteAlone(choice.chosen, lead, subject, maxCharacters) ?? quote)
      : askedFirst(quote, subject, lead, choice.chosen);
    const missing = missingTerms(text, question, subject, answered);
    return { band: 'answered', certainty, ...renderRows(ordered, textsOf(best)), missing };
  }
  if (certainty < minWeak) return { band: 'not-found', certainty };
  // In a long question a verb may pass for the name of a row, so the rest of the question has to fit.
  const asksForRow = question.terms.length <= MAX_TERMS_OF_ROW || likelihood >= minAnswered;
  const lacksRow = asksForRow && choice.isAbsent(absent) && choice.names.length > 1;
  const near = quoteNearest(subject, best, scored, {
    lead: lead.place,
    maxCharacters: lacksRow ? Math.min(maxCharacters, MAX_BESIDE_ROWS) : maxCharacters,
  });
  return {
    band: 'weak',
    certainty,
    ...near.quote,
    nearest: near.nearest,
    missing: missingTerms(text, question, subject, near.stems),
    ...(lacksRow && {
      rows: { absent: absent.map((term) => spell(text, question, term)), names: choice.names },
    }),
  };
}

/** The question, and the passages that may answer it, read. */
function readCandidates(
  text: string,
  passages: readonly AnswerPassage[],
  { question: analysed, weights, language, synonyms, languages: given }: AnswerOptions,
) {
  const candidates = passages.slice(0, PASSAGES_READ).map((passage) => ({
    ...passage,
    content: readStatements(passage.text, passage.language),
  }));
  const languages = candidates.map((passage) => passage.content.language);
  const question =
    analysed ?? analyseQuestion(text, { languages: given ?? languages, ...(synonyms && { synonyms }) });
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
  return { question, subject, best, scored: scoreStatements(subject, best) };
}

type Candidates = ReturnType<typeof readCandidates>;

/** The passage of the best statement. Undefined without one, and for a question without a subject. */
function findLead({ subject, best, scored }: Candidates) {
  const section = findNamedSection(subject, best);
  const all = scored.flatMap(quotable).sort((a, b) => b.score - a.score);
  const ranking = section ? all.filter(({ passage }) => section.has(passage)) : all;
  const first = findWithFigure(ranking, best, subject) ?? ranking[0];
  const place = first?.passage ?? 0;
  const [passage, statements] = [best[place], scored[place]];
  if (!first || !passage || !statements || subject.total === 0) return undefined;
  const statementLead = measureLead(first, all);
  return {
    ...passage,
    place,
    statements,
    ranking: ranking.slice(ranking.indexOf(first)),
    best: first,
    isNamed: section !== undefined,
    // Where the heading decided, better statements elsewhere do not speak against it.
    statementLead:
      section && statementLead !== undefined
        ? Math.max(statementLead, TYPICAL_STATEMENT_LEAD)
        : statementLead,
  };
}

type Lead = NonNullable<ReturnType<typeof findLead>>;

/**
 * The best statement of a passage that tells the price, the amount or the date asked for, unless it is far behind:
 * another list of the same things often says their names better.
 */
function findWithFigure(
  [first, ...others]: readonly ScoredStatement[],
  passages: readonly { content: ReadPassage }[],
  subject: QuestionMatcher,
): ScoredStatement | undefined {
  const lacks = ({ passage }: ScoredStatement) =>
    lacksFigure(passages[passage]?.content.statements ?? [], subject);
  if (!first || !lacks(first)) return first;
  const least = first.score + Math.log(MIN_RELATIVE_LIKELIHOOD);
  return others.find((other) => other.score >= least && !lacks(other));
}

/** How far a quote and the titles above it cover the question. `prose`: stems of the question in its sentences. */
function readQuote(quote: Quote, { subject, scored }: Candidates, lead: Lead) {
  // Words between the quoted spans are not from the passages.
  const quoted = quote.spans.flatMap(
    ({ inAnswer: { start, end } }) =>
      readStatements(quote.text.slice(start, end), lead.content.language).statements,
  );
  const answered = new Set(lead.inTitles);
  addStems(answered, subject, quoted);
  addStems(answered, subject, questionsAnswered(quote, scored));
  const isAnswered = (stem: number) => answered.has(stem);
  const [sentences, rows] = [quoted.filter((statement) => !isRow(statement)), quoted.filter(isRow)];
  const prose = new Set<number>();
  addStems(prose, subject, sentences);
  const coverage: QuoteCoverage = {
    hasTerm: measureTerms(subject, isAnswered).map((worth) => worth > 0),
    saysAll: saysEveryTerm(subject, isAnswered),
    wordsAll: wordsEveryTerm(subject, isAnswered),
    hasNumber: quoted.some(({ words }) => words.some(({ number, date }) => number || date)),
    hasPrice: quoted.some(hasPrice),
    relevance: lead.score,
    statementLead: lead.statementLead,
  };
  return { answered, coverage, prose, quotesRows: rows.length > 0 };
}

/**
 * The likelihood of a quote of rows: another row than the one that was asked for does not answer, and a single row with
 * every word of the question does.
 */
function judgeRow(
  likelihood: number,
  { best }: Lead,
  subject: QuestionMatcher,
  choice: RowChoice,
  absent: readonly number[],
  { hasTerm }: QuoteCoverage,
): number {
  const { chosen } = choice;
  // What other rows tell is no figure of the row that was asked for.
  const evidence = chosen.length > 0 ? chosen : isRow(best) ? [] : [best];
  if (lacksFigure(evidence, subject) || choice.isAbsent(absent))
    return Math.min(likelihood, MAX_OF_OTHER_ROW);
  const isChosen = chosen.length === 1 && absent.length === 0 && hasTerm.every(Boolean);
  return isChosen ? Math.max(likelihood, MIN_ANSWERED) : likelihood;
}

/** Whether none of the statements tells the price, the amount or the date that is asked for. */
function lacksFigure(
  statements: readonly Statement[],
  { kind: { pricing, asksFor } }: QuestionMatcher,
): boolean {
  if (statements.length === 0) return false;
  const isNumeric = ({ words }: Statement) => words.some(({ number, date }) => number || date);
  const wantsNumber = asksFor === 'date' || asksFor === 'amount';
  return (pricing && !statements.some(hasPrice)) || (wantsNumber && !statements.some(isNumeric));
}

/** The quote with the rows that the question chose, else the sentence that answers best, before all the rest. */
function askedFirst(
  quote: Quote,
  subject: QuestionMatcher,
  { place, best, ranking, isNamed, content: { statements } }: Lead,
  chosen: readonly Statement[],
): Quote {
  if (subject.kind.stepwise) return quote;
  const hasFigure = (statement: Statement) => !lacksFigure([statement], subject);
  const telling = chosen.filter(hasFigure);
  const rows = telling.length > 0 ? telling : chosen;
  if (rows.length > 0 && rows.length <= MAX_ROWS_FIRST)
    // Each comes to stand before those moved already.
    return rows.toReversed().reduce((moved, row) => putFirst(moved, place, spanOf(row)), quote);
  if (isRow(best)) return quote;
  const [opening] = statements;
  // Below a heading that is the question, the answer begins with the first sentence.
  if (isNamed && opening && hasFigure(opening)) return quote;
  const ofPassage = ranking.filter((statement) => statement.passage === place && !isRow(statement));
  const sentence = ofPassage.find(hasFigure) ?? best;
  const [first = sentence] = withItsLead(sentence, statements);
  return putFirst(quote, place, { start: first.start, end: spanOf(sentence).end });
}

/** Nothing but the rows that the question chose; undefined where it chose none, or more than fit. */
function quoteAlone(
  chosen: readonly Statement[],
  { statements }: Lead,
  { language }: QuestionMatcher,
  maxCharacters: number,
): Quote | undefined {
  const rows = statements.filter(({ start }) => chosen.some((row) => row.start === start));
  const characters = rows.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (rows.length === 0 || rows.length > MAX_ROWS_FIRST || characters > maxCharacters) return undefined;
  const parts = rows.map((statement) => ({ statement, start: 0, end: statement.text.length }));
  return joinStatements(parts, maxCharacters, { language });
}

const isRow = ({ kind }: Statement): boolean => kind !== 'sentence';
const spanOf = ({ start, text }: Statement) => ({ start, end: start + text.length });
const textsOf = (passages: readonly AnswerPassage[]): string[] => passages.map(({ text }) => text);

/** A term as it was written. */
function spell(text: string, { terms }: Question, term: number): string {
  return text.slice(terms[term]?.start, terms[term]?.end);
}

/** Stems of the question in passages and their titles. */
function findStems(
  subject: QuestionMatcher,
  passages: readonly { content: ReadPassage; inTitles: ReadonlySet<number> }[],
): Set<number> {
  const stems = new Set<number>();
  for (const { content, inTitles } of passages) {
    for (const stem of inTitles) stems.add(stem);
    addStems(stems, subject, content.statements);
  }
  return stems;
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
