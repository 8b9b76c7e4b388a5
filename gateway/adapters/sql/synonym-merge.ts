import type { NewSynonymGroup, SynonymGroup } from '#gateway/model.ts';

/** Finds a group that has all of these keys; groups that come in meanwhile are found as well. */
export function createKnownGroups<Group extends NewSynonymGroup>(groups: readonly Group[] = []) {
  const byKey = new Map<string, Set<Group>>();
  const take = (group: Group): void => {
    for (const key of group.keys) byKey.set(key, (byKey.get(key) ?? new Set<Group>()).add(group));
  };
  for (const group of groups) take(group);
  return {
    take,
    find(keys: readonly string[]): Group | undefined {
      const having = keys.map((key) => byKey.get(key) ?? new Set<Group>());
      // From the rarest expression: one that thousands of groups share would be slow to look through.
      const [rarest = [], ...others] = having.sort((one, other) => one.size - other.size);
      for (const group of rarest) if (others.every((groups) => groups.has(group))) return group;
      return undefined;
    },
  };
}

/** What taking these groups does: which of them are new, how many are known, and the ids of those that go. */
export function planMerge(
  standing: readonly SynonymGroup[],
  coming: readonly NewSynonymGroup[],
  { replace }: { replace: boolean },
): { added: NewSynonymGroup[]; known: number; removed: number[] } {
  const wanted = new Set(coming.map(print));
  const kept = replace ? standing.filter((group) => wanted.has(print(group))) : standing;
  const known = createKnownGroups<NewSynonymGroup>(kept);
  const added: NewSynonymGroup[] = [];
  for (const group of coming) {
    if (known.find(group.keys)) continue;
    added.push(group);
    known.take(group);
  }
  const gone = standing.filter((group) => !kept.includes(group));
  return { added, known: coming.length - added.length, removed: gone.map(({ id }) => id) };
}

const print = ({ expressions, note }: NewSynonymGroup): string => JSON.stringify([expressions, note]);
