/** Blobs that no row names any more, queued in the transaction that took the last name away. */
export interface OrphanStore {
  /** At most `limit`, the oldest first; `forget` them once they are removed. */
  list(limit: number): Promise<string[]>;
  /** Those of the blobs that are in the queue. */
  filter(blobs: readonly string[]): Promise<string[]>;
  forget(blobs: readonly string[]): Promise<void>;
}

/**
 * Removes at most `limit` blobs that nobody uses any more; returns how many. Whoever dies in between leaves the rest in
 * the queue.
 */
export async function removeOrphans(
  { orphans, blobs }: { orphans: OrphanStore; blobs: { remove(blob: string): Promise<void> } },
  limit: number,
): Promise<number> {
  const removable = await orphans.list(limit);
  for (const blob of removable) await blobs.remove(blob);
  await orphans.forget(removable);
  return removable.length;
}
