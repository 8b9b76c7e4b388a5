import type { OfficeContentNode } from 'officeparser';

const BLOCKS = new Set<OfficeContentNode['type']>(['paragraph', 'heading', 'list', 'row', 'code']);
const LEFT_OUT = new Set<OfficeContentNode['type']>(['note', 'comment', 'image', 'chart', 'embed', 'table']);

/** Text of a node: its runs joined as they are, line breaks as `\n`, blocks inside of it each on a line. */
export function textOf(node: OfficeContentNode): string {
  const { children } = node;
  if (!children || children.length === 0) return node.type === 'break' ? '\n' : (node.text ?? '');
  let text = '';
  for (const child of children) {
    if (LEFT_OUT.has(child.type)) continue;
    if (node.type !== 'cell' && (child.type === 'list' || child.type === 'heading')) continue;
    if (BLOCKS.has(child.type) && text !== '') text += '\n';
    text += textOf(child);
  }
  return text;
}
