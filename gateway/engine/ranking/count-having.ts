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
  const asked = stems.filter((stem) => !segment.titleHas(stem));
  const [rarest, ...others] = asked.sort(
    (one, other) => segment.documentFrequency(one) - segment.documentFrequency(other),
  );
  if (rarest === undefined) return Array.from({ length: segment.passageCount }, (_, ordinal) => ordinal);
  let left = ordinalsWith(segment, rarest);
  for (const stem of others) {
    if (left.length === 0) break;
    const having = new Set(ordinalsWith(segment, stem));
    left = left.filter((ordinal) => having.has(ordinal));
  }
  return left;
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
    for (let at = 0; at < runs.length; at += 2)
      for (let ordinal = runs[at] ?? 0; ordinal < (runs[at + 1] ?? 0); ordinal++) all.add(ordinal);
  }
  return [...all].sort((one, other) => one - other);
}
