/** Queues and leases units as the version before the job queue does: by the rows of `index_job` alone. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';

const NOW = sql`floor(extract(epoch from clock_timestamp()) * 1000)`;

export async function queueAsBefore({ change }: SqlDatabase, unitId: number): Promise<void> {
  await change({ bot: 1 }, async (trx) => {
    const id = await nextId(trx, 1, 'job');
    await sql`insert into index_job (bot_id, unit_id, id, queued_on, free_on, attempt, cause)
      values (1, ${unitId}, ${id}, ${NOW}, ${NOW}, 0, 'registered')`.execute(trx);
  });
}

interface OldLease {
  unit_id: number;
  id: number;
}

/** Leases the unit that was queued last; undefined when none is free. */
export async function leaseAsBefore({ change }: SqlDatabase, owner: string): Promise<OldLease | undefined> {
  const { rows } = await change({ bot: 1 }, (trx) =>
    sql<OldLease>`
      update index_job set lease_owner = ${owner}, free_on = ${NOW} + 30000
      where bot_id = 1 and unit_id = (select unit_id from index_job where bot_id = 1 and free_on <= ${NOW}
        order by queued_on desc limit 1)
      returning unit_id, id`.execute(trx),
  );
  return rows[0];
}

/** Leases a unit for a moment and gives it back; whether it was held all the time. Undefined when none is free. */
export async function holdAsBefore(db: SqlDatabase, owner: string, ms: number): Promise<boolean | undefined> {
  const lease = await leaseAsBefore(db, owner);
  if (!lease) return undefined;
  await pause(ms);
  const { numAffectedRows } = await db.change({ bot: 1 }, (trx) =>
    sql`update index_job set lease_owner = null, free_on = ${NOW}
      where bot_id = 1 and unit_id = ${lease.unit_id} and id = ${lease.id} and lease_owner = ${owner}`.execute(
      trx,
    ),
  );
  return numAffectedRows === 1n;
}

/** A unit of a page that answers with one text, while a newer copy waits for a person: rows of the version before. */
export async function addHeldAsBefore(
  { change }: SqlDatabase,
  title: string,
  copy: { blob: string; size: number; sha256: string },
): Promise<number> {
  return change({ bot: 1 }, async (trx) => {
    const [id, sourceId] = [await nextId(trx, 1, 'unit'), await nextId(trx, 1, 'source')];
    const reason = JSON.stringify({ code: 'held-shorter', parameters: { percent: 20 } });
    await sql`insert into unit (bot_id, id, created_on, modified_on, settled_on, last_generation, version, passages, attempts,
        generation, indexed_title, title, title_key, description, title_folded, description_folded, status, binned_aliases)
      values (1, ${id}, ${NOW}, ${NOW}, ${NOW}, 3, 1, 1, 0, 3, ${title}, ${title}, ${title}, '', ${title}, '', 'ready',
        '[]')`.execute(trx);
    await sql`insert into unit_title (bot_id, title_key, unit_id, alias) values (1, ${title}, ${id}, 0)`.execute(
      trx,
    );
    await sql`insert into generation (bot_id, unit_id, generation) values (1, ${id}, 3)`.execute(trx);
    await sql`insert into segment (bot_id, unit_id, generation, analyzer_version) values (1, ${id}, 3, 1)`.execute(
      trx,
    );
    await sql`insert into passage (bot_id, unit_id, generation, ordinal, source_id, section_title, text)
      values (1, ${id}, 3, 0, ${sourceId}, ${title}, ${HELD_PAGE.live})`.execute(trx);
    await sql`insert into source (bot_id, id, unit_id, position, former, passages, read_on, status, reason, warnings, url,
        fetched_blob, fetched_mime, fetched_size, fetched_sha256, fetched_sha256_of, fetched_url, fetched_on, read_page,
        held_text)
      values (1, ${sourceId}, ${id}, 0, 0, 1, 5, 'failed', ${reason}, '[]', ${HELD_PAGE.url}, ${copy.blob}, 'text/html',
        ${copy.size}, ${copy.sha256}, ${copy.blob}, ${HELD_PAGE.url}, 9,
        '{"host":"example.org","asksPassword":false,"sha256":"before"}', ${HELD_PAGE.held})`.execute(trx);
    return id;
  });
}

/** What that page said, and says by now. */
export const HELD_PAGE = {
  url: 'https://example.org/رسوم',
  live: 'رسوم البطاقة 75 ريالًا في السنة وتدفع عند الإصدار أو التجديد من أي فرع.',
  held: 'انتقلت هذه الصفحة إلى موقعنا الجديد.',
};
