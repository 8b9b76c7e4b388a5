import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { renewTitleKeys } from '#gateway/sql/migrations/016-title-keys.ts';
import { openOldSchema } from '#tests/support/open-test-database.ts';

const db = await openOldSchema(0);
afterAll(() => db.destroy());

test('keys of titles are renewed, aliases too, and a title that has come to look like another keeps its own', async () => {
  await sql`
    create table unit (bot_id integer, id integer, title_key text, deleted_on integer,
      binned_aliases text default '[]')`.execute(db);
  await sql`
    create table unit_title (bot_id integer, title_key text, unit_id integer, alias integer,
      primary key (bot_id, title_key))`.execute(db);
  const titles: [number, number, string, number][] = [
    [1, 1, 'ﻣﺪﻳﻨﺔ', 0],
    [1, 2, 'دليل', 0],
    [1, 3, 'دليل\u3164', 0],
    [1, 2, 'قديم\ufe0f', 1],
    [2, 3, 'دليل\u3164', 0],
    [1, 4, '\u3164', 0],
  ];
  for (const [bot, unit, key, alias] of titles) {
    await sql`insert into unit_title values (${bot}, ${key}, ${unit}, ${alias})`.execute(db);
    if (alias === 0)
      await sql`insert into unit (bot_id, id, title_key) values (${bot}, ${unit}, ${key})`.execute(db);
  }
  const binned = JSON.stringify(['قديم\ufe0f', '\u3164']);
  await sql`insert into unit values (1, 9, ${'دليل\u3164'}, 1, ${binned})`.execute(db);
  await renewTitleKeys(db);
  const bin = await sql`select title_key, binned_aliases from unit where deleted_on is not null`.execute(db);
  expect(bin.rows).toEqual([{ title_key: 'دليل', binned_aliases: JSON.stringify(['قديم', '\u3164']) }]);
  const { rows } = await sql`
    select t.bot_id, t.unit_id, t.title_key, u.title_key as own from unit_title t
    join unit u on u.bot_id = t.bot_id and u.id = t.unit_id order by t.bot_id, t.unit_id, t.alias`.execute(
    db,
  );
  expect(rows).toEqual([
    { bot_id: 1, unit_id: 1, title_key: 'مدينة', own: 'مدينة' },
    { bot_id: 1, unit_id: 2, title_key: 'دليل', own: 'دليل' },
    { bot_id: 1, unit_id: 2, title_key: 'قديم', own: 'دليل' },
    { bot_id: 1, unit_id: 3, title_key: 'دليل\u3164', own: 'دليل\u3164' },
    { bot_id: 1, unit_id: 4, title_key: '\u3164', own: '\u3164' },
    { bot_id: 2, unit_id: 3, title_key: 'دليل', own: 'دليل' },
  ]);
});
