/** The stemmer spares no word. */
import type * as original from '#gateway/engine/analysis/kept-words.ts';

export const SHORT_NOUNS: typeof original.SHORT_NOUNS = new Set();
export const keepsAlifLam: typeof original.keepsAlifLam = () => false;
export const keepsFirstLetter: typeof original.keepsFirstLetter = () => false;
export const isWhole: typeof original.isWhole = () => false;
export const findOwnStem: typeof original.findOwnStem = () => undefined;
export const isOwnStem: typeof original.isOwnStem = () => false;
