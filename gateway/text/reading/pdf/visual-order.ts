import type { GlyphUnit } from './glyph-units.ts';
import type { RawLine } from './lines.ts';
import { separateStretches } from './stretches.ts';
import type { TextRun } from './page-text.ts';
import type { Container } from './structure.ts';

/** A unit at its place in a line read from left to right, with the white space on its left. */
export interface Placed {
  unit: GlyphUnit;
  spaceBefore: boolean;
}

/** What one place of a line holds: a whole line of text, or one of several cells or columns. */
export interface VisualCell {
  placed: Placed[];
  left: number;
  right: number;
}

export interface SpacingContext {
  /** Spaces that were drawn but swallowed by the engine. */
  swallowed: { x: number; y: number }[];
  /** One object holds many glyphs (LibreOffice), not one each (Chromium). */
  longObjects: boolean;
  /** Many objects hold several glyphs: the producer places words, not letters, so that gaps are what they look like. */
  placesWords: boolean;
  /** Objects that only stretch words: they hold what is around them together and are no text. */
  stretches: Set<TextRun>;
  /** The block or table cell a unit belongs to, by tags or by ruled lines; undefined where neither says. */
  containerOf: (unit: GlyphUnit) => Container | undefined;
}

/** Ems: word spaces are narrower, also those of wide fonts; at a change of script two of them may be dropped. */
const CELL_GAP = 0.36;
const CELL_GAP_BESIDE_LATIN = 0.5;

/** Puts a line's units from left to right, finds its spaces and cuts it where the structure or a wide gap does. */
export function orderLine(line: RawLine, context: SpacingContext): VisualCell[] {
  const drawn = settleNeighbours(sortByPlace(partOverlaps(line.units, context)), context.longObjects);
  const cells: VisualCell[] = [];
  const inOrder = !context.longObjects && drawnLeftToRight(drawn, context.longObjects);
  let previous: GlyphUnit | undefined;
  let spaced = false;
  for (const unit of drawn) {
    if (unit.letter === 'space') {
      spaced = true;
      continue;
    }
    const gap = previous === undefined ? 0 : gapBetween(previous, unit);
    if (previous === undefined || startsCell(previous, unit, gap, { spaced, inOrder, line }, context)) {
      cells.push({ placed: [{ unit, spaceBefore: false }], left: unit.left, right: unit.right });
    } else {
      const cell = cells.at(-1)!;
      const spaceBefore = spaced || isGapSpace(previous, unit, gap, line, context);
      cell.placed.push({ unit, spaceBefore });
      cell.right = Math.max(cell.right, unit.right);
    }
    previous = unit;
    spaced = false;
  }
  return cells;
}

/** Qt draws a number over its neighbour word: only there, whole stretches are moved apart. */
function partOverlaps(units: GlyphUnit[], context: SpacingContext): GlyphUnit[] {
  return drawnLeftToRight(sortByPlace(units), context.longObjects) ? units : separateStretches(units);
}

function sortByPlace(units: GlyphUnit[]): GlyphUnit[] {
  return units.toSorted((a, b) => a.x - b.x || b.order - a.order);
}

/** Where right-to-left glyphs overlap or share an origin, the order of drawing says which comes first. */
function settleNeighbours(units: GlyphUnit[], longObjects: boolean): GlyphUnit[] {
  const leftToRight = drawnLeftToRight(units, longObjects);
  for (let pass = 0; pass < 3; pass += 1) {
    let swapped = false;
    for (let index = 0; index + 1 < units.length; index += 1) {
      const a = units[index]!;
      const b = units[index + 1]!;
      if (!overlaps(a, b) || !isBackwards(a, b, leftToRight)) continue;
      units[index] = b;
      units[index + 1] = a;
      swapped = true;
    }
    if (!swapped) break;
  }
  return units;
}

function overlaps(a: GlyphUnit, b: GlyphUnit): boolean {
  if (a.letter !== 'rtl' || b.letter !== 'rtl' || (isTatweel(a) && isTatweel(b))) return false;
  const near = b.x - a.x < 0.4 * Math.max(a.run.size, b.run.size);
  return near && a.right > b.left && b.right > a.left && Math.abs(a.run.rank - b.run.rank) <= 4;
}

/** The engine's order is logical inside one object, so the later of two letters stands further left. */
function isBackwards(a: GlyphUnit, b: GlyphUnit, leftToRight: boolean): boolean {
  if (a.run === b.run) return a.order < b.order;
  return leftToRight ? a.run.rank > b.run.rank : a.run.rank < b.run.rank;
}

/** Most producers draw right-to-left text from left to right; Qt draws it from right to left. */
export function drawnLeftToRight(ordered: GlyphUnit[], longObjects: boolean): boolean {
  // Long objects hold whole runs: their order is that of the runs and says nothing of the letters.
  if (longObjects) return true;
  const letters = ordered.filter((unit) => unit.letter === 'rtl');
  let balance = 0;
  letters.slice(1).forEach((unit, index) => {
    balance += Math.sign(unit.run.rank - letters[index]!.run.rank);
  });
  return balance >= 0;
}

function gapBetween(a: GlyphUnit, b: GlyphUnit): number {
  const edge = b.run.span !== 0 && b.text.length > 1 ? Math.max(b.x, b.left) : b.left;
  return edge - a.right;
}

function isGapSpace(
  a: GlyphUnit,
  b: GlyphUnit,
  gap: number,
  line: RawLine,
  context: SpacingContext,
): boolean {
  const em = Math.max(a.run.size, b.run.size);
  if (isTatweel(a) || isTatweel(b)) return gap > 0.2 * em;
  if (holdsSwallowed(a, b, line, context)) return gap > 0.05 * em || a.run !== b.run;
  if (!context.longObjects) return gap > (context.placesWords ? 0.2 : 0.42) * em;
  const jumped = Math.abs(a.order - b.order) === 1 && (a.order < b.order ? b.afterJump : a.afterJump);
  if (jumped) return gap > 0.12 * em;
  if (a.letter === 'ltr' && b.letter === 'ltr') return gap > 0.18 * em;
  if (a.run === b.run) return gap > 0.3 * em;
  // The widest part of a span may be its mark, which stands a little aside.
  return gap > (b.run.span === 0 ? 0.16 : 0.2) * em;
}

/** It joins on both sides: what stands close to it is one word. */
export function isTatweel(unit: GlyphUnit): boolean {
  return /^ـ+$/u.test(unit.text);
}

function holdsSwallowed(a: GlyphUnit, b: GlyphUnit, line: RawLine, context: SpacingContext): boolean {
  const em = Math.max(a.run.size, b.run.size);
  const slack = 0.12 * em;
  return context.swallowed.some(
    (space) => Math.abs(space.y - line.y) < 0.5 * em && space.x > a.right - slack && space.x < b.left + slack,
  );
}

/** A line is drawn from left to right; what stands further right and was drawn well before is another cell's. */
function wasDrawnBefore(right: GlyphUnit, left: GlyphUnit): boolean {
  return right.run.rank < left.run.rank - 3;
}

function startsCell(
  a: GlyphUnit,
  b: GlyphUnit,
  gap: number,
  { spaced, inOrder, line }: { spaced: boolean; inOrder: boolean; line: RawLine },
  context: SpacingContext,
): boolean {
  const em = Math.max(a.run.size, b.run.size);
  const from = context.containerOf(a);
  const to = context.containerOf(b);
  if (from !== to) return true;
  if (from !== undefined) return false;
  if (inOrder && !spaced && wasDrawnBefore(b, a)) return gap > 0.2 * em;
  if (a.letter === 'ltr' && b.letter === 'ltr') return gap > 2.5 * em;
  // Where words are placed with their spaces, a gap that holds none is a column's.
  const narrow = a.letter === 'ltr' || b.letter === 'ltr' ? CELL_GAP_BESIDE_LATIN : CELL_GAP;
  if (context.placesWords && !spaced && a.run !== b.run && gap > narrow * em)
    return !holdsSwallowed(a, b, line, context);
  return gap > (spaced ? 2 : 1.2) * em;
}
