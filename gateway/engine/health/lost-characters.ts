import type { HealthItem, HealthSample } from '#gateway/engine/document.ts';
import { makeItem } from './health-items.ts';

/** What stands where a letter was lost: the replacement character, a font's private letters, rows of question marks. */
const LOST = /[\ufffd\ue000-\uf8ff]|(?<![\p{L}\p{N}?])\?{2,}(?!\?)(?=[ ?]{0,40}(?: \?{2,}){2})/gu;
const SAMPLE_CONTEXT_CHARACTERS = 40;

/** Characters whose letter cannot be known any more. Look before text is cleaned: cleaning takes them out. */
export function findLostCharacters(text: string): HealthItem | undefined {
  const samples: HealthSample[] = [];
  let count = 0;
  for (const { 0: lost, index } of text.matchAll(LOST)) {
    count += lost.length;
    if (samples.length > 0 && count > 1) continue;
    const start = Math.max(0, index - SAMPLE_CONTEXT_CHARACTERS);
    samples.push({ before: text.slice(start, index + SAMPLE_CONTEXT_CHARACTERS).toWellFormed(), after: '' });
  }
  return makeItem('broken-letters', count, 0, samples);
}
