import { type Kysely, sql } from 'kysely';
import { createTable, key, maybeNumbers, maybeTexts, numbers, texts } from './columns.ts';

/**
 * One queue for background work, and the kinds of it that are paused. `index_job`, `delivery.leased_until` and
 * `vector_pause` stay for the version before.
 */
export async function addJobs(db: Kysely<unknown>): Promise<void> {
  await createTable(
    db,
    'job',
    numbers('bot_id'),
    texts('kind', 'subject'),
    numbers('id', 'queued_on', 'turn_on', 'due_on', 'priority', 'tries', 'leases'),
    maybeTexts('lease_owner'),
    texts('stage', 'resource'),
    maybeNumbers('size'),
    (draft) => draft.addColumn('progress', 'double precision'),
    maybeTexts('reason', 'payload'),
    key('bot_id', 'kind', 'subject'),
  );
  await createTable(
    db,
    'job_pause',
    numbers('bot_id'),
    texts('kind'),
    numbers('paused_on'),
    key('bot_id', 'kind'),
  );
  await sql`insert into job_pause (bot_id, kind, paused_on) select bot_id, 'embed', paused_on from vector_pause`.execute(
    db,
  );
  const index = (name: string, ...columns: string[]) =>
    db.schema.createIndex(name).on('job').columns(columns).execute();
  await index('job_line', 'kind', 'stage', 'priority', 'bot_id', 'turn_on', 'id');
  await index('job_due', 'kind', 'stage', 'due_on');
  await index('job_list', 'priority', 'turn_on', 'bot_id', 'kind', 'id');
  await db.schema.createIndex('index_run_settled').on('index_run').columns(['settled_on']).execute();
  await sql`create index job_resource on job (kind, stage) where resource <> ''`.execute(db);
  await sql`create index job_lease on job (lease_owner) where lease_owner is not null`.execute(db);
}
