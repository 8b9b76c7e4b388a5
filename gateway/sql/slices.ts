/** How many ids go into one query. */
export const IDS_PER_QUERY = 500;

/** A list in slices, for statements that take few values at a time. */
export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<Item[], void, void> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
