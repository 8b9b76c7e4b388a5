import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { slicesOf } from '#gateway/sql/slices.ts';
import { fromEntry } from './audit-rows.ts';

/** Seventeen values a row: well below what any driver takes in one statement. */
const ROWS_PER_INSERT = 200;

export async function insertEntries(trx: Queries, entries: readonly Omit<AuditEntry, 'id'>[]): Promise<void> {
  const perBot = Map.groupBy(entries, ({ botId }) => botId);
  for (const [botId, own] of perBot) {
    const last = await nextId(trx, botId, 'audit', own.length);
    const rows = own.map((entry, index) => fromEntry(entry, last - own.length + 1 + index));
    for (const slice of slicesOf(rows, ROWS_PER_INSERT))
      await trx.insertInto('audit').values(slice).execute();
  }
}

/** False when the intent was gone already. */
export async function removeIntent(
  trx: Queries,
  { botId, id }: { botId: number; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('audit_intent')
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
