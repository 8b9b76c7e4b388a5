import { largest, smallest } from '#common/long-lists.ts';
import type { LinePiece } from './page-lines.ts';

/** Share of a page's height, at top and bottom, where running titles and page numbers stand. */
const EDGE_SHARE = 0.11;
const POSITION_STEP_POINTS = 3;
/** Share of the size of the text below which a line is no text of it. */
const SMALL_SIZE_RATIO = 0.9;

/** Share of the size of the text from which a repeated line at the top of its page may be a heading. */
const HEADING_SIZE_RATIO = 1.12;
/** Lines of running text are no shorter. */
const MIN_COLUMN_EMS = 15;
const UNFINISHED = /[\p{L}\p{N},،;؛-]$/u;

interface Edge {
  key: string;
  place: string;
  outermost: boolean;
}

/**
 * Drops what repeats at the edges of pages: running titles, footers, page numbers. A line goes when its place and its
 * text (digits aside) return on many pages, or on three where that place holds an outermost line on half of all pages.
 */
export function dropFurniture(pages: LinePiece[][], heights: number[]): LinePiece[][] {
  const declared = dropArtifacts(pages);
  if (pages.length < 3) return dropOfTwo(declared, heights);
  const edges = declared.map((page, index) => findEdges(page, heights[index] ?? 0));
  const times = new Map<string, number>();
  const places = new Map<string, number>();
  for (const page of edges) {
    for (const key of new Set([...page.values()].map((edge) => edge.key)))
      times.set(key, (times.get(key) ?? 0) + 1);
    for (const place of new Set(
      [...page.values()].filter((edge) => edge.outermost).map((edge) => edge.place),
    )) {
      places.set(place, (places.get(place) ?? 0) + 1);
    }
  }
  const often = Math.max(3, 0.15 * pages.length);
  const headings = findRepeatedHeadings(declared, edges);
  return declared.map((page, index) =>
    page.filter((piece) => {
      const edge = edges[index]!.get(piece.line);
      if (edge === undefined || headings.has(edge.key)) return true;
      const count = times.get(edge.key) ?? 0;
      if (count >= often) return false;
      return !(count >= 3 && edge.outermost && (places.get(edge.place) ?? 0) >= 0.5 * pages.length);
    }),
  );
}

/**
 * Keys of repeated lines that head their pages, as each page of a catalogue of services does: set larger or bolder than
 * the text, first on the page, with text under it, and with no text that runs on over it from the page before.
 */
function findRepeatedHeadings(pages: LinePiece[][], edges: Map<number, Edge>[]): Set<string> {
  const body = usualSize(pages.flat());
  const headings = new Map<string, boolean>();
  pages.forEach((page, index) => {
    const pageEdges = edges[index]!;
    const first = page.find(
      (piece) => pageEdges.get(piece.line)?.outermost && pageEdges.get(piece.line)?.place.startsWith('top'),
    );
    if (first === undefined) return;
    const { key } = pageEdges.get(first.line)!;
    const rest = page.filter((piece) => piece.line !== first.line && !pageEdges.has(piece.line));
    const isLarge = first.size >= HEADING_SIZE_RATIO * body;
    const isHeading = isLarge && rest.length > 0 && !runsOver(pages[index - 1], edges[index - 1], rest);
    headings.set(key, (headings.get(key) ?? true) && isHeading);
  });
  return new Set([...headings].filter(([, isHeading]) => isHeading).map(([key]) => key));
}

/** Whether the text of a page goes on with that of the page before: a line that fills its width, without an end mark. */
function runsOver(
  before: LinePiece[] | undefined,
  edges: Map<number, Edge> | undefined,
  rest: LinePiece[],
): boolean {
  const body = (before ?? []).filter((piece) => !edges?.has(piece.line));
  const last = body.at(-1);
  const first = rest[0];
  if (last === undefined || first === undefined || !UNFINISHED.test(last.text)) return false;
  if (last.container !== undefined) return last.container.continues;
  const widest = largest(body.map(({ left, right }) => right - left));
  const fills = last.right - last.left > Math.max(0.8 * widest, MIN_COLUMN_EMS * last.size);
  return fills && Math.abs(last.size - first.size) < 0.5;
}

/** Drops the artifacts that the file declares, unless the file declares everything an artifact. */
function dropArtifacts(pages: LinePiece[][]): LinePiece[][] {
  const all = pages.flat();
  const artifacts = all.filter((piece) => piece.artifact).length;
  if (artifacts === 0 || artifacts > 0.5 * all.length) return pages;
  return pages.map((page) => page.filter((piece) => !piece.artifact));
}

function findEdges(page: LinePiece[], height: number): Map<number, Edge> {
  const edges = new Map<number, Edge>();
  const upright = page.filter((piece) => piece.y >= 0 && piece.y <= height);
  const top = largest(upright.map((piece) => piece.y));
  const bottom = smallest(upright.map((piece) => piece.y));
  for (const piece of upright) {
    const high = height - piece.y < EDGE_SHARE * height;
    if (!high && piece.y > EDGE_SHARE * height) continue;
    const place = `${high ? 'top' : 'bottom'} ${Math.round((high ? height - piece.y : piece.y) / POSITION_STEP_POINTS)}`;
    const text = page
      .filter((other) => other.line === piece.line)
      .map((other) => other.text)
      .join(' ');
    const outermost = piece.y === (high ? top : bottom);
    edges.set(piece.line, { key: `${place} ${maskDigits(text)}`, place, outermost });
  }
  return edges;
}

function maskDigits(text: string): string {
  return text.replaceAll(/\p{Nd}+/gu, '#').replaceAll(/\s+/gu, ' ');
}

/** On two pages a repeated line may be text: it goes only when it is smaller than the text. */
function dropOfTwo(pages: LinePiece[][], heights: number[]): LinePiece[][] {
  const [first, second] = pages.map((page, index) => findEdges(page, heights[index] ?? 0));
  const body = usualSize(pages.flat());
  const keys = new Set(Array.from(second?.values() ?? [], ({ key }) => key));
  const twice = new Set(Array.from(first?.values() ?? [], ({ key }) => key).filter((key) => keys.has(key)));
  return pages.map((page, index) => {
    const edges = index === 0 ? first : second;
    const remaining = page.filter(
      (piece) => piece.size > SMALL_SIZE_RATIO * body || !twice.has(edges?.get(piece.line)?.key ?? ''),
    );
    return dropLonePageNumber(remaining, heights[index] ?? 0);
  });
}

/** The size that most glyphs have. */
function usualSize(pieces: LinePiece[]): number {
  const glyphs = new Map<number, number>();
  for (const { size, glyphs: count } of pieces) {
    const rounded = Math.round(2 * size) / 2;
    glyphs.set(rounded, (glyphs.get(rounded) ?? 0) + count);
  }
  const [size] = [...glyphs].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0]);
  return size;
}

/** On a single page nothing repeats; a bare number at the very bottom is still a page number. */
function dropLonePageNumber(page: LinePiece[], height: number): LinePiece[] {
  const lowest = smallest(page.map((piece) => piece.y));
  return page.filter((piece) => {
    const bare = /^(?:[-–—]\s*)?\p{Nd}{1,4}(?:\s*[-–—])?$/u.test(piece.text);
    const alone = !page.some((other) => other !== piece && other.line === piece.line);
    return !(bare && alone && piece.y === lowest && piece.y < 0.08 * height && page.length > 3);
  });
}
