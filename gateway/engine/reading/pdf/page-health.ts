import type { HealthSample } from '#gateway/engine/document.ts';
import type { GlyphUnit } from './glyph-units.ts';

/** What was put right while the lines of a page were made. */
export interface PageHealth {
  /** Right-to-left lines that the file draws from left to right. */
  reversed: number;
  /** Ligatures whose letters the engine gave back to front. */
  turned: number;
  reversedSamples: HealthSample[];
  turnedSamples: HealthSample[];
}

const SAMPLES = 2;

/** Counts of a page on which nothing was repaired. */
export function noHealth(): PageHealth {
  return { reversed: 0, turned: 0, reversedSamples: [], turnedSamples: [] };
}

/** Whether letters of the line stand in the file in the order in which they are seen. */
function isStoredReversed(fromLeft: GlyphUnit[]): boolean {
  const letters = fromLeft.filter((unit) => unit.letter === 'rtl');
  let balance = 0;
  letters.slice(1).forEach((unit, index) => {
    // Within one object the pen moves to the right, whatever is written.
    balance += unit.run === letters[index]!.run ? 1 : Math.sign(unit.run.rank - letters[index]!.run.rank);
  });
  return balance > 0;
}

/** Counts a line. `readRaw` makes the line's text of the letters as the engine gave them. */
export function countLine(
  health: PageHealth,
  placed: { unit: GlyphUnit; spaceBefore: boolean }[],
  text: string,
  readRaw: () => string,
): void {
  const units = placed.map(({ unit }) => unit);
  if (isStoredReversed(units)) {
    health.reversed += 1;
    if (health.reversedSamples.length < SAMPLES) {
      const before = placed.map(({ unit, spaceBefore }) => `${spaceBefore ? ' ' : ''}${unit.raw}`).join('');
      health.reversedSamples.push({ before, after: text });
    }
  }
  const turned = units.filter((unit) => unit.turned).length;
  health.turned += turned;
  if (turned > 0 && health.turnedSamples.length < SAMPLES)
    health.turnedSamples.push({ before: readRaw(), after: text });
}
