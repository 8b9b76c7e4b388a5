/** As much of a Markdown tree as is looked at here. */
type Node = {
  type: string;
  value?: string;
  url?: string;
  label?: string | null;
  referenceType?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
};

const REFERENCES = ['linkReference', 'imageReference'];

/**
 * A remark plugin. Without footnotes, Markdown takes the text of one for the address of a link, which is never seen. Here
 * both the mark and the text stay the words that they were.
 */
export function footnotesAsText() {
  return (tree: Node, file: { toString: () => string }): void => {
    const source = file.toString();
    const written = ({ position }: Node): string =>
      source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
    const read = (node: Node): Node[] => {
      const { type, label, children } = node;
      if (children !== undefined) node.children = children.flatMap(read);
      if (!label?.startsWith('^')) return [node];
      if (type === 'definition')
        return [{ type: 'paragraph', children: [{ type: 'text', value: written(node) }] }];
      if (!REFERENCES.includes(type)) return [node];
      if (node.referenceType !== 'full' || node.children === undefined)
        return [{ type: 'text', value: written(node) }];
      return [{ type: 'text', value: '[' }, ...node.children, { type: 'text', value: `][${label}]` }];
    };
    read(tree);
  };
}
