import type { OfficeContentNode } from 'officeparser';
import type { HealthItem } from '#gateway/text/document.ts';
import { mergeItems } from '#gateway/text/health/health-items.ts';
import { findLostCharacters } from '#gateway/text/health/lost-characters.ts';
import { mendMojibake } from '#gateway/text/health/mojibake.ts';

/** What cleaning would take out of text that was decoded by the wrong table, and of letters that were lost. */
const SUSPECT = /[\u0080-\u009f\u00ad\u00c0-\u00ff\ufffd]|[طظ][\u00a0-\u00bf\u2018-\u2026]/;

/** Puts the text of runs right where it was decoded by the wrong table, before cleaning takes parts of it out. */
export function mendRuns(content: readonly OfficeContentNode[]): HealthItem[] {
  const suspects: OfficeContentNode[] = [];
  const visit = (nodes: readonly OfficeContentNode[]): void => {
    for (const node of nodes) {
      if (node.children && node.children.length > 0) visit(node.children);
      else if (SUSPECT.test(node.text ?? '')) suspects.push(node);
      if (node.notes) visit(node.notes);
    }
  };
  visit(content);
  const { lines, item } = mendMojibake(suspects.map(({ text }) => text ?? ''));
  suspects.forEach((node, at) => {
    node.text = lines[at] ?? '';
  });
  const lost = findLostCharacters(lines.join('\n'));
  return mergeItems([item, lost]);
}
