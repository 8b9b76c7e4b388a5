import { sql } from 'kysely';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { START_OVER, TransferError } from './transfer-error.ts';

/** Usage and reservations of one ledger of a bot, with the sums of its entries and its days. */
export interface LedgerSum {
  botId: number;
  ledger: LedgerKind;
  used: number;
  reserved: number;
  entries: number;
  days: number;
}

async function readLedgerSums(db: Reads): Promise<LedgerSum[]> {
  const sums = sql<LedgerSum>`
    select bot_id as "botId", ledger, used, reserved,
      (select coalesce(sum(settled), 0) from ledger_entry
        where ledger_entry.bot_id = ledger.bot_id and ledger_entry.ledger = ledger.ledger) as entries,
      (select coalesce(sum(amount), 0) from usage_day
        where usage_day.bot_id = ledger.bot_id and usage_day.ledger = ledger.ledger) as days
    from ledger order by bot_id, ledger`;
  return (await sums.execute(db)).rows;
}

/** Throws `TransferError` where a ledger of the target has other sums than it had. */
export async function compareLedgerSums(from: Reads, to: Reads): Promise<LedgerSum[]> {
  const [before, after] = [await readLedgerSums(from), await readLedgerSums(to)];
  const other = before.find((sum, index) => JSON.stringify(sum) !== JSON.stringify(after[index]));
  if (other || before.length !== after.length)
    throw new TransferError(
      `The sums of a ledger are not what they were${other ? ` (bot ${other.botId}, ${other.ledger})` : ''}. ` +
        START_OVER,
    );
  return after;
}
