import { type Block, HEALTH_LIMITS, type HealthItem, type ReadWarning } from '#gateway/engine/document.ts';
import { makeItem } from '#gateway/engine/health/health-items.ts';

/** How much larger than running text a heading is set. */
const HEADING_SIZE_RATIO = 1.12;
const MAX_HEADING_LENGTH = 200;
/** Where more than this share of the letters is large, size says nothing. */
const MAX_LARGE_SHARE = 0.3;

/**
 * Headings of a document that marks none: short paragraphs set larger than most of its text, the larger the higher.
 * LibreOffice writes its books so. A document that marks one heading is taken at its word.
 */
export function detectHeadingsBySize(leaves: readonly Leaf[]): Leaf[] {
  if (leaves.some(({ block }) => block.kind === 'heading')) return [...leaves];
  const body = commonSize(leaves);
  const isLarge = (leaf: Leaf): boolean =>
    isShortParagraph(leaf) && sizeOf(leaf) >= body * HEADING_SIZE_RATIO;
  const large = leaves.filter(isLarge);
  if (large.length === 0 || lengthOf(large) > MAX_LARGE_SHARE * lengthOf(leaves)) return [...leaves];
  const sizes = [...new Set(large.map(sizeOf))].toSorted((one, other) => other - one);
  return leaves.map((leaf) => {
    if (!isLarge(leaf) || leaf.block.kind !== 'paragraph') return leaf;
    const level = Math.min(sizes.indexOf(sizeOf(leaf)) + 1, 6) as 1;
    return { ...leaf, block: { ...leaf.block, kind: 'heading', level } };
  });
}

const lengthOf = (leaves: readonly Leaf[]): number =>
  leaves.reduce((sum, { block }) => sum + (block.kind === 'table' ? 0 : block.text.length), 0);

/** To half a point: rounding errors are no levels. */
const sizeOf = ({ size }: Leaf): number => Math.round(size * 2) / 2;

function commonSize(leaves: readonly Leaf[]): number {
  const letters = new Map<number, number>();
  for (const leaf of leaves) {
    if (leaf.block.kind === 'table') continue;
    letters.set(sizeOf(leaf), (letters.get(sizeOf(leaf)) ?? 0) + leaf.block.text.length);
  }
  const [common = [0, 0]] = [...letters].toSorted(([, one], [, other]) => other - one);
  return common[0];
}

function isShortParagraph({ block }: Leaf): boolean {
  return (
    block.kind === 'paragraph' &&
    block.text.length <= MAX_HEADING_LENGTH &&
    !block.text.includes('\n') &&
    /\p{L}/u.test(block.text) &&
    !/[.،,;؛]$/.test(block.text)
  );
}

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

export type OutlineNode = Container | Leaf;

export interface Outline {
  root: Container;
  /** From `<title>`, as written; empty when the page has none. */
  title: string;
  /** What was left out because the page hides it. */
  hidden: HiddenText;
  /** Text was dropped because there was too much of it. */
  truncated: boolean;
}

/** Characters of hidden text, white space aside, and the first stretches of it. */
export interface HiddenText {
  characters: number;
  samples: string[];
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

/** What is to be told of how a page was read. */
export function warnAbout({
  hidden: { characters },
  truncated,
}: Pick<Outline, 'hidden' | 'truncated'>): ReadWarning[] {
  const warnings: ReadWarning[] = [];
  if (characters > 0) warnings.push({ code: 'hidden-text-dropped', parameters: { characters } });
  if (truncated) warnings.push({ code: 'truncated' });
  return warnings;
}

/** What the page hid, for the health report; undefined where it hid nothing. */
export function reportHidden({
  hidden: { characters, samples },
}: Pick<Outline, 'hidden'>): HealthItem | undefined {
  const texts = samples.map((before) => ({ before, after: '' }));
  return makeItem('hidden-text', characters, characters, texts);
}

/** Counts text that is not shown, and keeps the first stretches of it. */
export function recordHidden(hidden: HiddenText, text: string): void {
  const seen = text.trim();
  if (seen === '') return;
  hidden.characters += seen.length;
  if (hidden.samples.length < HEALTH_LIMITS.samples && /[\p{L}\p{N}]/u.test(seen))
    hidden.samples.push(seen.slice(0, HEALTH_LIMITS.characters * 2));
}
