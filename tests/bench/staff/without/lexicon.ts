/** No concept is known. */
import type * as original from '#gateway/engine/lexicon/compiled-lexicon.ts';

export const COMPILED_LEXICON: typeof original.COMPILED_LEXICON = { keys: '', concepts: '', english: '' };
