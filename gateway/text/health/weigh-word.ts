import { BACKWARDS, FORWARDS } from './function-words.ts';

/** How much a word, without marks and shapes, speaks for being Arabic in its own order (above 0) or backwards (below). */
export function weighWord(word: string): number {
  if (word.length < 2) return 0;
  let weight = 0;
  if (word.length >= 4 && /^[وفبك]?ال/.test(word)) weight += 1;
  if (word.length >= 4 && /لا[وفبك]?$/.test(word)) weight -= 1;
  if (word.endsWith('ة')) weight += 2;
  if (/^[ةےں]/.test(word)) weight -= 2;
  if (/[ىےں]$/.test(word)) weight += 1;
  if (word.startsWith('ى')) weight -= 2;
  if (FORWARDS.has(word)) weight += 1;
  if (BACKWARDS.has(word)) weight -= 1;
  return weight;
}
