import { countOutcomes, type Report } from '../run-checks.ts';
import { fill, join, same, type Text } from '../text.ts';
import { REPORT_WORDS as WORDS } from './report-words.ts';

/** Where the interface says it; its rules before the first section are its introduction. */
export const sectionText = (section: string): Text =>
  section === '0' ? WORDS.introduction : fill(WORDS.section, { section });

export function verdictText(report: Report): Text {
  const counts = countOutcomes(report.groups.flatMap(({ results }) => results));
  if (counts.fails > 0) return WORDS.failsSome;
  return counts.ok === 0 ? WORDS.nothingSeen : WORDS.passes;
}

/** Why the run ended early, and what it leaves behind. */
export function leftoverTexts({ stopped, leftovers }: Report): Text[] {
  const { removedUnits, units, files } = leftovers;
  return [
    ...(stopped === null ? [] : [WORDS.stopped[stopped]]),
    ...(removedUnits > 0 ? [fill(WORDS.removed, { count: removedUnits })] : []),
    ...(units.length > 0
      ? [fill(WORDS.unitsLeft, { titles: join(units.map((title) => same(`\`${title}\``))) })]
      : []),
    ...(files > 0 ? [fill(WORDS.filesLeft, { count: files })] : []),
  ];
}
