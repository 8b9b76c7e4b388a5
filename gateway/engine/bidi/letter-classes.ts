import bidiFactory, { type Bidi } from 'bidi-js';

// Its types describe an ES module, Node loads its CommonJS build: the default is the factory in both.
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * What a character is to line assembly: `rtl` and `ltr` letters, European and Arabic `number`s,
 * combining `mark`, `space`, or `neutral` (punctuation, symbols).
 */
export type LetterClass = 'rtl' | 'ltr' | 'number' | 'mark' | 'space' | 'neutral';

/** Class of a text: the class of its first strong character, else of its first non-neutral character. */
export function classify(text: string): LetterClass {
  let result: LetterClass = 'neutral';
  for (const character of text) {
    const own = classifyOne(character);
    if (own === 'rtl' || own === 'ltr' || own === 'number') return own;
    if (result === 'neutral') result = own;
  }
  return result;
}

const cache = new Map<string, LetterClass>();

function classifyOne(character: string): LetterClass {
  let letterClass = cache.get(character);
  if (letterClass === undefined) {
    letterClass = look(character);
    cache.set(character, letterClass);
  }
  return letterClass;
}

function look(character: string): LetterClass {
  if (/^\s$/u.test(character)) return 'space';
  switch (bidi.getBidiCharTypeName(character)) {
    case 'R':
    case 'AL':
      return 'rtl';
    case 'L':
      return 'ltr';
    case 'EN':
    case 'AN':
      return 'number';
    case 'NSM':
      return 'mark';
    default:
      return 'neutral';
  }
}

/** Arabic-Indic digits and the like: left-to-right among themselves, but strangers to Latin letters. */
export function isArabicNumber(text: string): boolean {
  return Array.from(text).some((character) => bidi.getBidiCharTypeName(character) === 'AN');
}

/** The mirror image that a right-to-left reader sees, or the character itself. */
export function mirror(text: string): string {
  return Array.from(text)
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('');
}
