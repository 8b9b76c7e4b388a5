import { type Kysely, sql } from 'kysely';

/**
 * Fetching is a step of its own, before reading: whether addresses of a job are still to be fetched, from which host the
 * first one is, when they were, and which of them failed. A version before fetches in one step with reading, as it did.
 */
export async function addFetching(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('index_job');
  await alter()
    .addColumn('to_fetch', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await alter()
    .addColumn('fetch_host', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await alter().addColumn('fetched_on', 'bigint').execute();
  await alter().addColumn('fetch_failures', 'text').execute();
  // As `TURN` of lease-job.ts has it.
  await sql`create index index_job_turn on index_job (to_fetch, bot_id, (queued_on + case when attempt < 10 then attempt else 10 end * 60000), id)`.execute(
    db,
  );
  await db.schema.createIndex('index_job_fetched').on('index_job').columns(['fetched_on']).execute();
}
