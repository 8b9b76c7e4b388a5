/** Nothing that dialects write on to a word is taken off. */
import type * as original from '#gateway/engine/analysis/bare-words.ts';

export const bareWords: typeof original.bareWords = () => [];
