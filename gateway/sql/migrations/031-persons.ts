import { type Kysely, sql } from 'kysely';
import { type Draft, key, maybeNumbers, numbers, texts } from './columns.ts';

/**
 * People, the keys and sign-in codes of each, and owners of units. Keys that sign-in links made for owners become keys of a
 * first owner; a database without such keys gets one with its first link.
 */
export async function addPersons(db: Kysely<unknown>): Promise<void> {
  const steps = [
    texts('id', 'name', 'role', 'bots'),
    numbers('all_bots', 'created_on'),
    maybeNumbers('removed_on'),
    key('id'),
  ];
  await steps.reduce((draft, step) => step(draft), db.schema.createTable('person') as Draft).execute();
  await db.schema.alterTable('api_key').addColumn('person_id', 'text').execute();
  await db.schema.alterTable('sign_in_code').addColumn('person_id', 'text').execute();
  await db.schema.alterTable('unit').addColumn('owner_id', 'text').execute();
  await db.schema.createIndex('unit_owner').on('unit').columns(['bot_id', 'owner_id']).execute();
  await sql`insert into person (id, name, role, bots, all_bots, created_on)
    select 'first-owner', 'Owner', 'owner', '[]', 1, min(created_on) from api_key
    where created_by = 'code' and role = 'owner' having count(*) > 0`.execute(db);
  await sql`update api_key set person_id = 'first-owner'
    where created_by = 'code' and role = 'owner'`.execute(db);
}
