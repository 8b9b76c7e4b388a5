import { normaliseWord } from '#common/fold-text.ts';

/** A word of a text. `start` and `end` are UTF-16 offsets into the original text, marks and tatweel included. */
export interface Token {
  /** Normalised spelling, never empty. */
  word: string;
  start: number;
  end: number;
}

/** Words that a list parts by white space, as `tokenise` spells them. */
export const wordSet = (list: string): ReadonlySet<string> =>
  new Set(list.trim().split(/\s+/).map(normaliseWord));

// Joiners and marks stay inside the word that they interrupt, so that offsets cover the original spelling.
const INSIDE = String.raw`\p{M}\u00ad\u0640\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const NUMBER = String.raw`\p{Nd}{1,3}(?:[,٬]\p{Nd}{3})+(?!\p{Nd})(?:[.٫]\p{Nd}+)?|\p{Nd}+(?:[.٫]\p{Nd}+)+`;
const ARABIC = String.raw`[\p{sc=Arabic}&&\p{L}][[\p{sc=Arabic}&&\p{L}]${INSIDE}]*`;
const SPACELESS = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]`;
const OTHER_LETTER = String.raw`[[\p{L}\p{Nd}]--[\p{sc=Arabic}&&\p{L}]--${SPACELESS}--\u0640]`;
const OTHER = String.raw`${OTHER_LETTER}[${OTHER_LETTER}${INSIDE}]*`;
const WORDS = new RegExp(`(${SPACELESS}[${SPACELESS}\\p{M}ー]*)|${NUMBER}|${ARABIC}|${OTHER}`, 'gv');

const dictionaryWords = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * The words of a text in order. Arabic letters, other letters and digits never share a word (2025م is two), numbers
 * keep their decimals, languages written without spaces are cut by dictionary.
 */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  const push = (surface: string, start: number) => {
    const word = normaliseWord(surface);
    if (word !== '') tokens.push({ word, start, end: start + surface.length });
  };
  for (const match of text.matchAll(WORDS)) {
    if (match[1] === undefined) push(match[0], match.index);
    else
      for (const piece of dictionaryWords.segment(match[1]))
        if (piece.isWordLike !== false) push(piece.segment, match.index + piece.index);
  }
  return tokens;
}

/** The stretches of a text that are words, or without spaces between their words; `normaliseSpan` makes words of them. */
export function findWordSpans(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

/** The words of one span as `tokenise` finds them, independent of the surrounding text; several for a script without spaces. */
export function normaliseSpan(span: string): string[] {
  return tokenise(span).map(({ word }) => word);
}
