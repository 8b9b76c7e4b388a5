import {
  HEALTH_LIMITS,
  type HealthCode,
  type HealthItem,
  type HealthSample,
} from '#gateway/engine/document.ts';

/** Letters, marks and shapes of the Arabic script, without its digits and punctuation; for a character class. */
export const ARABIC =
  '\\u0610-\\u061a\\u0620-\\u065f\\u066e-\\u06d3\\u06d5-\\u06ef\\u06fa-\\u06ff\\u0750-\\u077f\\u08a0-\\u08ff\\ufb50-\\ufbb1\\ufbd3-\\ufd3d\\ufd50-\\ufdfb\\ufe70-\\ufefc';

/** Letters alone: no marks, no tatweel, no shapes. */
export const PLAIN_LETTER = '\\u0620-\\u063f\\u0641-\\u064a\\u0671-\\u06d3';

/** The Arabic words of a text, in the order in which they are stored. */
export const ARABIC_WORDS = new RegExp(`[${ARABIC}]+`, 'g');

/** The lines after a repair step, in their order, and its health item; no item without a finding. */
export interface RepairResult {
  lines: string[];
  item?: HealthItem | undefined;
}

/** A health item within its bounds. Undefined when nothing was found. */
export function makeItem(
  code: HealthCode,
  count: number,
  repaired: number,
  samples: readonly HealthSample[] = [],
  more: { pages?: readonly number[]; confidence?: number } = {},
): HealthItem | undefined {
  if (count <= 0) return undefined;
  const pages = [...new Set(more.pages ?? [])].slice(0, HEALTH_LIMITS.pages);
  return {
    code,
    found: bound(count),
    repaired: bound(Math.min(repaired, count)),
    ...(pages.length > 0 ? { pages } : {}),
    ...(more.confidence === undefined ? {} : { confidence: Math.round(more.confidence) }),
    samples: distinctSamples(samples),
  };
}

function distinctSamples(samples: readonly HealthSample[]): HealthSample[] {
  const distinct = new Map<string, HealthSample>();
  for (const sample of samples) {
    if (distinct.size >= HEALTH_LIMITS.samples) break;
    const [before, after] = [clipSample(sample.before), clipSample(sample.after)];
    distinct.set(`${before}\n${after}`, { before, after });
  }
  return [...distinct.values()];
}

/** One item a code, in the order in which the codes come: counts added up, samples and pages of the first ones kept. */
export function mergeItems(items: readonly (HealthItem | undefined)[]): HealthItem[] {
  const merged = new Map<HealthCode, HealthItem>();
  for (const item of items) {
    if (!item) continue;
    const { code, found, repaired, pages, confidence, samples } = item;
    const other = merged.get(code);
    const sum = makeItem(
      code,
      found + (other?.found ?? 0),
      repaired + (other?.repaired ?? 0),
      [...(other?.samples ?? []), ...samples],
      {
        pages: [...(other?.pages ?? []), ...(pages ?? [])],
        ...pickConfidence(other?.confidence, confidence),
      },
    );
    if (sum) merged.set(code, sum);
  }
  return [...merged.values()];
}

/** On one line and no longer than a sample may be, cut between characters that belong together. */
function clipSample(text: string): string {
  const line = text
    .slice(0, HEALTH_LIMITS.characters * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= HEALTH_LIMITS.characters) return line;
  return `${line.slice(0, HEALTH_LIMITS.characters - 1).replace(/[\ud800-\udbff]$|[\p{M}\u200d]+$/u, '')}…`;
}

function pickConfidence(a: number | undefined, b: number | undefined): { confidence?: number } {
  if (a === undefined && b === undefined) return {};
  return { confidence: Math.min(a ?? 100, b ?? 100) };
}

const bound = (count: number): number => Math.min(Math.round(count), HEALTH_LIMITS.count);
