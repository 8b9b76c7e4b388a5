import { type Bot, grantsBot, type StoredKey } from '#gateway/modules/access/model.ts';

/** Who acts: the key of a call, or a command on the machine. */
export type Principal = Pick<StoredKey, 'id' | 'role' | 'bots' | 'allBots'>;

/** A command on the machine: whoever runs it can read the database. */
export const OPERATOR_PRINCIPAL: Principal = { id: '', role: 'owner', bots: [], allBots: true };

/** Bots that a key is good for now. */
export function botsGrantedBy(
  key: Pick<StoredKey, 'bots' | 'allBots'>,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
): number[] {
  return bots.filter(({ id, deletedOn }) => !deletedOn && grantsBot(key, id)).map(({ id }) => id);
}

/**
 * Whether an owner may grant these bots, or manage a key with these bots: only bots that the owner's own key covers.
 */
export function canDelegate(
  principal: Principal,
  { bots, allBots }: Pick<StoredKey, 'bots' | 'allBots'>,
): boolean {
  if (principal.role !== 'owner') return false;
  return principal.allBots || (!allBots && bots.every((bot) => principal.bots.includes(bot)));
}
