import { largest } from '#common/long-lists.ts';
import type { Quote } from './compose-quote.ts';
import { addStems } from './find-stems.ts';
import type { QuestionMatcher } from './question-matcher.ts';
import { quotePassage } from './quote-statements.ts';
import { renderRows } from './render-rows.ts';
import type { ScoredStatement } from './score-statements.ts';
import type { ReadPassage } from './statements.ts';

/** Longest quote of a weak answer, which has words of its own before the quote. */
const MAX_WEAK_CHARACTERS = 300;
const MAX_NEAREST = 3;
/** Least relevance of a near section, against the best section. */
const MIN_NEAREST_SHARE = 0.5;

/** A section that comes close to an answer: its best words, and its index among the passages. */
export interface NearestSection {
  passage: number;
  text: string;
}

interface NearPassage {
  text: string;
  score: number;
  /** Stems and concepts of the question in the titles. */
  inTitles: ReadonlySet<number>;
  content: ReadPassage;
}

/** The content of a weak answer: the quote of `lead`, the quotes of the nearest sections, and the stems of the question in these sections. */
export function quoteNearest(
  subject: QuestionMatcher,
  passages: readonly NearPassage[],
  scored: readonly (readonly ScoredStatement[])[],
  { lead, maxCharacters }: { lead: number; maxCharacters: number },
): { quote: Quote; nearest: NearestSection[]; stems: Set<number> } {
  const texts = passages.map(({ text }) => text);
  const limit = Math.min(maxCharacters, MAX_WEAK_CHARACTERS);
  const quoteOf = (passage: number): Quote =>
    renderRows(quotePassage(subject, texts[passage] ?? '', scored[passage] ?? [], limit), texts);
  const least = MIN_NEAREST_SHARE * largest(passages.map(({ score }) => score));
  const others = passages
    .flatMap(({ score }, passage) => (passage !== lead && score >= least ? [passage] : []))
    .slice(0, MAX_NEAREST - 1);
  const stems = new Set<number>();
  for (const passage of [lead, ...others]) {
    for (const stem of passages[passage]?.inTitles ?? []) stems.add(stem);
    addStems(stems, subject, passages[passage]?.content.statements ?? []);
  }
  const quote = quoteOf(lead);
  const nearest = [
    { passage: lead, text: quote.text },
    ...others.map((passage) => ({ passage, text: quoteOf(passage).text })),
  ];
  return { quote, nearest, stems };
}
