/** Extensions: names given by people and shown to other people. */
import * as z from 'zod/mini';

/** Control characters and bidi overrides: the displayed text would differ from the stored text. */
const CONTROL_OR_BIDI_OVERRIDE = /[\p{Cc}\u202d\u202e]/u;

/** White space to single blanks, none at the ends. */
export const collapseWhitespace = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Rejects misleading characters with an issue of its own. */
export const withoutControlCharacters = () =>
  z.refine<string>((text) => !CONTROL_OR_BIDI_OVERRIDE.test(text), { params: { words: 'misleading' } });

/** A name of 1 to so many UTF-16 units, white space collapsed. */
export const nameSchema = (maxLength: number) =>
  z
    .string()
    .check(
      z.overwrite(collapseWhitespace),
      z.minLength(1),
      z.maxLength(maxLength),
      withoutControlCharacters(),
    );
