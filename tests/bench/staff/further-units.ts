/** Articles of question sets as units that are asked along with the guides. */

import { dataFolder, findSets, loadSet, type Passage } from '#tests/bench/question-sets.ts';
import { BenchFailure } from '#tests/bench/report.ts';
import type { FurtherUnit } from './ask-guides.ts';

/** Every article of these sets, in the order of the sets: those of one title are one unit. */
export function loadFurtherUnits(sets: readonly string[]): FurtherUnit[] {
  if (sets.length === 0) return [];
  const passages = findSets(dataFolder('retrieval', undefined), sets).flatMap(
    (folder) => loadSet(folder).passages,
  );
  return [...Map.groupBy(passages, ({ title }) => title)].map(([title, group]) => ({
    title,
    text: writeMarkdown(title, group),
  }));
}

/** An article as a document: its title, and each passage below its own heading where it has one. */
function writeMarkdown(title: string, passages: readonly Passage[]): string {
  const sections = passages.map(({ section, text }) => (section === '' ? text : `## ${section}\n\n${text}`));
  return [`# ${title}`, ...sections].join('\n\n');
}

/**
 * As many further units as make each number of units with the guides; all of them where no number is wanted. Throws
 * `BenchFailure` where there are too few, or fewer are wanted than there are guides.
 */
export function chooseUnits(
  further: readonly FurtherUnit[],
  counts: readonly number[],
  guides: number,
): FurtherUnit[][] {
  if (counts.length === 0) return [[...further]];
  const most = guides + further.length;
  return counts.map((count) => {
    if (count < guides || count > most)
      throw new BenchFailure(
        `${count} units cannot be asked: ${guides} guides and ${further.length} further units make ${guides} to ${most}. --beside adds sets.`,
      );
    return further.slice(0, count - guides);
  });
}
