import type { GlyphUnit } from './glyph-units.ts';
import type { RawLine } from './lines.ts';
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

/** What tells a gap between words from one within a word. */
export interface SpacingContext {
  /** Spaces that were drawn but swallowed by the engine. */
  swallowed: { x: number; y: number }[];
  /** One object holds many glyphs (LibreOffice), not one each (Chromium). */
  longObjects: boolean;
  /** Many objects hold several glyphs: the producer places words, not letters, so that gaps are what they look like. */
  placesWords: boolean;
  /** Objects of tatweel alone, which join the letters around them and are no text. */
  kashidaRuns: Set<TextRun>;
  /** The block or table cell a unit belongs to, by tags or by ruled lines; undefined where neither says. */
  containerOf: (unit: GlyphUnit) => Container | undefined;
}

/** Ems: word spaces are narrower, also those of wide fonts; at a change of script two of them may be dropped. */
const CELL_GAP_EMS = 0.36;
const LATIN_CELL_GAP_EMS = 0.5;

/** Puts a line's units from left to right, finds its spaces and cuts it where the structure or a wide gap does. */
export function orderLine(line: RawLine, context: SpacingContext): VisualCell[] {
  const drawn = orderNeighbours(sortByPlace(separateOverlaps(line.units, context)), context.longObjects);
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
function separateOverlaps(units: GlyphUnit[], context: SpacingContext): GlyphUnit[] {
  return drawnLeftToRight(sortByPlace(units), context.longObjects)
    ? units
    : separateOverlappingSequences(units);
}

function sortByPlace(units: GlyphUnit[]): GlyphUnit[] {
  return units.toSorted((a, b) => a.x - b.x || b.order - a.order);
}

/** Where right-to-left glyphs overlap or share an origin, the order of drawing says which comes first. */
function orderNeighbours(units: GlyphUnit[], longObjects: boolean): GlyphUnit[] {
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

/** Whether a unit is tatweel, which joins on both sides: letters close to it are one word. */
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
  const narrow = a.letter === 'ltr' || b.letter === 'ltr' ? LATIN_CELL_GAP_EMS : CELL_GAP_EMS;
  if (context.placesWords && !spaced && a.run !== b.run && gap > narrow * em)
    return !holdsSwallowed(a, b, line, context);
  return gap > (spaced ? 2 : 1.2) * em;
}

/** Consecutive units drawn in one direction without a jump. */
interface GlyphSequence {
  isLeftward: boolean;
  left: number;
  right: number;
  units: GlyphUnit[];
}

/**
 * Some producers (Qt, so wkhtmltopdf) misplace a run and draw it over its neighbour. Glyph by glyph the two would
 * interleave; the order of drawing, which is that of the line from left to right, still tells them apart: each stretch
 * that lies over an earlier one is moved to the right end of what was drawn just before it.
 */
function separateOverlappingSequences(units: GlyphUnit[]): GlyphUnit[] {
  const sequences = splitSequences(units);
  sequences.forEach((sequence, index) => {
    const laid = sequences.slice(0, index);
    if (laid.some((other) => liesOver(sequence, other)))
      shiftSequence(sequence, laid.at(-1)!.right - sequence.left);
  });
  return sequences.flatMap((sequence) => sequence.units);
}

function splitSequences(units: GlyphUnit[]): GlyphSequence[] {
  const sequences: GlyphSequence[] = [];
  for (const unit of units) {
    const open = sequences.at(-1);
    const slack = 0.3 * unit.run.size;
    const last = open?.units.at(-1);
    const follows =
      open !== undefined &&
      last !== undefined &&
      (open.isLeftward
        ? Math.abs(last.left - unit.right) < slack && unit.letter !== 'ltr' && unit.letter !== 'number'
        : Math.abs(last.right - unit.left) < slack && unit.letter !== 'rtl');
    if (open?.isLeftward && last !== undefined && isMarkOn(last, unit)) open.units.splice(-1, 0, unit);
    else if (open !== undefined && follows) {
      open.units.push(unit);
      open.left = Math.min(open.left, unit.left);
      open.right = Math.max(open.right, unit.right);
    } else {
      const leftwards = unit.letter !== 'ltr' && unit.letter !== 'number';
      sequences.push({ isLeftward: leftwards, left: unit.left, right: unit.right, units: [unit] });
    }
  }
  return sequences;
}

/** A mark that the font's table takes for a blank: the next letter follows the one under it. */
function isMarkOn(last: GlyphUnit, unit: GlyphUnit): boolean {
  return unit.letter === 'space' && unit.left > last.left && unit.right < last.right;
}

function liesOver(sequence: GlyphSequence, other: GlyphSequence): boolean {
  const shared = Math.min(other.right, sequence.right) - Math.max(other.left, sequence.left);
  const narrower = Math.min(other.right - other.left, sequence.right - sequence.left);
  return shared > 0.3 * sequence.units[0]!.run.size && shared > 0.3 * narrower;
}

function shiftSequence(sequence: GlyphSequence, by: number): void {
  sequence.left += by;
  sequence.right += by;
  for (const unit of sequence.units) {
    unit.x += by;
    unit.left += by;
    unit.right += by;
  }
}
