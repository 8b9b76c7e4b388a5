import type { OfficeContentNode } from 'officeparser';

/** Noncharacters of Unicode around the label of a numbered paragraph: no document holds them as text. */
const [LABEL_START, LABEL_END] = ['\ufdd0', '\ufdd1'];
const MARKED_LABEL = /^\ufdd0([^\ufdd1]*)\ufdd1$/;

/** A label (`2.1`, `المادة 2:`) as text that `takeLabels` recognises in a run of its own. */
export const markLabel = (label: string): string => `${LABEL_START}${label}${LABEL_END}`;

/** Labels by list item. */
const labels = new WeakMap<OfficeContentNode, string>();

/** The label that `takeLabels` took out of a list item; empty: the program shows none; undefined: unknown. */
export const labelOf = (node: OfficeContentNode): string | undefined => labels.get(node);

/**
 * Takes the marked labels out of parsed nodes, for `labelOf`. Numbered headings (`isHeading`) and paragraphs of cells
 * begin with theirs. A paragraph whose style numbers it becomes a list item.
 */
export function takeLabels(
  content: readonly OfficeContentNode[],
  isHeading: (node: OfficeContentNode) => boolean,
): void {
  const visit = (node: OfficeContentNode, inCell: boolean): void => {
    const index =
      node.children?.findIndex(({ type, text }) => type === 'text' && MARKED_LABEL.test(text ?? '')) ?? -1;
    const run = node.children?.[index];
    if (run) {
      const label = MARKED_LABEL.exec(run.text ?? '')?.[1]?.trim() ?? '';
      const isText = node.type === 'heading' || inCell || isHeading(node);
      if (isText) run.text = label === '' ? '' : `${label} `;
      else node.children?.splice(index, 1);
      labels.set(node, isText ? '' : label);
      if (!isText && label !== '') becomeListItem(node);
    }
    for (const child of node.children ?? []) visit(child, inCell || node.type === 'cell');
    for (const note of node.notes ?? []) visit(note, true);
  };
  // Sheets have no lists, and many cells.
  for (const node of content) if (node.type !== 'sheet') visit(node, false);
}

function becomeListItem(node: OfficeContentNode): void {
  if (node.type === 'list') return;
  const list = { listType: 'ordered', listId: '', indentation: 0, itemIndex: 0 };
  Object.assign(node, { type: 'list', metadata: { ...node.metadata, ...list } });
}
