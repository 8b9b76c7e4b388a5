import type { GlyphUnit } from './glyph-units.ts';

const LATIN_END = /\p{Script=Latin}$/u;
/** A word that is part of an address: no hyphen of it is the layout's. */
const ADDRESS_END = /(?:@|:\/\/|www\.)[^\s]*$/u;
const LOWER_START = /^\p{Ll}/u;
const DIGIT_START = /^[\p{Nd}\p{Lu}]/u;

/** Joins the lines of one paragraph: a space between them, a hyphen at the end taken for what it most likely is. */
export function joinLines(lines: string[]): string {
  let joined = '';
  for (const line of lines) {
    if (joined === '') {
      joined = line;
      continue;
    }
    if (joined.endsWith('\u00ad')) joined = joined.slice(0, -1) + line;
    else if (joined.endsWith('-')) joined = joinAtHyphen(joined, line);
    else joined += ` ${line}`;
  }
  return joined.replaceAll('\u00ad', '');
}

/** `infor-` `mation` was cut by the layout; `REF-` `2025` and `Jean-` `Paul` carry their hyphen; a dash stays a dash. */
function joinAtHyphen(before: string, line: string): string {
  const stem = before.slice(0, -1);
  if (ADDRESS_END.test(stem)) return before + line;
  if (LATIN_END.test(stem) && LOWER_START.test(line)) return stem + line;
  if (/[\p{L}\p{N}]$/u.test(stem) && (DIGIT_START.test(line) || LOWER_START.test(line))) return before + line;
  return `${before} ${line}`;
}

/** Units that share a baseline, not yet in order. */
export interface RawLine {
  y: number;
  angle: number;
  size: number;
  left: number;
  right: number;
  /** Letters, digits, punctuation and drawn spaces. */
  units: GlyphUnit[];
}

/** How many earlier lines may still get a piece that the file draws late. */
const LOOK_BACK_LINES = 14;
/** Reach of a piece drawn late, in ems beyond the ends of its line: a column's gap is narrower than nothing else. */
const LATE_PIECE_REACH_EMS = 2;
const MARK_REACH_EMS = 1.3;
/** A raised figure may stand a swallowed space away from its line. */
const RAISED_REACH_EMS = 1;

/** Gathers the units of a page into lines, in the order in which the lines were first drawn; marks join their bases. */
export function gatherLines(units: GlyphUnit[]): RawLine[] {
  const lines: RawLine[] = [];
  const marks: GlyphUnit[] = [];
  // The order of drawing keeps the pieces of a line nearer together than the engine's own order does.
  for (const unit of units.toSorted((a, b) => a.run.rank - b.run.rank || a.order - b.order)) {
    if (unit.letter === 'mark') {
      marks.push(unit);
      continue;
    }
    const line = findLine(lines, unit);
    if (line === undefined) lines.push(beginLine(unit));
    else addToLine(line, unit);
  }
  for (const mark of marks) attachMark(lines, mark);
  return joinRaised(lines).filter(
    (line) => line.units.some((unit) => unit.letter !== 'space') && !isCutOff(line),
  );
}

/** Joins raised figures to their lines: a figure at the start of a line is drawn before the line exists. */
function joinRaised(lines: RawLine[]): RawLine[] {
  return lines.filter((line, index) => {
    const next = lines[index + 1];
    if (next === undefined || !line.units.every((unit) => isRaised(next, unit))) return true;
    for (const unit of line.units) addToLine(next, unit);
    return false;
  });
}

/** Marks that reach into this page from a line of the next: their span tells a base that is not drawn here. */
function isCutOff(line: RawLine): boolean {
  return line.units.every(
    (unit) => unit.run.span !== 0 && unit.baselines.length === 1 && /^\p{Lo}\p{M}+$/u.test(unit.text),
  );
}

function beginLine(unit: GlyphUnit): RawLine {
  return {
    y: unit.y,
    angle: unit.run.angle,
    size: unit.run.size,
    left: unit.left,
    right: unit.right,
    units: [unit],
  };
}

function addToLine(line: RawLine, unit: GlyphUnit): void {
  // A raised figure may come first; the larger text then says where the line stands.
  if (unit.run.size > line.size * 1.1 && unit.letter !== 'space') {
    line.size = unit.run.size;
    line.y = unit.y;
  }
  line.left = Math.min(line.left, unit.left);
  line.right = Math.max(line.right, unit.right);
  line.units.push(unit);
}

function findLine(lines: RawLine[], unit: GlyphUnit): RawLine | undefined {
  const current = lines.at(-1);
  if (current === undefined) return undefined;
  if (fits(current, unit, 0.3)) return current;
  for (let back = 1; back <= LOOK_BACK_LINES; back += 1) {
    const line = lines.at(-1 - back);
    if (line === undefined) break;
    const reach = LATE_PIECE_REACH_EMS * line.size;
    if (fits(line, unit, 0.2) && unit.left > line.left - reach && unit.right < line.right + reach)
      return line;
  }
  for (let back = 0; back <= 2; back += 1) {
    const line = lines.at(-1 - back);
    if (line !== undefined && isRaised(line, unit)) return line;
  }
  return undefined;
}

function fits(line: RawLine, unit: GlyphUnit, tolerance: number): boolean {
  const size = Math.max(unit.run.size, line.size);
  return (
    Math.abs(line.angle - unit.run.angle) < 0.02 &&
    unit.baselines.some((y) => Math.abs(line.y - y) <= tolerance * size)
  );
}

function isRaised(line: RawLine, unit: GlyphUnit): boolean {
  const rise = unit.y - line.y;
  return (
    Math.abs(line.angle - unit.run.angle) < 0.02 &&
    unit.run.size < 0.85 * line.size &&
    rise > -0.35 * line.size &&
    rise < 0.6 * line.size &&
    unit.left > line.left - RAISED_REACH_EMS * line.size &&
    unit.right < line.right + RAISED_REACH_EMS * line.size
  );
}

function attachMark(lines: RawLine[], mark: GlyphUnit): void {
  const base =
    findBaseInObject(lines, mark) ?? findBaseDrawnBefore(lines, mark) ?? findBaseBelow(lines, mark);
  if (base === undefined) return;
  base.text += mark.text;
}

function findBaseInObject(lines: RawLine[], mark: GlyphUnit): GlyphUnit | undefined {
  let best: GlyphUnit | undefined;
  for (const line of lines) {
    if (Math.abs(line.y - mark.y) > MARK_REACH_EMS * line.size) continue;
    for (const unit of line.units) {
      if (unit.run !== mark.run || unit.order > mark.order || !carriesMarks(unit)) continue;
      if (best === undefined || unit.order > best.order) best = unit;
    }
  }
  const near =
    best !== undefined && mark.order - best.order <= 3 && distanceTo(best, mark) <= 0.3 * best.run.size;
  return near ? best : undefined;
}

/** Where runs lie over each other, only the order of drawing tells whose mark it is. */
function findBaseDrawnBefore(lines: RawLine[], mark: GlyphUnit): GlyphUnit | undefined {
  for (const line of lines) {
    if (Math.abs(line.y - mark.y) > MARK_REACH_EMS * line.size) continue;
    for (const unit of line.units) {
      const before = unit.run.rank === mark.run.rank - 1 && unit.run.span === 0 && carriesMarks(unit);
      if (before && unit.letter === 'rtl' && distanceTo(unit, mark) === 0) return unit;
    }
  }
  return undefined;
}

function findBaseBelow(lines: RawLine[], mark: GlyphUnit): GlyphUnit | undefined {
  const centre = centreOf(mark);
  let best: GlyphUnit | undefined;
  let bestDistance = Infinity;
  for (const line of lines) {
    const rise = Math.abs(line.y - mark.y);
    if (rise > MARK_REACH_EMS * line.size || Math.abs(line.angle - mark.run.angle) > 0.02) continue;
    for (const unit of line.units) {
      if (!carriesMarks(unit)) continue;
      const outside = distanceTo(unit, mark);
      if (outside > 0.3 * line.size) continue;
      const middle = Math.abs((unit.left + unit.right) / 2 - centre);
      const distance = rise + 4 * outside + 0.2 * middle;
      if (distance < bestDistance) {
        best = unit;
        bestDistance = distance;
      }
    }
  }
  return best;
}

function carriesMarks(unit: GlyphUnit): boolean {
  return unit.letter === 'rtl' || unit.letter === 'ltr';
}

function centreOf(mark: GlyphUnit): number {
  return mark.right > mark.left ? (mark.left + mark.right) / 2 : mark.x;
}

/** How far the mark's centre lies outside the base's box. */
function distanceTo(base: GlyphUnit, mark: GlyphUnit): number {
  const centre = centreOf(mark);
  return Math.max(0, base.left - centre, centre - base.right);
}
