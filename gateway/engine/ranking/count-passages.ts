import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { isStopWord } from '#gateway/engine/analysis/stop-words.ts';
import { createPostingList, type Segment } from '#gateway/engine/segments/segment.ts';

/** In how many passages expressions stand, and in how many of the segments. */
interface PassageCount {
  passages: number;
  segments: number;
}

/**
 * Passages that have all of these words in their text, in whatever form, counted from postings alone. Words are
 * normalised; those that no index holds do not count, and where none is left nothing is found.
 */
export function countPassages(words: readonly string[], segments: readonly Segment[]): PassageCount {
  const count: PassageCount = { passages: 0, segments: 0 };
  for (const segment of segments) {
    const { language } = segment;
    const significant = words.filter((word) => !isStopWord(word, language));
    const passages = countIn(segment, new Set(significant.map((word) => stemWord(word, language))));
    count.passages += passages;
    if (passages > 0) count.segments += 1;
  }
  return count;
}

function countIn(segment: Segment, stems: ReadonlySet<string>): number {
  const ids = Array.from(stems, (stem) => segment.findStem(stem));
  if (ids.length === 0 || ids.includes(-1)) return 0;
  const [rarest = -1, ...others] = ids.sort(
    (a, b) => segment.documentFrequency(a) - segment.documentFrequency(b),
  );
  if (others.length === 0) return segment.documentFrequency(rarest);
  const list = createPostingList();
  const ordinalsOf = (stem: number) => list.ordinals.slice(0, segment.readPostings(stem, list));
  let ordinals = ordinalsOf(rarest);
  for (const other of others) {
    const having = new Set(ordinalsOf(other));
    ordinals = ordinals.filter((ordinal) => having.has(ordinal));
  }
  return ordinals.length;
}
