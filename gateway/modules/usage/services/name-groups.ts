import { actorName, type UsageKey } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { GroupUsage, UsageGrouping } from '#gateway/modules/usage/ports/usage.ts';

/** Names by family of keys: of the person, else of the newest key. */
export async function nameFamilies({ keys }: Pick<Ports, 'keys'>): Promise<Map<string, string>> {
  const newest = new Map<string, UsageKey>();
  for (const key of await keys.list()) {
    const latest = newest.get(key.family);
    if (!latest || latest.createdOn <= key.createdOn) newest.set(key.family, key);
  }
  return new Map([...newest].map(([family, key]) => [family, actorName(key)]));
}

/** The family of a key by its id; an id without a key may be a family already. */
export async function familyOf({ keys }: Pick<Ports, 'keys'>, id: string): Promise<string> {
  return (await keys.list()).find((key) => key.id === id)?.family ?? id;
}

/** The ids of all keys of a family; of an unknown id the id alone. */
export async function idsOfFamily({ keys }: Pick<Ports, 'keys'>, id: string): Promise<string[]> {
  const all = await keys.list();
  const family = all.find((key) => key.id === id)?.family;
  return family === undefined ? [id] : all.filter((key) => key.family === family).map((key) => key.id);
}

/** Groups with their current names; '' for a removed or unnamed group. */
export async function nameGroups(
  ports: Pick<Ports, 'keys' | 'units'>,
  botId: number,
  by: UsageGrouping,
  groups: readonly GroupUsage[],
): Promise<(GroupUsage & { name: string })[]> {
  const nameOf = await namesBy(ports, botId, by);
  return Promise.all(groups.map(async (group) => ({ ...group, name: await nameOf(group.id) })));
}

async function namesBy(
  ports: Pick<Ports, 'keys' | 'units'>,
  botId: number,
  by: UsageGrouping,
): Promise<(id: string) => Promise<string> | string> {
  if (by === 'action') return (id) => id;
  if (by === 'unit')
    return async (id) => (id === '' ? '' : ((await ports.units.get(botId, Number(id)))?.title ?? ''));
  const names = await nameFamilies(ports);
  return (id) => names.get(id) ?? '';
}
