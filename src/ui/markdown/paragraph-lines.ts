/** As much of an HTML tree as is looked at here. */
type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

/** Nodes cut at the line ends in their text; an element that spans several lines is there in each of them. */
function cutLines(nodes: readonly Node[]): Node[][] {
  const lines: Node[][] = [[]];
  for (const node of nodes) {
    const [first, ...others] = piecesOf(node);
    if (first !== undefined) lines.at(-1)?.push(first);
    for (const piece of others) lines.push([piece]);
  }
  return lines;
}

function piecesOf(node: Node): Node[] {
  if (node.type === 'text') return (node.value ?? '').split('\n').map((value) => ({ ...node, value }));
  // The line end that comes with it does its work.
  if (node.tagName === 'br') return [];
  if (node.children === undefined) return [node];
  return cutLines(node.children).map((children) => ({ ...node, children }));
}

function wrapLines(node: Node): void {
  for (const child of node.children ?? []) wrapLines(child);
  if (node.tagName !== 'p' || node.children === undefined) return;
  const lines = cutLines(node.children);
  if (lines.length === 1) return;
  node.children = lines.map((line, index) => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['line'] },
    children: index < lines.length - 1 ? [...line, { type: 'text', value: '\n' }] : line,
  }));
}

/**
 * A rehype plugin: the lines of a paragraph become elements, each a line of its own in the writer's text. Lines of
 * different directions in one element tear the brackets of the later ones apart in Chromium.
 */
export function paragraphLines() {
  return wrapLines;
}
