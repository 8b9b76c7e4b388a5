import { weighRarity } from '#gateway/search/ranking/bm25.ts';
import { compareStatement, type Comparison } from './compare-statement.ts';
import type { QuestionKind } from './question-kind.ts';
import type { Subject } from './read-subject.ts';
import { COEFFICIENTS, emptySigns, SIGNS, type StatementSigns } from './statement-signs.ts';
import type { ReadPassage, Statement } from './statements.ts';

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

/** Saying what something is called, in Arabic, English and some other languages. */
const NAMES =
  /سم[يىّ]|[يت]سمى|مسم[ىا]|[يت]عرف|معروف|باسم|[يت]دعى|طلق|called|named|known as|name|term|appel|nomm|genannt|nannte|heißt|llama|nombre|chiama|nome|называ|имен/iu;
const MONEY = /\p{Sc}/u;
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
      compared[passage]?.some(({ says }) => says[term] === true),
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
        saysAll &&= own.says[term] === true || previous?.says[term] === true || inTitle > 0 || far === true;
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
  { asksFor, pricing, naming, defining }: QuestionKind,
  own: Comparison,
  { text }: Statement,
): void {
  const sign = (is: boolean) => (is ? 1 : 0);
  if (asksFor === 'date') {
    signs.dateNumber = sign(own.number);
    signs.date = sign(own.date);
  }
  if (asksFor === 'amount') signs.amount = sign(own.number);
  signs.price = sign(pricing && (own.money || MONEY.test(text)));
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
