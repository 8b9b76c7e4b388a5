import { largest } from '#common/long-lists.ts';
import { attainedShare } from '#gateway/engine/ranking/rank.ts';
import type { QuestionMatcher } from './question-matcher.ts';

/** Least certainty of an answer, and of a weak answer. Decision 082 has other thresholds. */
export const MIN_ANSWERED = 0.7;
export const MIN_WEAK = 0.1;

/** A passage of the ranking by words alone. */
export interface PassageRelevance {
  /** 0..1, as `rank` gives it. */
  relevance: number;
  /** Identity of the unit, compared by `===`. */
  unit: unknown;
}

/** Coverage of a question by a quote and the titles above the quote. */
export interface QuoteCoverage {
  /** By term, whether any form of the term is there. */
  hasTerm: readonly boolean[];
  /** Every term is there by its own word or an alternative, rather than only by another word of its root. */
  saysAll: boolean;
  /** Every term is there by its own word or another wording, rather than only by concept or sound. */
  wordsAll: boolean;
  hasNumber: boolean;
  /** Of the quoted passage, as the ranking gives it; default: that of the best passage. */
  relevance?: number;
  /** A statement of the quote gives a sum of money, or says that the service is free. */
  hasPrice: boolean;
  /**
   * Lead of the best statement over the best statement of any other passage; a lead of 1 means e times as likely.
   * Undefined without another passage.
   */
  statementLead: number | undefined;
}

/** Evidence for or against a quote, weighed by `SUPPORT_WEIGHTS`. */
interface SupportFeatures {
  /** The best passage's share of the attainable score, see `attainedShare`. A large share without a lead means a common subject. */
  share: number;
  /** Lead of the best passage over the tenth: among ten similar passages the best one is chance. */
  leadOverTenth: number;
  /** Softmax of the best passage among the ten. */
  softmax: number;
  /** Share of the next four passages that belong to the same unit. */
  agreement: number;
  /** Logarithm of one more than the terms found: one word is found somewhere by chance, eight are not. */
  found: number;
  /** Weight of the heaviest missing term, against the heaviest term. */
  missing: number;
  /** 1 where a date or an amount is asked for and the quote has no number. */
  lacksNumber: number;
  /** 1 where a price is asked for and the quote has no price. */
  lacksPrice: number;
  /** See `QuoteCoverage`. */
  statementLead: number;
}

/**
 * Fitted by logistic regression, L2, to whether the quote holds a known answer: over the staff questions, asked of their
 * guides alone and among 100 and 300 units, and over XQuAD, ARCD and MLQA in Arabic and English, every other question
 * asked without the article that answers it. Decision 081 has the figures with one guide left out at a time.
 */
const SUPPORT_WEIGHTS: Readonly<Record<keyof SupportFeatures, number>> = {
  share: -1.637,
  leadOverTenth: 2.449,
  softmax: 2.677,
  agreement: 0.997,
  found: 2.107,
  missing: -0.818,
  lacksNumber: -1.393,
  lacksPrice: -3.814,
  statementLead: 0.264,
};
const INTERCEPT = -5.271;
const FEATURES = Object.keys(SUPPORT_WEIGHTS) as (keyof SupportFeatures)[];

/** What the absence of a verb or an adverb weighs against that of a noun: either is said in many other ways. */
const SHARE_OF_VERBS = 0.5;
const SOFTMAX_SHARPNESS = 15;
const MAX_SHARE = 1.2;
const PASSAGES_COMPARED = 10;
const PASSAGES_IN_AGREEMENT = 4;
/**
 * Defaults for knowledge bases with fewer passages: medians of the fitted questions for the shares of the second and the
 * tenth passage against the best, the agreement and the statement lead. With 0 instead, any word with a single match
 * would be an answer.
 */
const TYPICAL_SECOND = 0.8;
const TYPICAL_TENTH = 0.4;
const TYPICAL_AGREEMENT = 0.5;
export const TYPICAL_STATEMENT_LEAD = 1.7;
/**
 * A quote that has every word of the question, from a passage of this relevance, is not refused where fewer than ten
 * passages were searched: there is too little to compare with. In a larger knowledge base, a rare word with few
 * matching passages is no sign of an answer.
 */
const MIN_RELEVANCE_OF_FULL_COVERAGE = 0.2;
/**
 * Upper limit for quotes that cannot be answers: quotes without the requested number or price, and, among fewer than ten
 * passages, quotes that lack a term or have only the concept or sound of a single term, since no lead over other
 * passages speaks for them.
 */
const MAX_UNANSWERED = MIN_ANSWERED - 0.05;

/**
 * Likelihood, 0..1, that a quote of the best passage answers. `ranked`: at least the first ten passages, in any order.
 * `searched`: number of searched passages, default the number of ranked passages.
 */
export function supportOf(
  subject: QuestionMatcher,
  ranked: readonly PassageRelevance[],
  coverage: QuoteCoverage,
  searched = ranked.length,
): number {
  const features = measureSupport(subject, ranked, coverage);
  if (!features) return 0;
  const sum = FEATURES.reduce((all, name) => all + SUPPORT_WEIGHTS[name] * features[name], INTERCEPT);
  const likelihood = 1 / (1 + Math.exp(-sum));
  const relevance = largest(ranked.map((passage) => passage.relevance));
  const isOneLikeness = coverage.hasTerm.length === 1 && !coverage.wordsAll;
  const isUncovered = ranked.length < PASSAGES_COMPARED && (isOneLikeness || !coverage.saysAll);
  const lacksFigure = features.lacksNumber === 1 || features.lacksPrice === 1;
  if (lacksFigure || isUncovered) return Math.min(likelihood, MAX_UNANSWERED);
  const isCovered = coverage.wordsAll && relevance >= MIN_RELEVANCE_OF_FULL_COVERAGE;
  return isCovered && searched < PASSAGES_COMPARED ? Math.max(likelihood, MIN_ANSWERED) : likelihood;
}

/** The features of `supportOf`, for fitting its weights; undefined without terms or passages. */
export function measureSupport(
  subject: QuestionMatcher,
  ranked: readonly PassageRelevance[],
  coverage: QuoteCoverage,
): SupportFeatures | undefined {
  const sorted = ranked.toSorted((a, b) => b.relevance - a.relevance);
  const quoted = sorted.find(({ relevance }) => relevance <= (coverage.relevance ?? 1)) ?? sorted[0];
  const others = sorted.filter((passage) => passage !== quoted);
  return quoted && subject.total > 0 ? measureFeatures(subject, quoted, others, coverage) : undefined;
}

function measureFeatures(
  { terms, kind }: QuestionMatcher,
  best: PassageRelevance,
  others: readonly PassageRelevance[],
  { hasTerm, hasNumber, hasPrice, statementLead }: QuoteCoverage,
): SupportFeatures {
  const share = shareOf(best);
  const shares = sharesBehind(share, others);
  const next = others.slice(0, PASSAGES_IN_AGREEMENT);
  const heaviest = largest(terms.map(({ weight }) => weight)) || 1;
  const missing = terms.map(({ weight, isName }, term) =>
    hasTerm[term] ? 0 : weight * (isName ? 1 : SHARE_OF_VERBS),
  );
  const asksForNumber = kind.asksFor === 'date' || kind.asksFor === 'amount';
  return {
    share: Math.min(MAX_SHARE, share),
    leadOverTenth: share - (shares.at(-1) ?? 0),
    softmax: 1 / shares.reduce((sum, sibling) => sum + Math.exp(SOFTMAX_SHARPNESS * (sibling - share)), 1),
    agreement:
      next.length > 0
        ? next.filter(({ unit }) => unit === best.unit).length / next.length
        : TYPICAL_AGREEMENT,
    found: Math.log1p(hasTerm.filter(Boolean).length),
    missing: largest(missing) / heaviest,
    lacksNumber: asksForNumber && !hasNumber ? 1 : 0,
    lacksPrice: kind.pricing && !hasPrice ? 1 : 0,
    statementLead: statementLead ?? TYPICAL_STATEMENT_LEAD,
  };
}

/** The shares of the second to the tenth passage, typical ones where there are fewer. */
function sharesBehind(share: number, others: readonly PassageRelevance[]): number[] {
  const step = (TYPICAL_SECOND - TYPICAL_TENTH) / (PASSAGES_COMPARED - 2);
  const shares = others.slice(0, PASSAGES_COMPARED - 1).map(shareOf);
  for (let index = shares.length; index < PASSAGES_COMPARED - 1; index++)
    shares.push(Math.min(shares.at(-1) ?? share, share * (TYPICAL_SECOND - index * step)));
  return shares;
}

const shareOf = ({ relevance }: PassageRelevance): number => attainedShare(relevance);
