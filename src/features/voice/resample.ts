/** Zero crossings of the filter on either side: more is steeper, and slower. */
const CROSSINGS = 16;
/** The filter begins to fall a little before half the lower rate. */
const PASS = 0.92;

/** A low-pass at `cut` (of the incoming rate, 0..0.5), Hann-windowed, `distance` incoming samples from its middle. */
function weigh(distance: number, cut: number, reach: number): number {
  if (Math.abs(distance) >= reach) return 0;
  const x = Math.PI * 2 * cut * distance;
  const sinc = x === 0 ? 1 : Math.sin(x) / x;
  return 2 * cut * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
}

export type Resampler = {
  /** Takes samples as they come; returns those that are ready. */
  push: (samples: Float32Array) => Float32Array;
  /** The last ones. */
  flush: () => Float32Array;
};

/** Brings mono sound from one rate to another while it comes in, so that nothing is left to do when speech ends. */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, flush: () => new Float32Array() };
  const step = from / to;
  const cut = (PASS * Math.min(1, to / from)) / 2;
  const reach = CROSSINGS / (2 * cut);
  /** What may still be needed; `first` is the position of its beginning. */
  let kept = new Float32Array();
  let first = 0;
  let next = 0;

  const take = (end: number): Float32Array => {
    const count = Math.max(0, Math.ceil(end / step) - next);
    const out = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      const at = (next + index) * step;
      const last = Math.min(first + kept.length - 1, Math.floor(at + reach));
      let sum = 0;
      for (let place = Math.max(first, Math.ceil(at - reach)); place <= last; place += 1)
        sum += (kept[place - first] ?? 0) * weigh(place - at, cut, reach);
      out[index] = sum;
    }
    next += count;
    const dropped = Math.min(kept.length, Math.max(0, Math.floor(next * step - reach) - first));
    kept = kept.slice(dropped);
    first += dropped;
    return out;
  };

  return {
    push: (samples) => {
      const longer = new Float32Array(kept.length + samples.length);
      longer.set(kept);
      longer.set(samples, kept.length);
      kept = longer;
      return take(first + kept.length - reach);
    },
    flush: () => take(first + kept.length),
  };
}
