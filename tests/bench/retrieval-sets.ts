/** The shared question sets as knowledge units: every distinct title is one. */
import { readFileSync } from 'node:fs';
import { buildSegment } from '#gateway/search/segment/build-segment.ts';
import { openSegment } from '#gateway/search/segment/open-segment.ts';

interface StoredPassage {
  id: string;
  title: string;
  section: string;
  text: string;
}
interface StoredQuestion {
  id: string;
  text: string;
  relevant: string[];
  answers: string[];
}

/** Where the sets are, when they are here at all. */
export const FOLDER = new URL('../../../shared/data/retrieval/', import.meta.url);
function readLines<T>(set: string, file: string): T[] {
  const lines = readFileSync(new URL(`${set}/${file}.jsonl`, FOLDER), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

/** A set's units with their segments, and its questions. */
export function loadSet(set: string) {
  const passages = readLines<StoredPassage>(set, 'passages');
  const byTitle = Map.groupBy(passages, ({ title }) => title);
  const units = [...byTitle].map(([title, group]) => ({
    unitId: title,
    ids: group.map(({ id }) => id),
    passages: group.map(({ text, section }) => ({ text, sectionTitle: section })),
    segment: openSegment(
      buildSegment(
        group.map(({ text, section }) => ({ text, sectionTitle: section })),
        title,
      ),
    ),
  }));
  return { units, count: passages.length, questions: readLines<StoredQuestion>(set, 'questions') };
}
