/** Characters that mark direction or joining and carry no letter: bidi controls, joiners, soft hyphen, BOM, tatweel. */
export const INVISIBLE = /[\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const ARABIC_MARKS = /[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08ca-\u08ff]/g;
const LATIN_MARKS = /(?<=[a-z])[\u0300-\u036f]+/g;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const LETTERS = /[ىئؤةٱکګگہەۃےېۀی]/g;
const FOLDED: Record<string, string> = {
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ٱ: 'ا',
  ک: 'ك',
  ګ: 'ك',
  گ: 'ك',
  ی: 'ي',
  ې: 'ي',
  ے: 'ي',
  ہ: 'ه',
  ە: 'ه',
  ۃ: 'ه',
  ۀ: 'ه',
};
const PLAIN = /^[a-z0-9]*$/;
const THOUSANDS = /(?<=\d)[,٬](?=\d{3}(?!\d))/g;

/**
 * The spelling under which a word is compared: compatibility forms undone, tashkeel, tatweel and bidi controls off,
 * alef, carried hamza, yaa and taa marbuta folded (a bare hamza stays: ماء is not ما), Arabic-Indic digits as 0-9,
 * thousands separators out, lower case.
 * May be empty (a word of marks only).
 */
export function normaliseWord(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  // NFKD splits a carried hamza or madda from its letter, so taking the marks off folds آ أ إ to ا.
  return lower
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ARABIC_MARKS, '')
    .replace(LATIN_MARKS, '')
    .replace(LETTERS, (letter) => FOLDED[letter] ?? letter)
    .replace(DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(THOUSANDS, '')
    .replace('٫', '.')
    .replaceAll(' ', '')
    .toLowerCase()
    .normalize('NFC');
}
