import { hasRight } from '#contract/rights.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { BOT_OWNERS, type Reporter } from '#gateway/modules/evaluation/model.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

type Key = Pick<StoredKey, 'family' | 'name' | 'person' | 'role'>;

/** Who reports: the person of a key, else the program, which stays the same when its key is rotated. */
export const reporterOf = (key: Key): Reporter => ({
  id: key.person?.id ?? key.family,
  name: actorName(key),
});

/** Who owns the cited unit; units have no owner of their own, so it is the owners of the bot. */
export const ownerOf = (): Reporter => BOT_OWNERS;

/** Ids of the owners of reports that are the caller's to settle. */
export const ownerIdsOf = (key: Key): string[] => [
  reporterOf(key).id,
  ...(hasRight(key.role, 'manageBots') ? [BOT_OWNERS.id] : []),
];
