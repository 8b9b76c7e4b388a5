import type { HealthItem, ReadWarning } from '#gateway/text/document.ts';
import { makeItem } from '#gateway/text/health/health-items.ts';
import type { Outline } from './outline.ts';

/** What is to be told of how a page was read. */
export function warnAbout({
  hidden: { characters },
  truncated,
}: Pick<Outline, 'hidden' | 'truncated'>): ReadWarning[] {
  const warnings: ReadWarning[] = [];
  if (characters > 0) warnings.push({ code: 'hidden-text-dropped', parameters: { characters } });
  if (truncated) warnings.push({ code: 'truncated' });
  return warnings;
}

/** What the page hid, for the health report; undefined where it hid nothing. */
export function reportHidden({
  hidden: { characters, samples },
}: Pick<Outline, 'hidden'>): HealthItem | undefined {
  const texts = samples.map((before) => ({ before, after: '' }));
  return makeItem('hidden-text', characters, characters, texts);
}
