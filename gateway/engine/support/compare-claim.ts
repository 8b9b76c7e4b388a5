import { type Evidence, matchWord, type QueryWord } from './match-words.ts';
import type { Claim } from './read-claim.ts';

/** A word of a claim and how much it counts. */
export interface WeightedWord {
  word: QueryWord;
  weight: number;
  /** The question does not have it. */
  own: boolean;
}

/** What a passage has of a claim. */
export interface Comparison {
  /** Of each word, 0..1. */
  worth: readonly number[];
  /** Shares of the weight of all words: what statements in a row have, with the titles; what the one most like it has. */
  together: number;
  closest: number;
  /** One of the two denies what the other says. */
  denies: boolean;
}

/** Statements beside each other that are read as one. */
const WINDOW_STATEMENTS = 3;

/** Looks for each word once, and counts it for the statements that have it alone. */
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
      // In each window that has it, once.
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

/** Of a weight; figures alone are judged as figures. */
export const shareOf = (sum: number, total: number): number => (total === 0 ? 1 : sum / total);

/** Whether one of the two denies what the other says. */
function contradicts(claim: Claim, statement: Claim | undefined): boolean {
  if (!statement) return false;
  const said = new Set(statement.words.map(({ stem }) => stem));
  return claim.words.some(
    ({ stem }) => said.has(stem) && claim.negated.has(stem) !== statement.negated.has(stem),
  );
}
