import type { Block } from '#gateway/engine/document.ts';
import type { HiddenText } from '#gateway/engine/reading/hidden-text.ts';

/** Bounded outline of an HTML page: what stands where, without inline mark-up. */
export interface Container {
  tag: string;
  /** `id`, `class` and `role`, by which boilerplate is told from content. */
  attributes: Record<string, string>;
  children: OutlineNode[];
}

/** A block of text where it stands; `linked` is how many of its characters lie in links. */
export interface Leaf {
  block: Block;
  linked: number;
  /** Font size in points; the smallest in it where there are several, 0 for a table. */
  size: number;
}

/** What a container holds, in reading order. */
export type OutlineNode = Container | Leaf;

/** The outline of a page, and what was left out of it. */
export interface Outline {
  root: Container;
  /** From `<title>`, as written; empty when the page has none. */
  title: string;
  /** What was left out because the page hides it. */
  hidden: HiddenText;
  /** Text that the author struck out. */
  struck: HiddenText;
  /** Text beside the content. */
  leftOut: HiddenText;
  /** Frames whose pages may hold text. */
  frames: number;
  hasScript: boolean;
  /** Text was dropped because there was too much of it. */
  truncated: boolean;
}

export const isLeaf = (node: OutlineNode): node is Leaf => 'block' in node;

/** Every leaf under `root` in reading order, with the containers around it, outermost first. */
export function* walkLeaves(
  root: Container,
  path: Container[] = [],
): Generator<{ leaf: Leaf; path: Container[] }> {
  const inside = [...path, root];
  for (const child of root.children) {
    if (isLeaf(child)) yield { leaf: child, path: inside };
    else yield* walkLeaves(child, inside);
  }
}
