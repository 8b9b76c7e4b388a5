import type { Exchange } from '../calls/exchange.ts';
import type { Finding } from '../check.ts';
import { countOutcomes, type Report } from '../run-checks.ts';
import { fill, type Text } from '../text.ts';
import { REPORT_WORDS as WORDS } from './report-words.ts';

/** Where the interface says it; its rules before the first section are its introduction. */
export const sectionText = (section: string): Text =>
  section === '0' ? WORDS.introduction : fill(WORDS.section, { section });

export function verdictText(report: Report): Text {
  const counts = countOutcomes(report.groups.flatMap(({ results }) => results));
  if (counts.fails > 0) return WORDS.failsSome;
  if (counts.lenient > 0) return WORDS.lenientOnly;
  return counts.ok === 0 ? WORDS.nothingSeen : WORDS.passes;
}

/** Why the run ended early, and what it leaves behind. Titles of units that remain are listed beside it. */
export function leftoverTexts({ stopped, leftovers }: Report): Text[] {
  const { removedUnits, files } = leftovers;
  return [
    ...(stopped === null ? [] : [WORDS.stopped[stopped]]),
    ...(removedUnits > 0 ? [fill(WORDS.removed, { count: removedUnits })] : []),
    ...(files > 0 ? [fill(WORDS.filesLeft, { count: files })] : []),
  ];
}

/** A line under a finding. `data` is what was sent or received: no text of ours. */
export interface Detail {
  name: Text;
  value: Text | { data: string };
}

/** What is said about a finding, in the order in which it is read. */
export function detailsOf(finding: Finding): Detail[] {
  if (finding.outcome === 'ok') return [];
  if (finding.outcome === 'untestable') return [{ name: WORDS.reason, value: finding.reason }];
  const said =
    finding.outcome === 'note'
      ? [{ name: WORDS.reason, value: finding.reason }]
      : [
          { name: WORDS.expected, value: finding.expected },
          { name: WORDS.came, value: finding.came },
        ];
  return [...said, ...callDetails(finding.exchange)];
}

function callDetails(exchange: Exchange | undefined): Detail[] {
  if (!exchange) return [];
  const body = exchange.text === '' ? [] : [{ name: WORDS.body, value: { data: exchange.text } }];
  return [...body, { name: WORDS.request, value: { data: exchange.command } }];
}
