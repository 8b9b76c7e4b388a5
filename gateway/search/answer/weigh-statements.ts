import { weighRarity } from '#gateway/search/ranking/bm25.ts';
import { compareStatement, type Comparison } from './compare-statement.ts';
import type { QuestionKind } from './question-kind.ts';
import type { Subject } from './read-subject.ts';
import type { ReadPassage, Statement } from './statements.ts';

/** What speaks for a statement, each in 0..1 unless said otherwise. Names are those of `COEFFICIENTS`. */
export interface StatementSigns {
  /** Share of the question's weight whose words it has, or that a question directly before it asks. */
  direct: number;
  /** The same share, only words of the statement before it. */
  before: number;
  /** The same share, only words of its titles. */
  title: number;
  /** As `direct`, a word weighing what it weighs among these statements: what all of them have tells them not apart. */
  directHere: number;
  beforeHere: number;
  /** Share of the question's letter grams that it has, by rarity among these statements. */
  grams: number;
  /** Weight of words that stand near each other, in the same order, in the question too. */
  pairs: number;
  /** It has the first, the last term of the question. */
  firstTerm: number;
  lastTerm: number;
  /** It opens its passage with a word of a short question: a definition. */
  defines: number;
  /** Relevance of its passage against that of the best. */
  relevance: number;
  /** Logarithm of one more than the number of passages before its own. */
  depth: number;
  /** Logarithm of its length in hundreds of characters. */
  length: number;
  /** Logarithm of one more than its words that the question does not have. */
  novel: number;
  /** A date is asked for and it has a number, it has a date. */
  dateNumber: number;
  date: number;
  /** An amount is asked for and it has a number. */
  amount: number;
  /** A date or an amount is asked for and it has one near a word of the question. */
  near: number;
  /** A person, a place is asked for and it has what such a one is called by. */
  person: number;
  place: number;
  /** It is asked what something is and it says so. */
  equates: number;
  /** It is asked what something is called and it says so. */
  name: number;
  /** Neither date nor amount is asked for, and it has quotation marks or brackets. */
  marks: number;
}

/** A statement with what it says about the question. */
export interface WeighedStatement extends Statement {
  /** Index of the passage among those given. */
  passage: number;
  /** Place among the statements of its passage. */
  place: number;
  signs: StatementSigns;
  /**
   * Every term of the question is said, in whatever words, by it, the statement before it or its titles; one or two
   * terms may stand anywhere in its passage.
   */
  saysAll: boolean;
  /** Sum of the signs by their coefficients: a statement worth 1 more is e times as likely to hold the answer. */
  value: number;
}

/** A passage as its statements are weighed: `titled`, for each term, what of it its titles say, 0..1. */
export interface WeighedPassage {
  read: ReadPassage;
  titled: readonly number[];
  score: number;
}

/**
 * Fitted to the conditional likelihood of the statement that holds the gold answer among those of the best five
 * passages, on XQuAD, ARCD and MLQA in Arabic and English together; each set's own figures in
 * `docs/decisions/041-quoted-answers.md` come from the three others.
 */
export const COEFFICIENTS: Readonly<Record<keyof StatementSigns, number>> = {
  direct: 1.61,
  before: 1.68,
  title: 1.74,
  directHere: 2.11,
  beforeHere: 0.79,
  grams: 3.14,
  pairs: 0.72,
  firstTerm: 0.36,
  lastTerm: 0.31,
  defines: 0.52,
  relevance: 3.06,
  depth: -1.22,
  length: 0.47,
  novel: -0.72,
  dateNumber: 0.46,
  date: 1.09,
  amount: 1.18,
  near: 0.88,
  person: 0.31,
  place: 0.34,
  equates: 0.39,
  name: 0.38,
  marks: 0.25,
};
const SIGNS = Object.keys(COEFFICIENTS) as (keyof StatementSigns)[];

/** Saying what something is called, in Arabic, English and some other languages. */
const NAMES =
  /سم[يىّ]|[يت]سمى|مسم[ىا]|[يت]عرف|معروف|باسم|[يت]دعى|طلق|called|named|known as|name|term|appel|nomm|genannt|nannte|heißt|llama|nombre|chiama|nome|называ|имен/iu;
const MARKS = /["«“”(]/u;
/** Longest question, in terms, that a definition answers. */
const SHORT_QUESTION = 4;
/** So few terms are not in one passage by chance, however far from each other they stand. */
const FEW_TERMS = 2;

/** The statements of each passage, weighed by what they say about the question, in the order given. */
export function weighStatements(subject: Subject, passages: readonly WeighedPassage[]): WeighedStatement[][] {
  const compared = passages.map(({ read }) =>
    read.statements.map((statement) => compareStatement(subject, statement)),
  );
  const all = compared.flat();
  const here = weighTerms(subject.terms.length, all);
  const grams = weighGrams(subject.gramCount, all);
  const total = { terms: subject.total || 1, here: sum(here) || 1, grams: sum(grams) || 1 };
  const best = passages.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  return passages.map(({ read, titled, score }, passage) => {
    const anywhere = subject.terms.map((_, term) =>
      compared[passage]?.some(({ has }) => (has[term] ?? 0) > 0),
    );
    return read.statements.map((statement, place): WeighedStatement => {
      const own = compared[passage]?.[place] as Comparison;
      const previous = compared[passage]?.[place - 1];
      const asked = read.statements[place - 1]?.asks ?? false;
      const signs = emptySigns();
      let saysAll = true;
      for (const [term, { weight }] of subject.terms.entries()) {
        const before = previous?.has[term] ?? 0;
        const direct = Math.max(own.has[term] ?? 0, asked ? before : 0);
        const rarity = here[term] ?? 0;
        const inTitle = titled[term] ?? 0;
        const far = subject.terms.length <= FEW_TERMS && anywhere[term];
        saysAll &&= direct > 0 || before > 0 || inTitle > 0 || far === true;
        signs.direct += (direct * weight) / total.terms;
        signs.directHere += (direct * rarity) / total.here;
        if (direct > 0) continue;
        signs.before += (before * weight) / total.terms;
        signs.beforeHere += (before * rarity) / total.here;
        if (before === 0) signs.title += (inTitle * weight) / total.terms;
      }
      for (const gram of own.grams) signs.grams += (grams[gram] ?? 0) / total.grams;
      signs.pairs = own.pairs / total.terms;
      signs.firstTerm = own.has[0] ? 1 : 0;
      signs.lastTerm = own.has.at(-1) ? 1 : 0;
      signs.defines = place === 0 && own.startsWithTerm && subject.terms.length <= SHORT_QUESTION ? 1 : 0;
      signs.relevance = score / best;
      signs.depth = Math.log1p(passage);
      signs.length = Math.log(statement.text.length / 100);
      signs.novel = Math.log1p(own.novel);
      readSought(signs, subject.kind, own, statement);
      const value = SIGNS.reduce((worth, sign) => worth + COEFFICIENTS[sign] * signs[sign], 0);
      return { ...statement, passage, place, signs, saysAll, value };
    });
  });
}

/** The signs of what is asked for: a date, an amount, somebody, a place, a name. */
function readSought(
  signs: StatementSigns,
  { asksFor, naming, defining }: QuestionKind,
  own: Comparison,
  { text }: Statement,
): void {
  const sign = (is: boolean) => (is ? 1 : 0);
  if (asksFor === 'date') {
    signs.dateNumber = sign(own.number);
    signs.date = sign(own.date);
  }
  if (asksFor === 'amount') signs.amount = sign(own.number);
  if (asksFor === 'date' || asksFor === 'amount') signs.near = sign(own.numberNear);
  else signs.marks = sign(MARKS.test(text));
  signs.person = sign(asksFor === 'person' && own.person);
  signs.place = sign(asksFor === 'place' && own.place);
  signs.equates = sign(defining && own.equates);
  signs.name = sign(naming && NAMES.test(text));
}

/** How rare each term is among the statements. */
function weighTerms(count: number, all: readonly Comparison[]): number[] {
  const met = Array.from({ length: count }, () => 0);
  for (const { has } of all)
    for (const [term, worth] of has.entries()) if (worth > 0) met[term] = (met[term] ?? 0) + 1;
  return met.map((documents) => weighRarity(documents, all.length));
}

function weighGrams(count: number, all: readonly Comparison[]): number[] {
  const met = Array.from({ length: count }, () => 0);
  for (const { grams } of all) for (const gram of grams) met[gram] = (met[gram] ?? 0) + 1;
  return met.map((documents) => weighRarity(documents, all.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function emptySigns(): StatementSigns {
  const signs: Partial<StatementSigns> = {};
  for (const sign of SIGNS) signs[sign] = 0;
  return signs as StatementSigns;
}
