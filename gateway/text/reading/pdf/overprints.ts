import type { GlyphUnit } from './glyph-units.ts';

/** How many units drawn before may be the one that is drawn over. */
const BACK = 6;
/** Share of the narrower one's width. */
const COVERED = 0.6;
/** Ems: dots and marks stand above or below their letter. */
const APART = 1;
const SAME_LINE = 0.01;
const SAME_PLACE = 0.08;

/**
 * Leaves out what only says again what it lies on: dots and marks that are glyphs of their own and that the font's table
 * names by their whole letter (Typst), letters drawn twice to look bold.
 */
export function dropOverprints(units: GlyphUnit[]): GlyphUnit[] {
  const drawn = units.toSorted((a, b) => a.run.rank - b.run.rank || a.order - b.order);
  const dropped = new Set<GlyphUnit>();
  const recent: GlyphUnit[] = [];
  for (const unit of drawn) {
    // Strokes that stretch a word overlap and are all needed to fill their room.
    if (unit.letter !== 'rtl' || unit.text === 'ـ') continue;
    const under = recent.find((other) => !dropped.has(other) && saysTheSame(other, unit));
    if (under !== undefined) dropped.add(widthOf(under) < widthOf(unit) ? under : unit);
    recent.push(unit);
    if (recent.length > BACK) recent.shift();
  }
  return dropped.size === 0 ? units : units.filter((unit) => !dropped.has(unit));
}

/** Stacked letters of one word, as in some fonts' doubled meem, overlap too: they share their line and not their edges. */
function saysTheSame(a: GlyphUnit, b: GlyphUnit): boolean {
  if (a.text !== b.text || Math.abs(a.run.angle - b.run.angle) > 0.02) return false;
  const size = Math.max(a.run.size, b.run.size);
  const apart = Math.abs(a.y - b.y);
  if (apart > APART * size) return false;
  if (apart < SAME_LINE * size) return nearby(a.left, b.left, size) && nearby(a.right, b.right, size);
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > COVERED * Math.min(widthOf(a), widthOf(b));
}

function nearby(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) < SAME_PLACE * size;
}

function widthOf(unit: GlyphUnit): number {
  return unit.right - unit.left;
}
