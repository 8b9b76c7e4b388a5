import type { GlyphUnit } from './glyph-units.ts';

/** Units drawn one after the other without a jump, in one direction. */
interface Stretch {
  leftwards: boolean;
  left: number;
  right: number;
  units: GlyphUnit[];
}

/**
 * Some producers (Qt, so wkhtmltopdf) misplace a run and draw it over its neighbour. Glyph by glyph the two would
 * interleave; the order of drawing, which is that of the line from left to right, still tells them apart: each stretch
 * that lies over an earlier one is moved to the right end of what was drawn just before it.
 */
export function separateStretches(units: GlyphUnit[]): GlyphUnit[] {
  const stretches = cutStretches(units);
  stretches.forEach((stretch, index) => {
    const laid = stretches.slice(0, index);
    if (laid.some((other) => liesOver(stretch, other)))
      shiftStretch(stretch, laid.at(-1)!.right - stretch.left);
  });
  return stretches.flatMap((stretch) => stretch.units);
}

function cutStretches(units: GlyphUnit[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const unit of units) {
    const open = stretches.at(-1);
    const slack = 0.3 * unit.run.size;
    const last = open?.units.at(-1);
    const follows =
      open !== undefined &&
      last !== undefined &&
      (open.leftwards
        ? Math.abs(last.left - unit.right) < slack && unit.letter !== 'ltr' && unit.letter !== 'number'
        : Math.abs(last.right - unit.left) < slack && unit.letter !== 'rtl');
    if (open?.leftwards && last !== undefined && isMarkOn(last, unit)) open.units.splice(-1, 0, unit);
    else if (open !== undefined && follows) {
      open.units.push(unit);
      open.left = Math.min(open.left, unit.left);
      open.right = Math.max(open.right, unit.right);
    } else {
      const leftwards = unit.letter !== 'ltr' && unit.letter !== 'number';
      stretches.push({ leftwards, left: unit.left, right: unit.right, units: [unit] });
    }
  }
  return stretches;
}

/** A mark that the font's table takes for a blank: the next letter follows the one under it. */
function isMarkOn(last: GlyphUnit, unit: GlyphUnit): boolean {
  return unit.letter === 'space' && unit.left > last.left && unit.right < last.right;
}

function liesOver(stretch: Stretch, other: Stretch): boolean {
  const shared = Math.min(other.right, stretch.right) - Math.max(other.left, stretch.left);
  const narrower = Math.min(other.right - other.left, stretch.right - stretch.left);
  return shared > 0.3 * stretch.units[0]!.run.size && shared > 0.3 * narrower;
}

function shiftStretch(stretch: Stretch, by: number): void {
  stretch.left += by;
  stretch.right += by;
  for (const unit of stretch.units) {
    unit.x += by;
    unit.left += by;
    unit.right += by;
  }
}
