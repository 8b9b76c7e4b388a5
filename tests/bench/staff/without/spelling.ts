/** No word is taken for a misspelling. */
import type * as original from '#gateway/engine/analysis/misspellings.ts';

export const misspellings: typeof original.misspellings = () => [];
