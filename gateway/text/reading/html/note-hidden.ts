import { HEALTH_LIMITS } from '#gateway/text/document.ts';
import type { HiddenText } from './outline.ts';

/** Counts text that is not shown, and keeps the first stretches of it. */
export function noteHidden(hidden: HiddenText, text: string): void {
  const seen = text.trim();
  if (seen === '') return;
  hidden.characters += seen.length;
  if (hidden.samples.length < HEALTH_LIMITS.samples && /[\p{L}\p{N}]/u.test(seen))
    hidden.samples.push(seen.slice(0, HEALTH_LIMITS.characters * 2));
}
