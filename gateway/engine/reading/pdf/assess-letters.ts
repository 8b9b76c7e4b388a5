import type { LinePiece } from './page-lines.ts';

/** What is wrong with the letters of a text layer: nothing, some of them, or so many that it cannot be used. */
type LetterState = 'good' | 'damaged' | 'scrambled';

/** Below this many words the statistics of a language say nothing. */
const MIN_WORDS = 50;
const ARABIC_WORD = /\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*/gu;

/**
 * Judges by the share of glyphs whose letter the font does not tell, and by what Arabic looks like:
 * in good text 28-32 % of words begin with ال and hardly any has one letter (و aside).
 */
export function assessLetters(pieces: LinePiece[]): LetterState {
  let glyphs = 0;
  let unmapped = 0;
  for (const piece of pieces) {
    glyphs += piece.glyphs;
    unmapped += piece.unmapped;
  }
  if (glyphs === 0) return 'good';
  const errors = unmapped / glyphs;
  if (errors > 0.1) return 'scrambled';
  const words = pieces.flatMap((piece) => piece.text.match(ARABIC_WORD) ?? []);
  const hasEnoughWords = words.length >= MIN_WORDS;
  const definite = words.filter((word) => word.startsWith('ال')).length / Math.max(1, words.length);
  const single = words.filter((word) => isSingleLetter(word)).length / Math.max(1, words.length);
  if (hasEnoughWords && definite < 0.08 && single > 0.2) return 'scrambled';
  return errors > 0.005 || (hasEnoughWords && single > 0.05) ? 'damaged' : 'good';
}

function isSingleLetter(word: string): boolean {
  const letters = word.replaceAll(/\p{M}/gu, '');
  return letters.length === 1 && letters !== 'و' && /\p{L}/u.test(letters);
}

/** A single line whose letters are mostly unknown, in a page that is fine otherwise. */
export function isScrambledLine(piece: LinePiece): boolean {
  return piece.glyphs > 0 && piece.unmapped > 0.3 * piece.glyphs;
}
