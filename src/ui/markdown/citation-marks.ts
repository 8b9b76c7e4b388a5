/** Numbers in brackets behind words, as models cite passages; behind a Latin letter only after a blank, as `a[1]` is code. */
const MARKS = /(?:(?<=\S|^)[ \t]+|(?<=[^\sA-Za-z_]))(?:[[【]\p{Nd}{1,2}[\]】])+/gu;
const CODE = /(`{3,}|~{3,})[^]*?(?:\1|$)|`[^`\n]*`/gu;

/** A part of a Markdown tree. */
type Node = {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName: string; hProperties: { className: string } };
};

/** Whether a Markdown text cites passages by numbers, outside of code. */
export const hasCitationMarks = (markdown: string): boolean =>
  markdown.replace(CODE, '').search(MARKS) !== -1;

/** A remark plugin: numbers that cite passages become spans of the class `citation`. */
export function markCitations() {
  return function mark(tree: Node): void {
    if (tree.children === undefined) return;
    tree.children = tree.children.flatMap((node) => {
      if (node.type === 'text') return splitText(node.value ?? '');
      mark(node);
      return [node];
    });
  };
}

function splitText(text: string): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(MARKS)) {
    const marks = match.trimStart();
    const start = index + match.length - marks.length;
    nodes.push({ type: 'text', value: text.slice(end, start) });
    nodes.push({
      type: 'citation',
      data: { hName: 'span', hProperties: { className: 'citation' } },
      children: [{ type: 'text', value: marks }],
    });
    end = start + marks.length;
  }
  return [...nodes, { type: 'text', value: text.slice(end) }];
}
