import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import type { AnswerType } from './answer-type.ts';
import { type Comparison, compareStatement } from './compare-statement.ts';
import { MONEY_SIGN } from './prices.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import type { ReadPassage, Statement } from './statements.ts';

/** Features of a statement, each in 0..1 unless stated otherwise. `FEATURE_WEIGHTS` weighs them. */
interface StatementFeatures {
  /** Share of the question's weight in the statement's words, or in a question directly before the statement. */
  direct: number;
  /** The same share, for words only of the statement before. */
  before: number;
  /** The same share, for words only of the titles. */
  title: number;
  /** As `direct`, with the rarity of words among these statements: a word of every statement does not discriminate. */
  directHere: number;
  beforeHere: number;
  /** Share of the question's letter grams in the statement, by rarity among these statements. */
  grams: number;
  /** Weight of words that stand near each other, in the same order, in the question too. */
  pairs: number;
  /** The statement has the first, the last term of the question. */
  firstTerm: number;
  lastTerm: number;
  /** The statement opens its passage with a word of a short question: a definition. */
  defines: number;
  /** Relevance of the passage against the best passage. */
  relevance: number;
  /** Logarithm of 1 plus the rank of the passage, from 0. */
  depth: number;
  /** Logarithm of the length in hundreds of characters. */
  length: number;
  /** Logarithm of 1 plus the number of words absent from the question. */
  novel: number;
  /** The question asks for a date and the statement has a number, has a date. */
  dateNumber: number;
  date: number;
  /** The question asks for an amount and the statement has a number. */
  amount: number;
  /** The question asks for a price and the statement mentions money. */
  price: number;
  /** The question asks for a date or an amount and the statement has a number near a word of the question. */
  near: number;
  /** The question asks for a person, a place and the statement has a noun for persons, for places. */
  person: number;
  place: number;
  /** The question asks for a definition and the statement gives one. */
  equates: number;
  /** The question asks for a name and the statement gives one. */
  name: number;
  /** The question asks for neither date nor amount, and the statement has quotation marks or brackets. */
  marks: number;
}

/**
 * Fitted to the conditional likelihood of the statement that holds the gold answer among those of the best five
 * passages, on XQuAD, ARCD and MLQA in Arabic and English together; each set's own figures in
 * `docs/decisions/041-quoted-answers.md` come from the three others. `price` alone is not, since thirteen questions ask
 * for one: it is worth what a number is where an amount is asked for.
 */
const FEATURE_WEIGHTS: Readonly<Record<keyof StatementFeatures, number>> = {
  direct: 1.72,
  before: 1.66,
  title: 1.79,
  directHere: 2.08,
  beforeHere: 0.86,
  grams: 3.04,
  pairs: 0.68,
  firstTerm: 0.41,
  lastTerm: 0.27,
  defines: 0.53,
  relevance: 3.03,
  depth: -1.3,
  length: 0.52,
  novel: -0.76,
  dateNumber: 0.42,
  date: 1.08,
  amount: 1.22,
  price: 1.22,
  near: 0.83,
  person: 0.31,
  place: 0.37,
  equates: 0.43,
  name: 0.35,
  marks: 0.24,
};
const FEATURES = Object.keys(FEATURE_WEIGHTS) as (keyof StatementFeatures)[];

const NO_FEATURES = Object.fromEntries(FEATURES.map((name) => [name, 0])) as unknown as StatementFeatures;

/** A statement with features and score. */
export interface ScoredStatement extends Statement {
  /** Index of the passage among those given. */
  passage: number;
  /** Place among the statements of its passage. */
  place: number;
  features: StatementFeatures;
  /** Weighted sum of the features: a statement that scores 1 more is e times as likely to hold the answer. */
  score: number;
}

/** A passage for scoring. `titled`: presence of each term in the titles, 0..1. */
interface ScoredPassage {
  content: ReadPassage;
  titled: readonly number[];
  score: number;
}

/** Words for naming, in Arabic, English and some other languages. */
const NAMES =
  /سم[يىّ]|[يت]سمى|مسم[ىا]|[يت]عرف|معروف|باسم|[يت]دعى|طلق|called|named|known as|name|term|appel|nomm|genannt|nannte|heißt|llama|nombre|chiama|nome|называ|имен/iu;
const MARKS = /["«“”(]/u;
/** Longest question, in terms, that a definition answers. */
const MAX_DEFINITION_TERMS = 4;

/** The statements of each passage with their scores for the question, in the given order. */
export function scoreStatements(
  subject: QuestionMatcher,
  passages: readonly ScoredPassage[],
): ScoredStatement[][] {
  const compared = passages.map(({ content }) =>
    content.statements.map((statement) => compareStatement(subject, statement)),
  );
  const all = compared.flat();
  const here = rarities(
    subject.terms.length,
    all.map(({ has }) => has.flatMap((worth, term) => (worth > 0 ? [term] : []))),
  );
  const grams = rarities(
    subject.gramCount,
    all.map((comparison) => comparison.grams),
  );
  const total = { terms: subject.total || 1, here: sum(here) || 1, grams: sum(grams) || 1 };
  const best = passages.reduce((bestScore, { score }) => Math.max(bestScore, score), 0) || 1;
  return passages.map(({ content, titled, score }, passage) => {
    return content.statements.map((statement, place): ScoredStatement => {
      const own = compared[passage]?.[place] as Comparison;
      const previous = compared[passage]?.[place - 1];
      const followsQuestion = content.statements[place - 1]?.asks ?? false;
      const features = { ...NO_FEATURES };
      subject.terms.forEach(({ weight }, term) => {
        const before = previous?.has[term] ?? 0;
        const direct = Math.max(own.has[term] ?? 0, followsQuestion ? before : 0);
        const rarity = here[term] ?? 0;
        const inTitle = titled[term] ?? 0;
        features.direct += (direct * weight) / total.terms;
        features.directHere += (direct * rarity) / total.here;
        if (direct > 0) return;
        features.before += (before * weight) / total.terms;
        features.beforeHere += (before * rarity) / total.here;
        if (before === 0) features.title += (inTitle * weight) / total.terms;
      });
      for (const gram of own.grams) features.grams += (grams[gram] ?? 0) / total.grams;
      features.pairs = own.pairs / total.terms;
      features.firstTerm = own.has[0] ? 1 : 0;
      features.lastTerm = own.has.at(-1) ? 1 : 0;
      features.defines =
        place === 0 && own.startsWithTerm && subject.terms.length <= MAX_DEFINITION_TERMS ? 1 : 0;
      features.relevance = score / best;
      features.depth = Math.log1p(passage);
      features.length = Math.log(statement.text.length / 100);
      features.novel = Math.log1p(own.novel);
      setAnswerTypeFeatures(features, subject.kind, own, statement);
      let value = 0;
      for (const sign of FEATURES) value += FEATURE_WEIGHTS[sign] * features[sign];
      return { ...statement, passage, place, features, score: value };
    });
  });
}

/** Sets the features for the kind of answer: a date, an amount, a person, a place, a name. */
function setAnswerTypeFeatures(
  features: StatementFeatures,
  { asksFor, pricing, naming, defining }: AnswerType,
  own: Comparison,
  { text }: Statement,
): void {
  const sign = (is: boolean) => (is ? 1 : 0);
  if (asksFor === 'date') {
    features.dateNumber = sign(own.number);
    features.date = sign(own.date);
  }
  if (asksFor === 'amount') features.amount = sign(own.number);
  features.price = sign(pricing && (own.money || MONEY_SIGN.test(text)));
  if (asksFor === 'date' || asksFor === 'amount') features.near = sign(own.numberNear);
  else features.marks = sign(MARKS.test(text));
  features.person = sign(asksFor === 'person' && own.person);
  features.place = sign(asksFor === 'place' && own.place);
  features.equates = sign(defining && own.equates);
  features.name = sign(naming && NAMES.test(text));
}

/** Rarity of each of `count` terms or letter grams among the statements. */
function rarities(count: number, statements: readonly (readonly number[])[]): number[] {
  const counts = Array.from({ length: count }, () => 0);
  for (const statement of statements) for (const index of statement) counts[index] = (counts[index] ?? 0) + 1;
  return counts.map((documents) => inverseDocumentFrequency(documents, statements.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
