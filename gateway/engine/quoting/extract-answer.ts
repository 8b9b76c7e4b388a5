import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import { analyseQuestion, type Question, type QuestionReading } from '#gateway/engine/question/question.ts';
import { chooseStatements } from './choose-statements.ts';
import { measureTerms, saysEveryTerm, wordsEveryTerm } from './compare-statement.ts';
import { composeQuote, type Quote } from './compose-quote.ts';
import { hasPrice } from './prices.ts';
import { createQuestionMatcher, type QuestionMatcher } from './question-matcher.ts';
import { answersQuestion, quoteSection } from './quote-section.ts';
import { renderRows } from './render-rows.ts';
import {
  MIN_ANSWERED,
  MIN_WEAK,
  type PassageRelevance,
  type QuoteCoverage,
  supportOf,
  TYPICAL_STATEMENT_LEAD,
} from './quote-support.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
import { type ReadPassage, readStatements, type Statement } from './statements.ts';
import { type ScoredStatement, scoreStatements } from './score-statements.ts';
import { largest } from '#common/long-lists.ts';

/** A ranked passage as an answer is taken from it. `score` is `rank`'s relevance. */
interface AnswerPassage {
  text: string;
  sectionTitle: string;
  /** The title of its unit. */
  title?: string;
  /** The language of its unit's segment; without it the passage itself tells. */
  language?: StemLanguage;
  score: number;
}

/** A section that comes close to an answer: its best words, and its index among the passages. */
export interface NearestSection {
  passage: number;
  text: string;
}

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
  /** Terms that neither the quote nor the titles above it have; of a weak answer, those that none of the nearest sections has. */
  missing: MissingTerm[];
}

/** A word of the question, as it is written there, and its place among the question's terms. */
export interface MissingTerm {
  term: number;
  text: string;
  /** See `QuestionMatcher`. */
  weight: number;
}

interface AnswerOptions extends QuestionReading {
  /** Longest answer, in UTF-16 units. What is longer is cut to the clauses that answer, shown by ellipses. */
  maxCharacters: number;
  /** How likely a quote answers, `supportOf` unless given. */
  judge?: typeof supportOf;
  /** The question as it was ranked; read as `synonyms` and `languages` say unless given. */
  question?: Question;
  /** `termWeights` of the searched segments. Without it rarity is counted in the passages, and refusal is weaker. */
  weights?: ReadonlyMap<string, number>;
  /** What was ranked by words alone, the first ten at least; `passages` unless given. */
  ranked?: readonly PassageRelevance[];
  /** How many passages there are in all that was searched; as many as were ranked unless given. */
  searched?: number;
  /** From which certainty a quote is an answer, and from which it is weak; `MIN_ANSWERED` and `MIN_WEAK` unless given. */
  minAnswered?: number;
  minWeak?: number;
}

/** Passages behind the best ones hold the answer too rarely to be worth reading. */
const PASSAGES_READ = 5;
/** Statements that are quoted of long prose. */
const MAX_STATEMENTS = 2;
/** A weak answer quotes one section, and has words of its own before it. */
const MAX_WEAK_CHARACTERS = 300;
const MAX_NEAREST = 3;
/** A section with less of the best one's relevance is not near. */
const MIN_NEAREST_SHARE = 0.5;
/** Room for a quote that support was fitted with. */
const MIN_CHARACTERS_JUDGED = 400;

/**
 * An answer in the passages' own words: of the section that the question names by its heading, where such a one is ranked
 * first, else of the passage with the best statement (`scoreStatements`). Where it is short, a list or a table, what
 * `quoteSection` quotes; else those statements, of that section or of the best five passages, that most likely answer.
 * Sentences that only ask are passed over for what answers them.
 */
export function extractAnswer(
  text: string,
  passages: readonly AnswerPassage[],
  {
    maxCharacters,
    judge = supportOf,
    question: known,
    weights,
    ranked = passages.map(({ score, title }) => ({ relevance: score, unit: title })),
    searched,
    minAnswered = MIN_ANSWERED,
    minWeak = MIN_WEAK,
    ...reading
  }: AnswerOptions,
): ExtractedAnswer {
  const read = passages.slice(0, PASSAGES_READ).map((passage) => ({
    ...passage,
    read: readStatements(passage.text, passage.language),
  }));
  const languages = read.map((passage) => passage.read.language);
  const question = known ?? analyseQuestion(text, { languages, ...reading });
  const subject = createQuestionMatcher(
    text,
    question,
    weights ?? weighInPassages(question.stems, read),
    languages,
  );
  const best = read.map((passage) => {
    const inTitles = findInTitles(subject, passage);
    return { ...passage, inTitles, titled: measureTerms(subject, (stem) => inTitles.has(stem)) };
  });
  const scored = scoreStatements(subject, best);
  const section = findNamedSection(subject, best);
  const all = scored.flatMap(quotable).sort((one, other) => other.score - one.score);
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
  const texts = best.map((passage) => passage.text);
  // Whether there is an answer does not depend on how much of it is wanted.
  const judged = maxCharacters < MIN_CHARACTERS_JUDGED ? compose(MIN_CHARACTERS_JUDGED) : quote;
  // What is said between the quoted stretches is not of the passages.
  const quoted = judged.spans.flatMap(
    ({ inAnswer: { start, end } }) =>
      readStatements(judged.text.slice(start, end), lead.read.language).statements,
  );
  const found = new Set(lead.inTitles);
  addStems(found, subject, quoted);
  addStems(found, subject, questionsAnswered(judged, scored));
  const isFound = (stem: number) => found.has(stem);
  const coverage: QuoteCoverage = {
    found: measureTerms(subject, isFound).map((worth) => worth > 0),
    saysAll: saysEveryTerm(subject, isFound),
    wordsAll: wordsEveryTerm(subject, isFound),
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
      ...renderRows(quote, texts),
      missing: missingTerms(text, question, subject, found),
    };
  if (certainty < minWeak) return { band: 'not-found', certainty };
  const least = MIN_NEAREST_SHARE * largest(best.map(({ score }) => score));
  const others = best.flatMap(({ score }, one) => (one !== place && score >= least ? [one] : []));
  const order = [place, ...others].slice(0, MAX_NEAREST);
  const limit = Math.min(maxCharacters, MAX_WEAK_CHARACTERS);
  const [first = quote, ...next] = order.map((one) =>
    quotePassage(subject, best[one]?.text ?? '', scored[one] ?? [], limit),
  );
  const inSections = new Set<number>();
  for (const one of order) {
    for (const stem of best[one]?.inTitles ?? []) inSections.add(stem);
    addStems(inSections, subject, best[one]?.read.statements ?? []);
  }
  return {
    band: 'weak',
    certainty,
    ...renderRows(first, texts),
    nearest: [first, ...next].map((one, index) => ({
      passage: order[index] ?? place,
      text: renderRows(one, texts).text,
    })),
    missing: missingTerms(text, question, subject, inSections),
  };
}

/** The terms that `found` has in no form. */
function missingTerms(
  text: string,
  { terms }: Question,
  subject: QuestionMatcher,
  found: ReadonlySet<number>,
): MissingTerm[] {
  const worths = measureTerms(subject, (stem) => found.has(stem));
  return terms.flatMap(({ start, end }, term) =>
    (worths[term] ?? 0) > 0
      ? []
      : [{ term, text: text.slice(start, end), weight: subject.terms[term]?.weight ?? 0 }],
  );
}

/** What one passage has to say: all of it where it is short, else its best statements. */
function quotePassage(
  subject: QuestionMatcher,
  text: string,
  statements: readonly ScoredStatement[],
  limit: number,
): Quote {
  const whole = quoteSection(text, statements, subject, limit);
  if (whole) return whole;
  const ranking = [...quotable(statements)].sort((one, other) => other.score - one.score);
  return composeQuote(
    chooseStatements(ranking, subject, { maxStatements: MAX_STATEMENTS, maxCharacters: limit }),
    // The statements of a passage are found by its index.
    Array.from({ length: (ranking[0]?.passage ?? 0) + 1 }, () => statements),
    limit,
    subject.language,
  );
}

/**
 * The passages of the section ranked first, where its headings say every term of the question and the last of them at
 * least one. By statements alone another section often has the words together.
 */
function findNamedSection(
  subject: QuestionMatcher,
  passages: readonly (AnswerPassage & { read: ReadPassage })[],
): ReadonlySet<number> | undefined {
  const [first] = passages;
  if (!first) return undefined;
  const findIn = (title: string): ReadonlySet<number> => {
    const found = new Set<number>();
    addStems(found, subject, readStatements(title, first.read.language).statements);
    return found;
  };
  const inPath = findIn(first.sectionTitle);
  const inHeading = findIn(first.sectionTitle.split(HEADING_SEPARATOR).at(-1) ?? '');
  const isNamed = inHeading.size > 0 && saysEveryTerm(subject, (stem) => inPath.has(stem));
  if (!isNamed) return undefined;
  const isOfIt = ({ sectionTitle, title }: AnswerPassage) =>
    sectionTitle === first.sectionTitle && title === first.title;
  return new Set(passages.flatMap((passage, index) => (isOfIt(passage) ? [index] : [])));
}

/** How far a statement is ahead of the best one of another passage; undefined where none was read. */
function measureLead(
  first: ScoredStatement | undefined,
  ranking: readonly ScoredStatement[],
): number | undefined {
  const second = ranking.find(({ passage }) => passage !== first?.passage);
  return first && second && first.score - second.score;
}

/** The best statements of all passages, less those that answer another question of their passage. */
function quoteStatements(
  subject: QuestionMatcher,
  ranking: readonly ScoredStatement[],
  scored: readonly (readonly ScoredStatement[])[],
  maxCharacters: number,
): Quote {
  const free = ranking.filter((one) => !answersQuestion(one, scored[one.passage] ?? []));
  const chosen = chooseStatements(free.length > 0 ? free : ranking, subject, {
    maxStatements: MAX_STATEMENTS,
    maxCharacters,
  });
  return composeQuote(chosen, scored, maxCharacters, subject.language);
}

/** Questions in the passages whose answer, the statement behind them, is quoted. */
function questionsAnswered(
  { spans }: Quote,
  scored: readonly (readonly ScoredStatement[])[],
): ScoredStatement[] {
  return spans.flatMap(({ passage, inPassage }) => {
    const before = scored[passage]?.findLast(({ start, text }) => start + text.length <= inPassage.start);
    return before?.asks ? [before] : [];
  });
}

/** What only asks is quoted only where a passage holds nothing else. */
function quotable(statements: readonly ScoredStatement[]): readonly ScoredStatement[] {
  const informative = statements.filter(({ asks }) => !asks);
  return informative.length > 0 ? informative : statements;
}

/** Stems and concepts of the question that the titles of a passage have. */
function findInTitles(
  subject: QuestionMatcher,
  { sectionTitle, title = '', read }: Pick<AnswerPassage, 'sectionTitle' | 'title'> & { read: ReadPassage },
): Set<number> {
  const found = new Set<number>();
  for (const text of [sectionTitle, title])
    if (text !== '') addStems(found, subject, readStatements(text, read.language).statements);
  return found;
}

function addStems(found: Set<number>, subject: QuestionMatcher, statements: readonly Statement[]): void {
  for (const { words } of statements)
    for (const word of words) for (const stem of subject.match(word).stems) found.add(stem);
}

function weighInPassages(
  stems: readonly string[],
  passages: readonly { read: ReadPassage }[],
): Map<string, number> {
  const all = passages.flatMap(({ read }) =>
    read.statements.map(({ words }) => new Set(words.map(({ stem }) => stem))),
  );
  return new Map(
    stems.map((stem) => [
      stem,
      inverseDocumentFrequency(all.filter((found) => found.has(stem)).length, all.length),
    ]),
  );
}
