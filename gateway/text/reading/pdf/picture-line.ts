import type { RecognisedWord } from '#gateway/text/reading/ocr/recogniser.ts';
import { readVisualLine } from './inverse-bidi.ts';
import type { VisualItem } from './inverse-bidi.ts';
import { classify, mirror } from './letters.ts';

/** A number with its separators, a Latin word, or one letter with its marks. */
const PARTS = /\p{Nd}(?:[\p{Nd}.,:/٫٬-]*\p{Nd})?|\p{Script=Latin}+|.\p{M}*/gsu;
/** A drawn bullet is taken for one of these, and is lower than letters are. */
const LIKE_BULLET = /^[^\p{L}\p{N}]$|^[٠0oOeهe©®]$/u;
const LOW = 0.5;

/**
 * Reads the words of one line, from left to right, into logical text. The recogniser gives each word in logical order
 * but the words of a right-to-left line in an order that suffers from every word it took for the other language's.
 */
export function readPictureLine(
  words: RecognisedWord[],
  height: number,
): { text: string; rightToLeft: boolean; bulleted: boolean } {
  const letters = words.map(({ text }) => text).join('');
  const rtl = letters.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const ltr = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const rightToLeft = rtl > 0 && rtl >= 0.5 * ltr;
  const first = rightToLeft ? words.at(-1) : words[0];
  const bulleted = words.length > 1 && first !== undefined && isBullet(first, height);
  const kept = bulleted ? words.filter((word) => word !== first) : words;
  const text = rtl === 0 ? kept.map((word) => word.text).join(' ') : readMixed(kept, rightToLeft);
  return { text: text.replaceAll(/\s+/gu, ' ').trim().normalize('NFC'), rightToLeft, bulleted };
}

function isBullet({ text, box }: RecognisedWord, height: number): boolean {
  const width = box.right - box.left;
  return LIKE_BULLET.test(text) && box.bottom - box.top < LOW * height && width < LOW * height;
}

function readMixed(words: RecognisedWord[], rightToLeft: boolean): string {
  const items: VisualItem[] = [];
  words.forEach((word, rank) => {
    if (rank > 0) items.push({ text: ' ', letter: 'space', rank, font: '' });
    for (const text of partsFromLeft(word.text, rightToLeft))
      items.push({ text, letter: classify(text), rank, font: '' });
  });
  return readVisualLine(items, { rightToLeft, drawnLeftToRight: true });
}

/** A Latin word stands as it is read; any other of a right-to-left line was turned round by the recogniser. */
function partsFromLeft(text: string, rightToLeft: boolean): string[] {
  const parts = text.match(PARTS) ?? [];
  const arabic = /\p{Script=Arabic}/u.test(text);
  if (!arabic && (!rightToLeft || /\p{Script=Latin}/u.test(text))) return parts;
  return parts.toReversed().map((part) => (classify(part) === 'neutral' ? mirror(part) : part));
}
