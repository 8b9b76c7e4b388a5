/** Sends deliveries as the version before the job queue does: by the columns of `delivery` alone. */
import { sql } from 'kysely';
import type { SqlDatabase } from '#gateway/sql/database.ts';

const NOW = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;

/** Sends the delivery that is due for longest, if any; true when there was one. */
export async function sendAsBefore({ change }: SqlDatabase, url: string): Promise<boolean> {
  const free = sql`state = 'waiting' and next_on <= ${NOW} and (leased_until is null or leased_until <= ${NOW})`;
  const { rows } = await change({ bot: 1 }, (trx) =>
    sql<{ id: number; message_id: string; leased_until: number }>`
      update delivery set attempts = attempts + 1, last_tried_on = ${NOW}, leased_until = ${NOW} + 60000
      where bot_id = 1 and ${free}
        and id = (select id from delivery where bot_id = 1 and ${free} order by next_on, id limit 1)
      returning id, message_id, leased_until`.execute(trx),
  );
  const [row] = rows;
  if (!row) return false;
  await fetch(url, { method: 'POST', headers: { 'webhook-id': row.message_id }, body: '{}' });
  await change({ bot: 1 }, (trx) =>
    sql`update delivery set state = 'delivered', next_on = null, leased_until = null, status = 204
      where bot_id = 1 and id = ${row.id} and state = 'waiting' and leased_until = ${row.leased_until}`.execute(
      trx,
    ),
  );
  return true;
}
