/**
 * Letters of a word that is taken apart, read as Arabizi or compared with the lexicon. The longest word there has 16, and
 * what is written on to a word at most 9.
 */
export const MAX_WORD_LETTERS = 40;

/**
 * Look-ups of a stem in a unit's segment for one question. A look-up takes some half a microsecond, so all of them take
 * half a second; a question of ten words in 600 units makes 40,000, and 330,000 more for each misspelled word of ten letters.
 */
export const MAX_LOOKUPS = 1_000_000;

/** Look-ups, among those of `MAX_LOOKUPS`, that tell words of an index from Arabizi. */
export const MAX_ARABIZI_LOOKUPS = 20_000;

/** Comparisons of a question with the expressions of its bot's synonyms: some five milliseconds. */
export const MAX_COMPARISONS = 200_000;

/** What is left of the work that a step may do for one question: time that nobody else is served in. */
export interface WorkBudget {
  readonly remaining: number;
  /** Takes so many units of work; false where fewer remain, which takes none. */
  take(count: number): boolean;
}

export function createWorkBudget(limit: number): WorkBudget {
  let remaining = limit;
  return {
    get remaining() {
      return remaining;
    },
    take(count) {
      if (count > remaining) return false;
      remaining -= count;
      return true;
    },
  };
}
