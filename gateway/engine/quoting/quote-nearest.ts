import { largest } from '#common/long-lists.ts';
import { HEADING_SEPARATOR } from '#gateway/engine/splitting/split-document.ts';
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
/** A second section whose best statement is at least so likely to answer is quoted too. */
const MIN_SECOND_LIKELIHOOD = 1 / 3;
/** Least relevance of a near section, against the best section. */
const MIN_NEAREST_SHARE = 0.5;

/** A section that comes close to an answer: its best words, and its index among the passages. */
export interface NearestSection {
  passage: number;
  text: string;
}

interface NearPassage {
  text: string;
  sectionTitle: string;
  score: number;
  /** Stems and concepts of the question in the titles. */
  inTitles: ReadonlySet<number>;
  content: ReadPassage;
}

/**
 * The content of a weak answer: the quote of `lead`, or where another section is nearly as likely to answer and there is
 * room, shorter ones of both; the quotes of the nearest sections, and the stems of the question in these sections.
 */
export function quoteNearest(
  subject: QuestionMatcher,
  passages: readonly NearPassage[],
  scored: readonly (readonly ScoredStatement[])[],
  { lead, maxCharacters }: { lead: number; maxCharacters: number },
): { quote: Quote; nearest: NearestSection[]; stems: Set<number> } {
  const texts = passages.map(({ text }) => text);
  const limit = Math.min(maxCharacters, MAX_WEAK_CHARACTERS);
  const quoteOf = (passage: number, characters = limit): Quote =>
    renderRows(quotePassage(subject, texts[passage] ?? '', scored[passage] ?? [], characters), texts);
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
  const worthOf = (passage: number) => largest((scored[passage] ?? []).map(({ score }) => Math.exp(score)));
  const [second] = others.toSorted((a, b) => worthOf(b) - worthOf(a));
  const heading = passages[second ?? lead]?.sectionTitle.split(HEADING_SEPARATOR).at(-1) ?? '';
  const half = MAX_WEAK_CHARACTERS / 2;
  const isSecondLikely =
    second !== undefined &&
    limit === MAX_WEAK_CHARACTERS &&
    heading.length <= half / 2 &&
    worthOf(second) >= MIN_SECOND_LIKELIHOOD * worthOf(lead);
  if (!isSecondLikely) return { quote, nearest, stems };
  const [first, other] = [quoteOf(lead, half), quoteOf(second, half - heading.length)];
  return { quote: first.text === other.text ? quote : joinQuotes(first, other, heading), nearest, stems };
}

/** Two quotes, the second one below its heading. */
function joinQuotes(first: Quote, second: Quote, heading: string): Quote {
  const above = `${first.text}\n${heading === '' ? '' : `${heading}:\n`}`;
  const moved = second.spans.map(({ inAnswer, ...span }) => ({
    ...span,
    inAnswer: { start: inAnswer.start + above.length, end: inAnswer.end + above.length },
  }));
  return {
    text: above + second.text,
    from: [...new Set([...first.from, ...second.from])],
    spans: [...first.spans, ...moved],
  };
}
