import {
  HEALTH_LIMITS,
  type HealthCode,
  type HealthItem,
  type HealthSample,
} from '#gateway/text/document.ts';

/** What a step made of the lines it was given, in their order, and what it has to report; nothing found, no item. */
export interface Mended {
  lines: string[];
  item?: HealthItem;
}

/** A health item within its bounds. Undefined when nothing was found. */
export function makeItem(
  code: HealthCode,
  found: number,
  settled: number,
  samples: readonly HealthSample[] = [],
  more: { pages?: readonly number[]; certainty?: number } = {},
): HealthItem | undefined {
  if (found <= 0) return undefined;
  const pages = [...new Set(more.pages ?? [])].slice(0, HEALTH_LIMITS.pages);
  return {
    code,
    found: bound(found),
    settled: bound(Math.min(settled, found)),
    ...(pages.length > 0 ? { pages } : {}),
    ...(more.certainty === undefined ? {} : { certainty: Math.round(more.certainty) }),
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
    const { code, found, settled, pages, certainty, samples } = item;
    const other = merged.get(code);
    const sum = makeItem(
      code,
      found + (other?.found ?? 0),
      settled + (other?.settled ?? 0),
      [...(other?.samples ?? []), ...samples],
      {
        pages: [...(other?.pages ?? []), ...(pages ?? [])],
        ...pickCertainty(other?.certainty, certainty),
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

function pickCertainty(one: number | undefined, other: number | undefined): { certainty?: number } {
  if (one === undefined && other === undefined) return {};
  return { certainty: Math.min(one ?? 100, other ?? 100) };
}

const bound = (count: number): number => Math.min(Math.round(count), HEALTH_LIMITS.count);
