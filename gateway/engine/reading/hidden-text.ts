import { HEALTH_LIMITS, type HealthItem, type ReadWarning } from '#gateway/engine/document.ts';
import { makeItem } from '#gateway/engine/health/health-items.ts';

/** Characters of hidden text, white space aside, and the first stretches of it. */
export interface HiddenText {
  characters: number;
  samples: string[];
}

/** What reading left out of a page; kinds that a format does not have are absent. */
interface LeftOut {
  hidden: HiddenText;
  struck?: HiddenText;
  leftOut?: HiddenText;
  frames?: number;
  truncated?: boolean;
}

/** What is to be told of how a page was read. */
export function warnAbout({
  hidden,
  struck,
  leftOut,
  frames = 0,
  truncated = false,
}: LeftOut): ReadWarning[] {
  const counts = [
    ['hidden-text-dropped', hidden],
    ['struck-text-dropped', struck],
    ['text-left-out', leftOut],
  ] as const;
  const warnings: ReadWarning[] = counts.flatMap(([code, text]) =>
    text && text.characters > 0 ? [{ code, parameters: { characters: text.characters } }] : [],
  );
  if (frames > 0) warnings.push({ code: 'frames-skipped' });
  if (truncated) warnings.push({ code: 'truncated' });
  return warnings;
}

/** What the page hid, its author struck out or the reader left out, for the health report. */
export function reportLeftOut({ hidden, struck, leftOut }: LeftOut): (HealthItem | undefined)[] {
  return [
    makeTextItem('hidden-text', hidden),
    makeTextItem('struck-text', struck),
    makeTextItem('left-out-text', leftOut),
  ];
}

function makeTextItem(
  code: 'hidden-text' | 'struck-text' | 'left-out-text',
  text: HiddenText | undefined,
): HealthItem | undefined {
  if (!text) return undefined;
  const samples = text.samples.map((before) => ({ before, after: '' }));
  return makeItem(code, text.characters, text.characters, samples);
}

/** Counts text that is not shown, and keeps the first stretches of it. */
export function recordHidden(hidden: HiddenText, text: string): void {
  const seen = text.trim();
  if (seen === '') return;
  hidden.characters += seen.length;
  if (hidden.samples.length < HEALTH_LIMITS.samples && /[\p{L}\p{N}]/u.test(seen))
    hidden.samples.push(seen.slice(0, HEALTH_LIMITS.characters * 2));
}
