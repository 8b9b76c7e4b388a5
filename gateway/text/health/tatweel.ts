import { HEALTH_LIMITS, type HealthSample } from '#gateway/text/document.ts';
import { makeItem, type Mended } from './health-items.ts';

const INSIDE =
  /(?<=[\u0621-\u063f\u0641-\u064a\u064b-\u0652])\u0640+(?=[\u0621-\u063f\u0641-\u064a\u064b-\u0652])/g;
/** One stroke in a hundred letters stretches lines; fewer is a writer's hand. */
const PADDED = 0.01;
const LETTERS = /[\u0621-\u063f\u0641-\u064a]/g;
const LEAST = 10;

/** Strokes that stretch words to fill a line (العـــربية) go; the ones of هـ and before digits stay. */
export function dropTatweel(lines: readonly string[]): Mended {
  const samples: HealthSample[] = [];
  const counts = lines.map((line) =>
    line.includes('\u0640') ? [...line.matchAll(INSIDE)].reduce((sum, [run]) => sum + run.length, 0) : 0,
  );
  const found = counts.reduce((sum, count) => sum + count, 0);
  const letters = lines.reduce((sum, line) => sum + (line.match(LETTERS)?.length ?? 0), 0);
  if (found < LEAST || found < PADDED * letters) return { lines: [...lines] };
  const mended = lines.map((line, at) => {
    if (counts[at] === 0) return line;
    const after = line.replace(INSIDE, '');
    if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  const item = makeItem('tatweel', found, found, samples);
  return item ? { lines: mended, item } : { lines: mended };
}
