import type { HealthItem } from '#gateway/text/document.ts';
import type { Mended } from './health-items.ts';
import { mendMojibake } from './mojibake.ts';
import { foldForms } from './presentation-forms.ts';
import { mendReversedDates } from './reversed-dates.ts';
import { joinSplitLetters } from './split-letters.ts';
import { mendSwappedLigatures } from './swapped-ligatures.ts';
import { dropTatweel } from './tatweel.ts';
import { mendVisualOrder } from './visual-order.ts';

/** Order matters: letters first, then their order (shapes tell it), then what is only seen in the right order. */
const STEPS: readonly ((lines: readonly string[]) => Mended)[] = [
  mendMojibake,
  mendVisualOrder,
  foldForms,
  mendSwappedLigatures,
  joinSplitLetters,
  dropTatweel,
  mendReversedDates,
];

/**
 * Puts right what is certainly wrong with lines of text, whatever format they come from, and says what it was. As many
 * lines come out as went in. Nothing is guessed: what cannot be told for certain is left as it is.
 */
export function mendLines(lines: readonly string[]): { lines: string[]; items: HealthItem[] } {
  const items: HealthItem[] = [];
  let mended = [...lines];
  for (const step of STEPS) {
    const made = step(mended);
    mended = made.lines;
    if (made.item) items.push(made.item);
  }
  return { lines: mended, items };
}
