import type { Bot, StoredKey } from '#gateway/model.ts';

/** Whose word it is: a key that asks, or a command on the machine. */
export type Authority = Pick<StoredKey, 'id' | 'role' | 'bots' | 'allBots'>;

/** A command on the machine: whoever runs it can read the database. */
export const OPERATOR: Authority = { id: '', role: 'owner', bots: [], allBots: true };

/** Whether a key is good for a bot, apart from the bot's own state. */
export function isGoodFor({ bots, allBots }: Pick<StoredKey, 'bots' | 'allBots'>, botId: number): boolean {
  return allBots || bots.includes(botId);
}

/** Bots that a key is good for now. */
export function botsOf(
  key: Pick<StoredKey, 'bots' | 'allBots'>,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
): number[] {
  return bots.filter(({ id, deletedOn }) => !deletedOn && isGoodFor(key, id)).map(({ id }) => id);
}

/** Whether an owner may grant this, or rule over a key that has it: no bot that it has not itself. */
export function covers(
  authority: Authority,
  { bots, allBots }: Pick<StoredKey, 'bots' | 'allBots'>,
): boolean {
  if (authority.role !== 'owner') return false;
  return authority.allBots || (!allBots && bots.every((bot) => authority.bots.includes(bot)));
}
