/** Good Arabic made bad in the ways that programs make it bad. */

import type { Bidi } from 'bidi-js';
import bidiFactory from 'bidi-js';

const bidi = (bidiFactory as unknown as () => Bidi)();

/** As a program that knows no direction copies it from the screen: left to right, brackets as they are seen. */
export function toVisualOrder(line: string): string {
  if (line === '') return '';
  const { levels } = bidi.getEmbeddingLevels(line, 'rtl');
  const order = bidi.getReorderedIndices(line, {
    levels,
    paragraphs: [{ start: 0, end: line.length - 1, level: 1 }],
  });
  return order
    .map((index) => {
      const own = line.charAt(index);
      return (levels[index] ?? 0) % 2 === 1 ? (bidi.getMirroredCharacter(own) ?? own) : own;
    })
    .join('');
}

/** Shapes by letter: isolated, final, initial, medial, as Unicode lists them from U+FE80 on. */
const SHAPES = new Map<string, string[]>();
for (let code = 0xfe80; code <= 0xfef4; code++) {
  const shape = String.fromCharCode(code);
  const letter = shape.normalize('NFKC');
  SHAPES.set(letter, [...(SHAPES.get(letter) ?? []), shape]);
}
const LAM_ALEF: Record<string, [string, string]> = {
  آ: ['\ufef5', '\ufef6'],
  أ: ['\ufef7', '\ufef8'],
  إ: ['\ufef9', '\ufefa'],
  ا: ['\ufefb', '\ufefc'],
};

/** As a printer's file stores it: each letter as the shape that is drawn, lam-alef as one. Marks are left out. */
export function toForms(text: string): string {
  const letters = Array.from(text.replace(/\p{M}/gu, ''));
  const joinsOn = (letter: string | undefined): boolean => (SHAPES.get(letter ?? '')?.length ?? 0) === 4;
  let shaped = '';
  for (let place = 0; place < letters.length; place++) {
    const letter = letters[place] ?? '';
    const forms = SHAPES.get(letter);
    const joined = joinsOn(letters[place - 1]);
    const lamAlef = letter === 'ل' ? LAM_ALEF[letters[place + 1] ?? ''] : undefined;
    if (lamAlef) {
      shaped += lamAlef[joined ? 1 : 0];
      place++;
    } else if (!forms) shaped += letter;
    else {
      const goesOn = forms.length === 4 && SHAPES.has(letters[place + 1] ?? '') && letters[place + 1] !== 'ء';
      const index = (goesOn ? 2 : 0) + (joined && forms.length > 1 ? 1 : 0);
      shaped += forms[index] ?? letter;
    }
  }
  return shaped;
}

/** UTF-8 bytes of a text, read by a single-byte table. */
export function misreadUtf8(text: string, as: 'windows-1252' | 'windows-1256'): string {
  return new TextDecoder(as).decode(new TextEncoder().encode(text));
}

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const TO_1256 = new Map(
  Array.from(new TextDecoder('windows-1256').decode(BYTES), (character, byte) => [character, byte] as const),
);

/** A text in windows-1256; what it has no byte for becomes a question mark. */
export function encode1256(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => TO_1256.get(character) ?? 0x3f);
}

/** Letters apart by one space, words by `gap`. */
export function splitLetters(text: string, gap = '   '): string {
  return text
    .split(' ')
    .map((word) => [...word.matchAll(/\P{M}\p{M}*/gu)].map(([letter]) => letter).join(' '))
    .join(gap);
}

/** Lam-alef turned around, as text comes that was reversed after its ligatures were opened. */
export const swapLamAlef = (text: string): string => text.replace(/ل([اأإآ])/g, '$1ل');
