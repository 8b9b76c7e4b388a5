import { type Evidence, matchWord, type QueryWord } from './match-words.ts';
import type { Claim } from './read-claim.ts';

/** A word of a claim with its weight. */
export interface WeightedWord {
  word: QueryWord;
  weight: number;
  /** The word is absent from the question. */
  own: boolean;
}

/** Agreement of a claim with one passage. */
export interface Comparison {
  /** Worth of the match for each word, 0..1. */
  worth: readonly number[];
  /** Shares of the weight of all words: in consecutive statements with the titles, and in the closest statement. */
  together: number;
  closest: number;
  /** Claim and closest statement contradict each other. */
  denies: boolean;
}

/** Consecutive statements that are compared together. */
const WINDOW_STATEMENTS = 3;

/** Compares a claim with a passage; each word is searched once. */
export function compareClaim(claim: Claim, words: readonly WeightedWord[], evidence: Evidence): Comparison {
  const count = evidence.parts.length;
  const alone = new Float64Array(count);
  const near = new Float64Array(count);
  let [titles, total] = [0, 0];
  const worth = words.map(({ word, weight }) => {
    total += weight;
    const match = matchWord(evidence, word);
    if (!match) return 0;
    const adds = weight * match.worth;
    if (match.parts[0] === 0) titles += adds;
    let next = 1;
    for (const part of match.parts) {
      if (part === 0) continue;
      alone[part] = (alone[part] ?? 0) + adds;
      if (match.parts[0] === 0) continue;
      // Each window with the word counts the word once.
      for (next = Math.max(next, part - WINDOW_STATEMENTS + 1); next <= part; next++)
        near[next] = (near[next] ?? 0) + adds;
    }
    return match.worth;
  });
  let [together, closest, like] = [0, 0, 0];
  for (let part = 1; part < count; part++) {
    together = Math.max(together, shareOf(titles + (near[part] ?? 0), total));
    const share = shareOf(alone[part] ?? 0, total);
    if (share > closest) [closest, like] = [share, part];
  }
  return { worth, together, closest, denies: like > 0 && contradicts(claim, evidence.parts[like]) };
}

/** Share of a total weight; 1 for a claim of figures alone, which are judged apart. */
export const shareOf = (sum: number, total: number): number => (total === 0 ? 1 : sum / total);

/** Whether a claim and a statement contradict each other: one negates a word that the other affirms. */
function contradicts(claim: Claim, statement: Claim | undefined): boolean {
  if (!statement) return false;
  const said = new Set(statement.words.map(({ stem }) => stem));
  return claim.words.some(
    ({ stem }) => said.has(stem) && claim.negated.has(stem) !== statement.negated.has(stem),
  );
}
