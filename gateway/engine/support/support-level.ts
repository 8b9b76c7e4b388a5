import type { Claim } from './read-claim.ts';

/** How far passages support a sentence: `plain` says nothing that could be supported, such as a greeting. */
export type SupportLevel = 'supported' | 'partial' | 'unsupported' | 'plain';

/** What a sentence has of the passages that it is held against. Shares are of the weight of its words, 0..1. */
export interface SentenceFeatures {
  /** Of the words that the question does not have, what the passages have anywhere. */
  own: number;
  /** Of all its words, what three statements in a row have, with the titles. */
  together: number;
  /** Of all its words, what the statement most like it has; and whether one of the two denies what the other says. */
  closest: number;
  denies: boolean;
  /** Amounts, years and months that no passage has: those that the question has, and the others. */
  askedMissing: number;
  missing: number;
  /** It is written in another script than the passages: words cannot be compared. */
  foreign: boolean;
  /** It has more words than were looked for. */
  isCut: boolean;
}

/**
 * Own words of this share are support, of that share partial support. The figures are in
 * `docs/decisions/063-generated-answers.md`; `npm run bench -- support` prints them.
 */
const THRESHOLDS = { supported: 0.8, partial: 0.4, together: 0.35, same: 0.6 };

export const isPlain = ({ words, numbers, months }: Claim): boolean =>
  words.length + numbers.size + months.size === 0;

/** What the signs of a sentence come to. */
export function toLevel(signs: SentenceFeatures): SupportLevel {
  const { own, together, closest, denies, askedMissing, missing, foreign, isCut } = signs;
  if (missing > 0) return 'unsupported';
  if (foreign) return 'partial';
  if (own < THRESHOLDS.partial || (denies && closest >= THRESHOLDS.same)) return 'unsupported';
  const holds = own >= THRESHOLDS.supported && together >= THRESHOLDS.together;
  return holds && !denies && !isCut && askedMissing === 0 ? 'supported' : 'partial';
}

const ORDER: readonly SupportLevel[] = ['supported', 'partial', 'plain', 'unsupported'];

export function bestOf(levels: readonly SupportLevel[]): SupportLevel {
  return ORDER.find((level) => levels.includes(level)) ?? 'unsupported';
}
