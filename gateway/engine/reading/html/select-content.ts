import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Container, isLeaf, type Leaf, type OutlineNode, walkLeaves } from './outline.ts';

interface Placed {
  leaf: Leaf;
  path: Container[];
}

/** Past this many blocks a DOM costs more than it tells; the landmarks alone decide. */
const MAX_BLOCKS = 20_000;
/** Readability's choice is trusted when it keeps at least this share of what is outside of landmarks, or this much. */
const MIN_KEPT_SHARE = 0.25;
const MIN_KEPT_CHARACTERS = 1_500;

/** Shorter texts beside the content, such as a line of rights, are no loss. */
const MIN_LEFT_OUT_CHARACTERS = 80;
/** Words of classes and ids that stand for landmarks on pages without the elements. */
const BESIDE =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|nav|navbar|navigation|menu|topbar|footer|copyright|breadcrumbs?|skip-?link|search|sidebar)(?=$|[\s_-])/i;

const LANDMARK_TAGS = new Set(['nav', 'footer', 'aside', 'search', 'menu']);
const LANDMARK_ROLES = new Set([
  'navigation',
  'contentinfo',
  'complementary',
  'search',
  'banner',
  'menu',
  'dialog',
]);
const INSIDE = new Set(['article', 'main', 'section']);

/** The content of a page, and the texts beside it that are no part of a menu, a footer or the like. */
interface Selection {
  leaves: Leaf[];
  leftOut: string[];
}

/**
 * The blocks that are the page's own content, in reading order. A page without navigation is a document and kept
 * whole. Else Readability chooses; headings, tables and list items that it dropped from between chosen blocks
 * come back, because answers need the headings that stand above a text, and so does all that stands in the main
 * element or an article and is no landmark, whatever its class is called.
 */
export function selectContent(root: Container, title: string): Selection {
  const all = [...walkLeaves(root)];
  const outside = all.filter(({ path }) => !inLandmark(path));
  const plain = outside.length > 0 ? outside : all;
  const whole = { leaves: plain.map(({ leaf }) => leaf), leftOut: [] };
  if (isDocument(all, outside) || all.length > MAX_BLOCKS) return whole;
  const chosen = chooseByReadability(root, all, title);
  for (const { leaf, path } of all) if (isMain(leaf, path)) chosen.add(leaf);
  const length = lengthOf([...chosen]);
  if (length < Math.min(MIN_KEPT_CHARACTERS, MIN_KEPT_SHARE * lengthOf(whole.leaves))) return whole;
  const leaves = restore(all, chosen);
  return { leaves, leftOut: listLeftOut(outside, new Set(leaves)) };
}

const isLinked = (leaf: Leaf): boolean => leaf.linked >= 0.5 * lengthOf([leaf]);

function isMain(leaf: Leaf, path: readonly Container[]): boolean {
  if (leaf.block.kind === 'heading' || isLinked(leaf)) return false;
  const isInside = path.some(
    ({ tag, attributes }) => tag === 'main' || tag === 'article' || attributes['role'] === 'main',
  );
  return isInside && !isBeside(path) && !inLandmark(path);
}

/** Whether a block lies in a landmark by its class alone, or in a notice of consent. */
const isBeside = (path: readonly Container[]): boolean =>
  path.some(({ attributes: { class: classes = '', id = '' } }) => BESIDE.test(`${classes} ${id}`));

/** Paragraphs outside of landmarks that were not chosen; links, labels and short notices are no loss. */
function listLeftOut(outside: readonly Placed[], leaves: ReadonlySet<Leaf>): string[] {
  const texts = outside
    .filter(
      ({ leaf, path }) =>
        !leaves.has(leaf) && leaf.block.kind !== 'heading' && !isLinked(leaf) && !isBeside(path),
    )
    .map(({ leaf }) => textOf(leaf.block));
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  return size >= MIN_LEFT_OUT_CHARACTERS ? texts : [];
}

/** Nothing of the page leads elsewhere: no landmarks, few links. */
function isDocument(all: readonly Placed[], outside: readonly Placed[]): boolean {
  if (all.length !== outside.length) return false;
  const linked = all.reduce((sum, { leaf }) => sum + leaf.linked, 0);
  return linked <= 0.2 * lengthOf(all.map(({ leaf }) => leaf));
}

function restore(all: readonly Placed[], chosen: ReadonlySet<Leaf>): Leaf[] {
  const first = all.findIndex(({ leaf }) => chosen.has(leaf));
  const last = all.findLastIndex(({ leaf }) => chosen.has(leaf));
  const between = all.slice(first, last + 1).filter(({ leaf, path }) => {
    if (chosen.has(leaf)) return true;
    if (leaf.block.kind === 'paragraph' || inLandmark(path)) return false;
    return leaf.block.kind === 'heading' || leaf.linked < 0.5 * lengthOf([leaf]);
  });
  const before = all.slice(0, first).filter(({ path }) => !inLandmark(path));
  const hasTitle = between.some(({ leaf }) => leaf.block.kind === 'heading' && leaf.block.level === 1);
  const above = before.findLast(
    ({ leaf: { block } }) => block.kind === 'heading' && (hasTitle || block.level === 1),
  );
  // Headings directly before the first chosen block head it, whatever stands above them.
  const start = before.findLastIndex(({ leaf: { block } }) => block.kind !== 'heading');
  const headings = before.slice(start + 1);
  const isApart = above !== undefined && !headings.includes(above);
  const lead = isApart && !hasTitle ? [above, ...headings] : headings;
  return [...lead, ...dropEmptyHeadings(between, chosen)].map(({ leaf }) => leaf);
}

/** Headings at the end of the choice, with nothing chosen under them, head what was left out. */
function dropEmptyHeadings(placed: readonly Placed[], chosen: ReadonlySet<Leaf>): Placed[] {
  return placed.filter(({ leaf }, index) => {
    if (leaf.block.kind !== 'heading' || chosen.has(leaf)) return true;
    const { level } = leaf.block;
    const next = placed
      .slice(index + 1)
      .find(({ leaf: { block } }) => block.kind !== 'heading' || block.level <= level);
    return next !== undefined && next.leaf.block.kind !== 'heading';
  });
}

function chooseByReadability(root: Container, all: readonly Placed[], title: string): Set<Leaf> {
  const numbers = new Map(all.map(({ leaf }, index) => [leaf, index]));
  const body = root.children.map((child) => print(child, numbers)).join('');
  const page = `<!doctype html><html><head><title>${escapeText(title)}</title></head><body>${body}</body></html>`;
  const { document } = parseHTML(page) as unknown as {
    document: ConstructorParameters<typeof Readability>[0];
  };
  const article = new Readability(document, {
    keepClasses: true,
    disableJSONLD: true,
    charThreshold: 250,
  }).parse();
  const chosen = new Set<Leaf>();
  for (const [, index] of (article?.content ?? '').matchAll(/\sdata-block="(\d+)"/g)) {
    const placed = all[Number(index)];
    // On a short page Readability ends up choosing everything, its menu too.
    if (placed && !inLandmark(placed.path)) chosen.add(placed.leaf);
  }
  return chosen;
}

function print(node: OutlineNode, numbers: ReadonlyMap<Leaf, number>): string {
  if (!isLeaf(node)) {
    const attributes = Object.entries(node.attributes).map(
      ([name, value]) => ` ${name}="${escapeText(value)}"`,
    );
    const tag = /^(?:p|h[1-6]|pre|html|body|hr)$/.test(node.tag) ? 'div' : node.tag;
    const inner = node.children.map((child) => print(child, numbers)).join('');
    return inner === '' ? '' : `<${tag}${attributes.join('')}>${inner}</${tag}>`;
  }
  const { block, linked } = node;
  const mark = ` data-block="${numbers.get(node) ?? ''}"`;
  if (block.kind === 'table') {
    const rows = [block.header ?? [], ...block.rows].filter((row) => row.length > 0);
    const cells = (row: readonly string[]) => row.map((cell) => `<td>${escapeText(cell)}</td>`).join('');
    return `<table${mark}>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
  }
  const text = escapeText(block.text);
  const inner = linked >= block.text.length * 0.9 ? `<a href="#x">${text}</a>` : text;
  return block.kind === 'heading'
    ? `<h${block.level}${mark}>${inner}</h${block.level}>`
    : `<p${mark}>${inner}</p>`;
}

/** Whether it stands in a menu, a footer or the like of the page. */
export function inLandmark(path: readonly Container[]): boolean {
  return path.some(({ tag, attributes: { role } }, depth) => {
    if (LANDMARK_TAGS.has(tag) || (role !== undefined && LANDMARK_ROLES.has(role))) return true;
    // A page's own header holds its menu; an article's header holds the article's title.
    return (
      tag === 'header' &&
      !path.slice(0, depth).some((outer) => INSIDE.has(outer.tag)) &&
      !holdsTitle(path[depth])
    );
  });
}

function holdsTitle(header: Container | undefined): boolean {
  return header?.children.some((child) => (isLeaf(child) ? isTitle(child) : holdsTitle(child))) ?? false;
}

const isTitle = ({ block }: Leaf): boolean => block.kind === 'heading' && block.level === 1;

function lengthOf(leaves: readonly Leaf[]): number {
  return leaves.reduce((sum, { block }) => sum + textOf(block).length, 0);
}

function textOf(block: Leaf['block']): string {
  return block.kind === 'table' ? [block.header ?? [], ...block.rows].flat().join(' ') : block.text;
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
