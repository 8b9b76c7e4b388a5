/** Characters without a letter of their own: bidi controls, joiners, soft hyphen, BOM, tatweel. */
const INVISIBLE = /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08ca-\u08ff]/g;
const LATIN_MARKS = /(?<=[a-z])[\u0300-\u036f]+/g;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const ALEFS = /[أإآٱ]/g;
const MARKS = /[\p{M}\p{Cf}\u0640]/gu;
const LETTERS = /[ىئؤةٱکګگڭݣہەۃےېۀیپڤڢڥڨڧچژ]/g;
const FOLDED: Record<string, string> = {
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ٱ: 'ا',
  ک: 'ك',
  ګ: 'ك',
  گ: 'ك',
  ڭ: 'ك',
  ݣ: 'ك',
  ی: 'ي',
  ې: 'ي',
  ے: 'ي',
  ہ: 'ه',
  ە: 'ه',
  ۃ: 'ه',
  ۀ: 'ه',
  پ: 'ب',
  ڤ: 'ف',
  ڢ: 'ف',
  ڥ: 'ف',
  ڨ: 'ق',
  ڧ: 'ق',
  چ: 'ج',
  ژ: 'ز',
};
const PLAIN = /^[a-z0-9]*$/;
/** Letters and carried hamzas of standard Arabic, of which most words are: they need no decomposition. */
const PLAIN_ARABIC = /^[\u0621-\u063a\u0641-\u064a]+$/;
const CARRIED = /[آأؤإئةى]/;
const CARRIED_ALL = /[آأؤإئةى]/g;
const latinDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) & 15);
const foldCarried = (letter: string): string => FOLDED[letter] ?? 'ا';
const THOUSANDS_OF_ANY_KIND = /(?<=\d)[,٬'’\u00a0\u202f ](?=\d{3}(?!\d))/g;
const THOUSANDS = /(?<=\d)[,٬](?=\d{3}(?!\d))/g;

/**
 * The spelling by which a word is compared: NFKC, lower case, without tashkeel, tatweel, bidi controls and Latin
 * diacritics; alef, carried hamza, yaa and taa marbuta folded (a bare hamza stays: ماء is not ما); letters that write the
 * sounds p, v, g and ch of loan words and dialects as plain ones (پ as ب, ڤ as ف, گ and ڭ as ك, ڨ as ق, چ as ج);
 * Arabic-Indic digits as 0-9 without thousands separators. A word of marks only becomes empty.
 */
export function normaliseWord(word: string): string {
  if (PLAIN_ARABIC.test(word)) return CARRIED.test(word) ? word.replace(CARRIED_ALL, foldCarried) : word;
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  // NFKD splits a carried hamza or madda from its letter, so taking the marks off folds آ أ إ to ا.
  return lower
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ARABIC_MARKS, '')
    .replace(LATIN_MARKS, '')
    .replace(LETTERS, (letter) => FOLDED[letter] ?? letter)
    .replace(DIGITS, latinDigit)
    .replace(THOUSANDS, '')
    .replace('٫', '.')
    .replaceAll(' ', '')
    .toLowerCase()
    .normalize('NFC');
}

/** Text as lists search it: every word normalised, one space between words. Résumé ٢٠٢٦ becomes resume 2026. */
export function foldText(text: string): string {
  return text
    .split(/\s+/u)
    .map(normaliseWord)
    .filter((word) => word !== '')
    .join(' ');
}

/** Text with Arabic-Indic and Persian digits as 0-9, and nothing else changed. */
export const latinDigits = (text: string): string => text.replace(DIGITS, latinDigit);

/** Numbers of a text as programs write them: digits 0-9, without separators of thousands, a point before decimals. */
export const plainNumbers = (text: string): string =>
  latinDigits(text).replace(THOUSANDS_OF_ANY_KIND, '').replaceAll('٫', '.');

/** Text with every alef bare, and nothing else changed. */
export const foldAlefs = (text: string): string => text.replace(ALEFS, 'ا');

/** Text without tashkeel and other marks, tatweel and invisible characters. */
export const withoutMarks = (text: string): string => text.replace(MARKS, '');
