export type FigureUnit = 'one' | 'thousand' | 'million';

const SIZES = { one: 1, thousand: 1000, million: 1_000_000 } as const;

/** The unit in which the figures of an axis stay short. */
export function unitFor(highest: number): { unit: FigureUnit; size: number } {
  const unit = highest >= 2_000_000 ? 'million' : highest >= 5000 ? 'thousand' : 'one';
  return { unit, size: SIZES[unit] };
}

/** A round figure at or above the highest, so that the axis ends on a line. */
export function roundUp(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= highest) ?? 10;
  return step * power;
}
