import { lineDirection } from '#common/text-direction.ts';

/** The part of an HTML tree used here. */
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
  // The newline next to a `br` already cuts the line.
  if (node.tagName === 'br') return [];
  if (node.children === undefined) return [node];
  return cutLines(node.children).map((children) => ({ ...node, children }));
}

/** What holds a line of text; of an item of a list, what comes before its own lists and paragraphs. */
const LINE_PARENTS = /^(?:p|li|th|td|h[1-6])$/u;
const BLOCKS = /^(?:p|ul|ol|pre|blockquote|table|hr|h[1-6])$/u;

function textOf({ tagName, value, children = [] }: Node): string {
  if (tagName === 'code') return '';
  return value ?? children.map(textOf).join('');
}

function wrapLines(node: Node): void {
  const { children = [], tagName = '' } = node;
  for (const child of children) wrapLines(child);
  if (!LINE_PARENTS.test(tagName)) return;
  const block = children.findIndex((child) => BLOCKS.test(child.tagName ?? ''));
  const inline = block === -1 ? children : children.slice(0, block);
  const lines = tagName === 'p' ? cutLines(inline) : [inline];
  const directions = lines.map((line) => lineDirection(line.map(textOf).join('')));
  if (lines.length === 1 && directions[0] !== 'rtl') return;
  const wrapped = lines.map((line, index) => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['line'], ...(directions[index] === 'rtl' ? { dir: 'rtl' } : {}) },
    children: index < lines.length - 1 ? [...line, { type: 'text', value: '\n' }] : line,
  }));
  node.children = [...wrapped, ...children.slice(inline.length)];
}

/**
 * A rehype plugin: the lines of a paragraph become elements, each a line of its own in the writer's text. Lines of
 * different directions in one element tear the brackets of the later ones apart in Chromium. So does the text of what has
 * one line where that line runs against its first letter.
 */
export function paragraphLines() {
  return wrapLines;
}
