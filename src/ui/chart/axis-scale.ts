type AxisUnit = 'one' | 'thousand' | 'million';

const UNIT_SIZES = { one: 1, thousand: 1000, million: 1_000_000 } as const;

/** The unit that keeps the figures of an axis short. */
export function axisUnitFor(highest: number): { unit: AxisUnit; size: number } {
  const unit = highest >= 2_000_000 ? 'million' : highest >= 5000 ? 'thousand' : 'one';
  return { unit, size: UNIT_SIZES[unit] };
}

/** A round figure at or above the highest amount, so that the axis ends on a grid line. */
export function niceCeiling(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}
