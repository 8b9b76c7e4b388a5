import type { Claim } from './read-claim.ts';

/** How far passages support a sentence. `plain`: a sentence without a claim, such as a greeting. */
export type SupportLevel = 'supported' | 'partial' | 'unsupported' | 'plain';

/** Agreement of a sentence with the compared passages. Shares are of the weight of the words, 0..1. */
export interface SentenceFeatures {
  /** Share of the words absent from the question that any passage has. */
  own: number;
  /** Largest share of all words in three consecutive statements together with the titles. */
  together: number;
  /** Share of all words in the closest statement; and whether sentence and statement contradict each other. */
  closest: number;
  denies: boolean;
  /** Number of amounts, years and months absent from all passages: present in the question, and absent from it too. */
  askedMissing: number;
  missing: number;
  /** The script differs from the script of all passages: words cannot be compared. */
  foreign: boolean;
  /** Some words were not checked, because the sentence is too long. */
  isCut: boolean;
}

/**
 * `supported`, `partial`: least shares of own words; `together`, `same`: least shares of all words. The figures are in
 * `docs/decisions/063-generated-answers.md`; `npm run bench -- support` prints them.
 */
const THRESHOLDS = { supported: 0.8, partial: 0.4, together: 0.35, same: 0.6 };

export const isPlain = ({ words, numbers, months }: Claim): boolean =>
  words.length + numbers.size + months.size === 0;

/** The support level that the features of a sentence add up to. */
export function toLevel(features: SentenceFeatures): SupportLevel {
  const { own, together, closest, denies, askedMissing, missing, foreign, isCut } = features;
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
