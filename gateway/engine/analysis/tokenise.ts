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
const WORDS = new RegExp(`${SPACELESS}[${SPACELESS}\\p{M}ー]*|${NUMBER}|${ARABIC}|${OTHER}`, 'v');
const STARTS_SPACELESS = new RegExp(`^${SPACELESS}`, 'v');

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
  scanWords(text, 0, text.length, {
    add: (_letters, length, start) => push(text.slice(start, start + length), start),
    addSpan(span, start) {
      if (!STARTS_SPACELESS.test(span)) push(span, start);
      else
        for (const piece of dictionaryWords.segment(span))
          if (piece.isWordLike !== false) push(piece.segment, start + piece.index);
    },
  });
  return tokens;
}

/** What a scan makes of a UTF-16 unit that no plain word has: the end of a word, or something to look at closely. */
const [GAP, OTHERWISE] = [1, 2];
const PLAIN = /[A-Za-z0-9\u0660-\u0669\u06f0-\u06f9\u0621-\u063a\u0641-\u064a]/;
const OF_WORDS = new RegExp(String.raw`[\p{L}\p{Nd}${SPACELESS}${INSIDE}\p{Cs}ー]`, 'v');
/** Signs that stand inside numbers. */
const MARKS = Array.from('.,٫٬', (mark) => mark.charCodeAt(0));
const [NINE, FIRST_ARABIC] = [57, 0x600];

/** By UTF-16 unit that was met, its normalised letter, or `GAP` or `OTHERWISE`. */
const plainLetters = new Uint16Array(65_536);
function plainLetter(code: number): number {
  const letterBefore = plainLetters[code] ?? OTHERWISE;
  if (letterBefore > 0) return letterBefore;
  const sign = String.fromCharCode(code);
  const letter = PLAIN.test(sign) ? normaliseWord(sign).charCodeAt(0) : OF_WORDS.test(sign) ? OTHERWISE : GAP;
  return (plainLetters[code] = letter);
}

/** Where a scan puts the words that it finds. */
export interface WordSink {
  /** A normalised word: the first letters of an array that is used again, as many as the text has from `start` on. */
  add(letters: Uint16Array, length: number, start: number): void;
  /** Something else that `normaliseSpan` makes words of. */
  addSpan(span: string, start: number): void;
}

/** The normalised letters of a plain word. Longer ones are not plain. */
const letters = new Uint16Array(64);

/** The end of the plain word that begins at a place; -1 where a word that is not plain begins. */
function readPlain(text: string, start: number, end: number): number {
  let isNumber = true;
  for (let index = start; index < end; index++) {
    const letter = plainLetter(text.charCodeAt(index));
    if (letter === OTHERWISE || index - start === letters.length) return -1;
    if (letter === GAP) {
      const isInside = isNumber && MARKS.includes(text.charCodeAt(index)) && index + 1 < end;
      const next = isInside ? plainLetter(text.charCodeAt(index + 1)) : GAP;
      return next === GAP || next > NINE ? index : -1;
    }
    if (index > start && letter >= FIRST_ARABIC !== (letters[0] ?? 0) >= FIRST_ARABIC) return index;
    if (letter > NINE) isNumber = false;
    letters[index - start] = letter;
  }
  return end;
}

/**
 * Finds the words of a stretch of a text. Most are of letters and digits of ASCII and of standard Arabic, each of which
 * has its normal form: they are read without making strings.
 */
export function scanWords(text: string, from: number, to: number, sink: WordSink): void {
  for (let start = from; start < to; ) {
    const letter = plainLetter(text.charCodeAt(start));
    if (letter === GAP) {
      start++;
      continue;
    }
    const end = letter === OTHERWISE ? -1 : readPlain(text, start, to);
    if (end >= 0) {
      sink.add(letters, end - start, start);
      start = end;
      continue;
    }
    const match = WORDS.exec(text.slice(start, to));
    if (!match) return;
    sink.addSpan(match[0], start + match.index);
    start += match.index + match[0].length;
  }
}

/** The words of one span as `tokenise` finds them, independent of the surrounding text; several for a script without spaces. */
export function normaliseSpan(span: string): string[] {
  return tokenise(span).map(({ word }) => word);
}
