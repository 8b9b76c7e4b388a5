import { hasRight } from '#contract/rights.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { BOT_OWNERS, type Reporter, type UnitName } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

type Key = Pick<StoredKey, 'family' | 'name' | 'person' | 'role'>;

/** Who reports: the person of a key, else the program, which stays the same when its key is rotated. */
export const reporterOf = (key: Key): Reporter => ({
  id: key.person?.id ?? key.family,
  name: actorName(key),
});

/** Who owns the cited unit, else the owners of the bot. */
export async function ownerOf(
  { units }: Pick<Ports, 'units'>,
  botId: number,
  unit: Pick<UnitName, 'id'> | null,
): Promise<Reporter> {
  const [progress] = unit ? await units.progress(botId, [unit.id]) : [];
  return progress?.owner ?? BOT_OWNERS;
}

/** Ids of the owners of reports that are the caller's to settle. */
export const ownerIdsOf = (key: Key): string[] => [
  reporterOf(key).id,
  ...(hasRight(key.role, 'manageBots') ? [BOT_OWNERS.id] : []),
];
