const ARABIC_ALPHABET = Array.from('أبتثجحخدذرزسشصضطظعغفقكلمنهوي');
const ABJAD = Array.from('أبجدهوزحطيكلمنسعفصقرشتثخذضظغ');
const LATIN = Array.from('abcdefghijklmnopqrstuvwxyz');
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const MAX_ROMAN = 4_999;
const MAX_REPEATS = 10;

/** The 27th item is `aa`, the 28th `bb`, as Word counts. */
function toLetters(value: number, letters: readonly string[]): string {
  const repeats = Math.ceil(value / letters.length);
  if (value < 1 || repeats > MAX_REPEATS) return String(value);
  return (letters[(value - 1) % letters.length] ?? '').repeat(repeats);
}

function toRoman(value: number): string {
  if (value < 1 || value > MAX_ROMAN) return String(value);
  let rest = value;
  let roman = '';
  for (const [worth, sign] of ROMAN)
    while (rest >= worth) {
      roman += sign;
      rest -= worth;
    }
  return roman;
}

type FormatNumber = (value: number) => string;

const FORMATS: Record<string, FormatNumber> = {
  none: () => '',
  decimalZero: (value) => String(value).padStart(2, '0'),
  lowerRoman: toRoman,
  upperRoman: (value) => toRoman(value).toUpperCase(),
  lowerLetter: (value) => toLetters(value, LATIN),
  upperLetter: (value) => toLetters(value, LATIN).toUpperCase(),
  arabicAlpha: (value) => toLetters(value, ARABIC_ALPHABET),
  arabicAbjad: (value) => toLetters(value, ABJAD),
  numberInDash: (value) => `- ${value} -`,
};

/**
 * A number in a format of OOXML (`w:numFmt`). Digits of all scripts are 0-9; so are words, ideographs and formats that
 * are not known.
 */
export const formatNumber = (format: string, value: number): string =>
  (Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined)?.(value) ?? String(value);

/** The format of OOXML that a format of OpenDocument (`style:num-format`) means; `none` for an empty one. */
export function fromOdfFormat(format: string): string {
  if (format === '') return 'none';
  const letters: Record<string, string> = {
    a: 'lowerLetter',
    A: 'upperLetter',
    i: 'lowerRoman',
    I: 'upperRoman',
  };
  if (letters[format]) return letters[format];
  // LibreOffice writes the first items: `أ, ب, ت, ...`.
  if (/^[أا]\s*[,،]\s*ب\s*[,،]\s*ت/.test(format)) return 'arabicAlpha';
  if (/^[أا]\s*[,،]\s*ب\s*[,،]\s*ج/.test(format)) return 'arabicAbjad';
  return 'decimal';
}
