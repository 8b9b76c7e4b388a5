import { plainNumbers } from '#common/fold-text.ts';

const NUMBER = /\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu;

const valueOf = (number: string): string => String(Number(plainNumbers(number)));

/** A text in pieces, of which those are marked whose number the other text does not have: ٥٠ is 50. */
export function markNumbers(text: string, other: string): { text: string; isMarked: boolean }[] {
  const others = new Set((other.match(NUMBER) ?? []).map(valueOf));
  const pieces: { text: string; isMarked: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(NUMBER)) {
    if (others.has(valueOf(match[0]))) continue;
    pieces.push({ text: text.slice(end, match.index), isMarked: false }, { text: match[0], isMarked: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(end), isMarked: false }].filter((piece) => piece.text !== '');
}
