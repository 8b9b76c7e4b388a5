/**
 * What a call with a list spread into its arguments does, for lists of any length: an engine takes some 100,000 arguments
 * of one call, and a document has more lines than that.
 */

/** Adds items to the end of a list, as `push` does. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The largest of `values` and `floor`. */
export function largest(values: Iterable<number>, floor = Number.NEGATIVE_INFINITY): number {
  let maximum = floor;
  for (const value of values) maximum = Math.max(maximum, value);
  return maximum;
}

/** The smallest of `values` and `ceiling`. */
export function smallest(values: Iterable<number>, ceiling = Number.POSITIVE_INFINITY): number {
  let minimum = ceiling;
  for (const value of values) minimum = Math.min(minimum, value);
  return minimum;
}
