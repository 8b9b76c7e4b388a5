import type { OfficeContentNode } from 'officeparser';
import { breakText } from './page-counter.ts';

const MAX_CHARACTERS = 100;
const MAX_WORDS = 12;
/** Longer runs of bold or large lines are covers, addresses and lists. */
const MAX_LINES_TOGETHER = 3;
/** A line is large from this share of the size of running text, a bold line smaller than running text is a note. */
const [LARGE, SMALL] = [1.2, 0.95];
/** Above this share of bold characters, bold says nothing. */
const MAX_BOLD_SHARE = 0.4;
const DEFAULT_POINTS = 11;

/** Characters of a document by the look of their runs. */
interface RunningText {
  /** Points of most characters. */
  points: number;
  boldShare: number;
}

interface Line {
  node: OfficeContentNode;
  points: number;
}

/**
 * Turns paragraphs that look like headings into headings, in a document without heading styles (a title at its
 * beginning aside): short lines of their own, bold or larger than the running text, above longer text, a list or a
 * table. Levels go by size. `isHeading` tells the headings that have a style, `points` is the document's default size.
 */
export function markHeadingsByLook(
  content: readonly OfficeContentNode[],
  isHeading: (node: OfficeContentNode) => boolean,
  points = DEFAULT_POINTS,
): void {
  const nodes = content.filter(hasContent);
  const styled = nodes.filter(isHeading);
  if (styled.length > 1 || (styled.length === 1 && styled[0] !== nodes[0])) return;
  const running = measure(nodes, points);
  const lines = findLines(nodes, running, points, isHeading);
  const sizes = [...new Set(lines.map((line) => line.points))].toSorted((a, b) => b - a);
  for (const line of lines) {
    const level = Math.min(6, sizes.indexOf(line.points) + 1 + styled.length);
    Object.assign(line.node, { type: 'heading', metadata: { level } });
  }
}

const hasContent = (node: OfficeContentNode): boolean =>
  node.type === 'table' || /[\p{L}\p{N}]/u.test(node.text ?? '');

function findLines(
  nodes: readonly OfficeContentNode[],
  running: RunningText,
  points: number,
  isHeading: (node: OfficeContentNode) => boolean,
): Line[] {
  const lines: Line[] = [];
  let together: Line[] = [];
  for (const node of nodes) {
    const size = isHeading(node) ? undefined : pointsOfLine(node, running, points);
    if (size !== undefined) together.push({ node, points: size });
    else {
      if (together.length <= MAX_LINES_TOGETHER && stands(together.at(-1), node))
        for (const line of together) lines.push(line);
      together = [];
    }
  }
  return lines;
}

/** Whether what follows a line is long enough to stand under it: `name:` above a name is a field of a form. */
function stands(line: Line | undefined, next: OfficeContentNode): boolean {
  if (!line) return false;
  return next.type === 'table' || next.type === 'list' || lengthOf(next) > lengthOf(line.node);
}

const lengthOf = ({ text = '' }: OfficeContentNode): number => text.trim().length;

/** Runs of a paragraph that hold text. */
const runsOf = ({ children = [] }: OfficeContentNode): OfficeContentNode[] =>
  children.filter(({ type, text = '' }) => type === 'text' && text.trim() !== '');

/** A page may begin with a heading, whose first run holds the mark. */
const isNoText = (node: OfficeContentNode): boolean =>
  node.type !== 'text' && (node.type !== 'break' || breakText(node) === '\n');

function pointsOf({ formatting }: OfficeContentNode, points: number): number {
  const size = Number.parseFloat(formatting?.size ?? '');
  return Number.isFinite(size) ? size : points;
}

function measure(nodes: readonly OfficeContentNode[], points: number): RunningText {
  const characters = new Map<number, number>();
  let [bold, all] = [0, 0];
  for (const run of nodes.flatMap(runsOf)) {
    const length = lengthOf(run);
    const size = pointsOf(run, points);
    characters.set(size, (characters.get(size) ?? 0) + length);
    all += length;
    if (run.formatting?.bold) bold += length;
  }
  const [most] = [...characters].toSorted(([, a], [, b]) => b - a);
  return { points: most?.[0] ?? points, boldShare: all === 0 ? 0 : bold / all };
}

/** The size of a paragraph that may be a heading; undefined for running text. */
function pointsOfLine(node: OfficeContentNode, running: RunningText, points: number): number | undefined {
  const text = (node.text ?? '').trim();
  if (node.type !== 'paragraph' || text.length > MAX_CHARACTERS || /[\n.،,؛;]$|\n/.test(text))
    return undefined;
  if (!/\p{L}/u.test(text) || text.split(/\s+/).length > MAX_WORDS) return undefined;
  const runs = runsOf(node);
  if (runs.length === 0 || (node.children ?? []).some(isNoText)) return undefined;
  const sizes = runs.map((run) => pointsOf(run, points));
  const size = sizes.reduce((smallest, next) => Math.min(smallest, next));
  const isBold = running.boldShare <= MAX_BOLD_SHARE && runs.every(({ formatting }) => formatting?.bold);
  if (size >= running.points * LARGE) return size;
  return isBold && size >= running.points * SMALL ? size : undefined;
}
