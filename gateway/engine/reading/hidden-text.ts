import { HEALTH_LIMITS, type HealthItem, type ReadWarning } from '#gateway/engine/document.ts';
import { makeItem } from '#gateway/engine/health/health-items.ts';

/** Characters of hidden text, white space aside, and the first stretches of it. */
export interface HiddenText {
  characters: number;
  samples: string[];
}

/** What is to be told of how a page was read. */
export function warnAbout({
  hidden: { characters },
  truncated,
}: {
  hidden: HiddenText;
  truncated: boolean;
}): ReadWarning[] {
  const warnings: ReadWarning[] = [];
  if (characters > 0) warnings.push({ code: 'hidden-text-dropped', parameters: { characters } });
  if (truncated) warnings.push({ code: 'truncated' });
  return warnings;
}

/** What the page hid, for the health report; undefined where it hid nothing. */
export function reportHidden({
  hidden: { characters, samples },
}: {
  hidden: HiddenText;
}): HealthItem | undefined {
  const texts = samples.map((before) => ({ before, after: '' }));
  return makeItem('hidden-text', characters, characters, texts);
}

/** Counts text that is not shown, and keeps the first stretches of it. */
export function recordHidden(hidden: HiddenText, text: string): void {
  const seen = text.trim();
  if (seen === '') return;
  hidden.characters += seen.length;
  if (hidden.samples.length < HEALTH_LIMITS.samples && /[\p{L}\p{N}]/u.test(seen))
    hidden.samples.push(seen.slice(0, HEALTH_LIMITS.characters * 2));
}
