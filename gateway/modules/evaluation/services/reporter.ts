import { hasRight } from '#contract/rights.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { BOT_OWNERS, type Reporter } from '#gateway/modules/evaluation/model.ts';

/** Who reports: the owner of the key, who stays the same when it is rotated. */
export const reporterOf = ({ family, name }: Pick<StoredKey, 'family' | 'name'>): Reporter => ({
  id: family,
  name,
});

/** Who owns the cited unit; units have no owner of their own, so it is the owners of the bot. */
export const ownerOf = (): Reporter => BOT_OWNERS;

/** Ids of the owners of reports that are the caller's to settle. */
export const ownerIdsOf = (key: Pick<StoredKey, 'family' | 'name' | 'role'>): string[] => [
  reporterOf(key).id,
  ...(hasRight(key.role, 'manageBots') ? [BOT_OWNERS.id] : []),
];
