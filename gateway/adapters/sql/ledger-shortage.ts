import type { Reservation, Shortage } from '#gateway/ports.ts';
import type { Queries } from './database.ts';
import { toDate } from './json.ts';

/** What stood in the way of a reservation, read in its transaction; null where the bot has no such ledger. */
export async function describeShortage(
  trx: Queries,
  { botId, ledger, keyId, cap }: Reservation,
  of: Shortage['of'],
): Promise<Shortage | null> {
  const state = await trx
    .selectFrom('ledger')
    .select(['used', 'reserved', 'total', 'starts_on', 'ends_on'])
    .where('bot_id', '=', botId)
    .where('ledger', '=', ledger)
    .where('withdrawn_on', 'is', null)
    .executeTakeFirst();
  if (!state) return null;
  const resetsOn = toDate(state.ends_on);
  if (of === 'bot') {
    const { used, reserved, total } = state;
    return { of, used, reserved, total, resetsOn };
  }
  const key = await trx
    .selectFrom('key_ledger')
    .select(['used', 'reserved', 'starts_on'])
    .where('bot_id', '=', botId)
    .where('key_id', '=', keyId)
    .where('ledger', '=', ledger)
    .executeTakeFirst();
  const used = key?.starts_on === state.starts_on ? key.used : 0;
  return { of, used, reserved: key?.reserved ?? 0, total: cap ?? 0, resetsOn };
}
