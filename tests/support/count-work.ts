/** Counts what synchronous work does, and ends it when that is more than a limit: a timer could not. */

/** Work beyond its limit. */
export class TooMuchWorkError extends Error {}

/** Letters of a word that are hashed as fast as one entry is compared. */
const LETTERS_PER_STEP = 16;

type Method = (this: unknown, first: unknown, second: unknown) => unknown;

/** What every analysis of words goes through at each of its steps. */
const COUNTED = [
  [Map.prototype, 'get'],
  [Map.prototype, 'has'],
  [Map.prototype, 'set'],
  [Set.prototype, 'has'],
  [Set.prototype, 'add'],
  [String.prototype, 'startsWith'],
  [String.prototype, 'endsWith'],
] as const;

/** A counter that throws `TooMuchWorkError` beyond its limit. */
export function createCounter(name: string, limit: number) {
  let count = 0;
  return {
    count: () => count,
    add(more: number) {
      count += more;
      if (count > limit) throw new TooMuchWorkError(`more than ${limit} ${name}`);
    },
    reset() {
      count = 0;
    },
  };
}

/** Looks into maps and sets, and comparisons of strings, that synchronous work makes; a long word is several. */
export function countSteps(limit: number, work: () => void): number {
  const steps = createCounter('steps', limit);
  const originals = COUNTED.map(([prototype, name]) => {
    const methods = prototype as unknown as Record<string, Method>;
    const original = methods[name] as Method;
    // No list of values: it would cost more than the call.
    methods[name] = function counted(first, second) {
      steps.add(1 + (typeof first === 'string' ? Math.floor(first.length / LETTERS_PER_STEP) : 0));
      return original.call(this, first, second);
    };
    return () => {
      methods[name] = original;
    };
  });
  try {
    work();
  } finally {
    for (const restore of originals) restore();
  }
  return steps.count();
}
