import { createPostingList, type Segment } from '#gateway/engine/segments/segment.ts';

const postings = createPostingList();

/** How many passages of a segment have all of these stems, in their text or in a title above it. */
export function countHaving(segment: Segment, stems: readonly number[]): number {
  const [stem = -1] = stems;
  if (stems.length !== 1) return ordinalsHaving(segment, stems).length;
  if (segment.titleHas(stem)) return segment.passageCount;
  if (segment.sectionsWith(stem).length === 0) return segment.documentFrequency(stem);
  return ordinalsWith(segment, stem).length;
}

/** The passages of a segment that have all of these stems, in their text or in a title above it, in order. */
function ordinalsHaving(segment: Segment, stems: readonly number[]): number[] {
  const rarestFirst = stems.filter((stem) => !segment.titleHas(stem));
  const [rarest, ...others] = rarestFirst.sort(
    (a, b) => segment.documentFrequency(a) - segment.documentFrequency(b),
  );
  if (rarest === undefined) return Array.from({ length: segment.passageCount }, (_, ordinal) => ordinal);
  let ordinals = ordinalsWith(segment, rarest);
  for (const stem of others) {
    if (ordinals.length === 0) break;
    const having = new Set(ordinalsWith(segment, stem));
    ordinals = ordinals.filter((ordinal) => having.has(ordinal));
  }
  return ordinals;
}

/** The passages that have a stem in their text or their section title, in order. */
function ordinalsWith(segment: Segment, stem: number): number[] {
  const count = segment.readPostings(stem, postings);
  const inText = Array.from(postings.ordinals.subarray(0, count));
  const sections = segment.sectionsWith(stem);
  if (sections.length === 0) return inText;
  const all = new Set(inText);
  for (const section of sections) {
    const runs = segment.passagesUnder(section);
    for (let index = 0; index < runs.length; index += 2)
      for (let ordinal = runs[index] ?? 0; ordinal < (runs[index + 1] ?? 0); ordinal++) all.add(ordinal);
  }
  return [...all].sort((a, b) => a - b);
}
