import type { Section } from '#contract/unit-states.ts';

const SEPARATOR = ' › ';

export type SectionNode = {
  /** Its own heading, without its parents'. */
  heading: string;
  /** The heading path, as passages carry it. */
  title: string;
  depth: number;
  firstOrdinal: number;
  /** Passages of this section and of those under it. */
  passages: number;
};

/** The sections of one source as an indented list: parents that hold no passages of their own are put in. */
export function sectionTree(sections: readonly Section[]): SectionNode[] {
  const nodes: SectionNode[] = [];
  const open: SectionNode[] = [];
  for (const { title, firstOrdinal, passages } of sections) {
    const path = title === '' ? [''] : title.split(SEPARATOR);
    while (open.length > 0 && !isWithin(path, open)) open.pop();
    for (let depth = open.length; depth < path.length; depth += 1) {
      const node = {
        heading: path[depth] ?? '',
        title: path.slice(0, depth + 1).join(SEPARATOR),
        depth,
        firstOrdinal,
        passages: 0,
      };
      nodes.push(node);
      open.push(node);
    }
    for (const node of open) node.passages += passages;
  }
  return nodes;
}

/** True when the open nodes are the beginning of the path. */
function isWithin(path: readonly string[], open: readonly SectionNode[]): boolean {
  return open.length <= path.length && open.every(({ heading }, depth) => heading === path[depth]);
}

/** The section that a passage lies in: the deepest node that begins at or before it. */
export function sectionAt(nodes: readonly SectionNode[], ordinal: number): SectionNode | undefined {
  return nodes.findLast(
    (node) => node.firstOrdinal <= ordinal && ordinal < node.firstOrdinal + node.passages,
  );
}
