import { sql, type TableMetadata } from 'kysely';
import { expect, test } from 'vitest';
import { type Bot, NO_SETTINGS } from '#gateway/modules/access/model.ts';
import type { BotConflict } from '#gateway/modules/access/ports/bots.ts';
import { NO_LOCK, type Queries } from '#gateway/sql/database.ts';
import {
  addFile,
  addUnit,
  describeStores,
  file,
  later,
  type OpenStores,
  ownerKey,
  publish,
  tablesOf,
  url,
} from '#tests/support/stores.ts';

const on = new Date('2026-11-21T09:00:00Z');

function written(result: Bot | BotConflict): Bot {
  if ('conflict' in result) throw new Error(`refused: ${result.conflict}`);
  return result;
}
const insert = ({ bots }: OpenStores, name: string) => bots.insert({ name, settings: NO_SETTINGS }, on);
const keyOf = (id: string, bots: number[]) => ownerKey(id, bots, on);

describeStores('BotStore', (stores) => {
  test('numbers a new bot one higher than any bot before, removed bots included', async () => {
    const { bots } = stores();
    await bots.createIfMissing({ id: 7, name: 'السابع' }, on);
    expect(await insert(stores(), 'الدعم')).toEqual({
      id: 8,
      name: 'الدعم',
      createdOn: on,
      archivedOn: null,
      deletedOn: null,
      settings: NO_SETTINGS,
      version: 1,
    });
    await bots.beginRemoval(8, on);
    await bots.endRemoval(8, on);
    expect((await insert(stores(), 'تاسع')).id).toBe(9);
    expect((await bots.all()).map(({ id }) => id)).toEqual([7, 9]);
  });

  test('creates a missing bot, keeps the name of an existing bot, and restores a bot from the bin', async () => {
    const { bots } = stores();
    await bots.createIfMissing({ id: 1, name: 'Bot 1' }, on);
    await bots.createIfMissing({ id: 2, name: 'Bot 2' }, on);
    await bots.change(1, { name: 'دليل الموظف' });
    expect((await bots.createIfMissing({ id: 1, name: 'Bot 1' }, on)).name).toBe('دليل الموظف');
    await bots.moveToBin(1, on);
    expect(await bots.createIfMissing({ id: 1, name: 'Bot 1' }, on)).toMatchObject({
      name: 'دليل الموظف',
      deletedOn: null,
    });
    await bots.beginRemoval(1, on);
    await expect(bots.createIfMissing({ id: 1, name: 'Bot 1' }, on)).rejects.toThrow(/still being removed/);
    await bots.endRemoval(1, on);
    expect(await bots.createIfMissing({ id: 1, name: 'Bot 1' }, on)).toMatchObject({
      name: 'Bot 1',
      version: 1,
    });
  });

  test('changes the given fields at the expected version', async () => {
    const { bots } = stores();
    const { id } = await insert(stores(), 'الدعم');
    const first = written(await bots.change(id, { settings: { allowedHosts: ['example.org'] } }, 1));
    expect(first).toMatchObject({
      version: 2,
      settings: { concurrency: null, allowedHosts: ['example.org'] },
    });
    expect(await bots.change(id, { name: 'x' }, 1)).toEqual({ conflict: 'stale', bot: first });
    const second = written(await bots.change(id, { name: 'المساعدة', settings: { concurrency: 3 } }));
    expect(second).toMatchObject({
      name: 'المساعدة',
      settings: { concurrency: 3, allowedHosts: ['example.org'] },
    });
    expect(await bots.get(id)).toEqual(second);
    expect(await bots.change(99, { name: 'x' })).toEqual({ conflict: 'missing' });
  });

  test('lists active bots first, then archived, then deleted bots, and searches by name and number', async () => {
    const { bots } = stores();
    for (const name of ['مؤرشف', 'محذوف', 'الإدارة', 'HR']) await insert(stores(), name);
    await bots.archive(1, on);
    await bots.moveToBin(2, on);
    const list = async (query: { search?: string; ids?: number[]; offset?: number }) => {
      const { items, total } = await bots.list({ offset: 0, limit: 2, ...query });
      return [items.map(({ id }) => id), total];
    };
    expect(await list({})).toEqual([[3, 4], 4]);
    expect(await list({ offset: 2 })).toEqual([[1, 2], 4]);
    expect(await list({ search: 'الاداره' })).toEqual([[3], 1]);
    expect(await list({ search: 'hr 4' })).toEqual([[4], 1]);
    expect(await list({ ids: [2, 4, 99] })).toEqual([[4, 2], 2]);
    expect(await list({ ids: [] })).toEqual([[], 0]);
  });

  test('restores from the bin as it was, then from the archive', async () => {
    const { bots } = stores();
    await insert(stores(), 'الدعم');
    const { id } = await insert(stores(), 'قديم');
    await bots.archive(id, on);
    await bots.moveToBin(id, on);
    expect(await bots.change(id, { name: 'x' })).toEqual({ conflict: 'missing' });
    expect(await bots.archive(id, on)).toEqual({ conflict: 'missing' });
    expect(written(await bots.restore(id))).toMatchObject({ deletedOn: null, archivedOn: on });
    expect(written(await bots.restore(id))).toMatchObject({ deletedOn: null, archivedOn: null });
    const active = await bots.get(id);
    expect(await bots.restore(id)).toEqual(active);
    expect(await bots.restore(99)).toEqual({ conflict: 'missing' });
  });

  test('keeps the last bot that is not deleted, also under concurrent deletions', async () => {
    const { bots } = stores();
    await insert(stores(), 'أول');
    await insert(stores(), 'ثان');
    const outcomes = await Promise.all([bots.moveToBin(1, on), bots.beginRemoval(2, on)]);
    expect(outcomes.filter((outcome) => 'conflict' in outcome)).toEqual([{ conflict: 'last' }]);
    expect((await bots.all()).filter(({ deletedOn }) => !deletedOn)).toHaveLength(1);
  });

  test('caches bots: own changes show at once, changes of other processes within a second', async () => {
    const { bots, db } = stores();
    const { id } = await insert(stores(), 'الدعم');
    expect(bots.peekCached(id)).toBeUndefined();
    expect((await bots.getCached(id))?.archivedOn).toBeNull();
    await bots.archive(id, on);
    expect((await bots.getCached(id))?.archivedOn).toEqual(on);
    expect(bots.peekCached(id)?.archivedOn).toEqual(on);
    await db.change('global', (trx) =>
      trx.updateTable('bot').set({ archived_on: null }).where('id', '=', id).execute(),
    );
    expect((await bots.getCached(id))?.archivedOn).toEqual(on);
    later(stores(), 1000);
    expect((await bots.getCached(id))?.archivedOn).toBeNull();
    await insert(stores(), 'آخر');
    await bots.beginRemoval(id, on);
    expect(await bots.getCached(id)).toBeUndefined();
    expect(bots.peekCached(id)).toBeUndefined();
  });

  test('ends keys of a removed bot alone, and takes the bot out of other keys', async () => {
    const { bots, keys } = stores();
    for (const name of ['أول', 'ثان']) await insert(stores(), name);
    await keys.insert(keyOf('only', [2]));
    await keys.insert({ ...keyOf('expired', [2]), expiresOn: on });
    await keys.insert(keyOf('both', [1, 2]));
    await keys.insert(keyOf('other', [1]));
    await keys.insert({ ...keyOf('all', []), allBots: true });
    const begun = await bots.beginRemoval(2, on);
    expect(begun).toMatchObject({ removal: { keysRevoked: 1 } });
    const usable = (await keys.list()).filter(({ revokedOn }) => !revokedOn);
    expect(usable.map(({ id, bots }) => [id, bots])).toEqual(
      expect.arrayContaining([
        ['both', [1]],
        ['other', [1]],
        ['all', []],
      ]),
    );
    expect(usable).toHaveLength(3);
    expect(await bots.beginRemoval(2, on)).toEqual({ conflict: 'missing' });
  });

  test('removes every row of a removed bot in slices, and no row of another bot; its audit stays', async () => {
    const { bots, db, orphans } = stores();
    for (const name of ['أول', 'ثان']) await insert(stores(), name);
    for (const botId of [1, 2]) await fill(stores(), botId);
    const before = await countRows(stores());
    for (const [table, counts] of before) expect([table, counts.get(2) ?? 0]).not.toEqual([table, 0]);

    expect(await bots.removeSlice(2)).toBe(false);
    const begun = await bots.beginRemoval(2, on);
    expect(begun).toMatchObject({
      bot: { id: 2, name: 'ثان' },
      removal: { units: 3, passages: 450, files: 2, blobs: 3, keysRevoked: 0 },
    });
    let slices = 0;
    while (await bots.removeSlice(2)) slices += 1;
    expect(slices).toBeGreaterThan(10);

    const after = await countRows(stores());
    for (const [table, counts] of after) {
      expect([table, counts.get(1)]).toEqual([table, before.get(table)?.get(1)]);
      const stays = ['audit', 'audit_intent', 'counter', 'unit_change'].includes(table);
      expect([table, counts.get(2) ?? 0]).toEqual([table, stays ? before.get(table)?.get(2) : 0]);
    }
    const scopes = await db.read.selectFrom('idempotency').select('scope').execute();
    expect(scopes.map(({ scope }) => scope).toSorted()).toEqual(['1:k:upload', '22:k:upload']);
    expect((await orphans.list(10)).toSorted()).toEqual([
      'blob of page 2',
      'blob-of-b2',
      'blob-of-loose2',
      // Of the row of spoken audio, which is filled like any other.
      'نص 0',
    ]);
    expect(await bots.removals()).toEqual([{ id: 2, removedOn: on }]);
    await bots.endRemoval(2, on);
    expect(await bots.removals()).toEqual([]);
  });
});

/** Rows by table and bot, of every table that has bots. */
async function countRows({ db }: OpenStores): Promise<Map<string, Map<number, number>>> {
  const tables = (await tablesOf(db)).filter(({ columns }) => columns.some(({ name }) => name === 'bot_id'));
  const counts = new Map<string, Map<number, number>>();
  for (const { name } of tables) {
    const { rows } = await sql<{ bot_id: number; rows: number }>`
      select bot_id, count(*) as rows from ${sql.table(name)} group by bot_id`.execute(db.read);
    counts.set(name, new Map(rows.map((row) => [row.bot_id, row.rows])));
  }
  return counts;
}

/** Something in every table of a bot: units with passages as people make them, the rest as plain rows. */
async function fill(open: OpenStores, botId: number): Promise<void> {
  const { db, units, jobs } = open;
  await addFile(open, `b${botId}`, { botId });
  await addFile(open, `loose${botId}`, { botId, path: `${botId}/loose` });
  await addUnit(open, 'دليل', [file(`b${botId}`)], botId);
  await publish(
    open,
    Array.from({ length: 450 }, (_, index) => `مقطع ${index}`),
  );
  const page = await addUnit(open, 'صفحة', [url('https://example.com/صفحة')], botId);
  const job = await jobs.leaseFetch('indexer', 30_000, { busyHosts: [], onlyFirstTries: false });
  if (!job) throw new Error('no job is free');
  const fetched = {
    mime: 'text/html',
    charset: null,
    size: 5,
    sha256: null,
    finalUrl: 'https://example.com/',
  };
  const blob = `blob of page ${botId}`;
  await jobs.saveFetched(job, page.sources[0]?.id ?? 0, { blob, ...fetched });
  const { id } = await addUnit(open, 'محذوفة', [url('https://example.com/محذوفة')], botId);
  await units.moveToBin(botId, id);
  for (const scope of [`${botId}:k:upload`, `${botId}${botId}:k:upload`])
    if (botId === 2 || scope.startsWith('1:'))
      await db.change(NO_LOCK, (trx) =>
        trx
          .insertInto('idempotency')
          .values({ scope, key: 'مفتاح', fingerprint: '', response: '{}', kept_on: 0 })
          .execute(),
      );
  const counts = await countRows(open);
  const empty = (await tablesOf(db)).filter(({ name }) => counts.get(name)?.has(botId) === false);
  // One commit for all: each waits for the disk.
  await db.change({ bot: botId }, async (trx) => {
    for (const table of empty)
      for (let index = 0; index < (table.name === 'ledger_entry' ? 600 : 1); index += 1)
        await addRow(trx, table, botId, index);
  });
}

/** A row with a value in every column that requires one. */
async function addRow(
  trx: Queries,
  { name: table, columns }: TableMetadata,
  botId: number,
  ordinal: number,
): Promise<void> {
  const needed = columns.filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue);
  const values = needed.map(({ name, dataType }) => {
    if (name === 'bot_id') return botId;
    return dataType.toLowerCase() === 'text' ? `نص ${ordinal}` : ordinal;
  });
  await sql`insert into ${sql.table(table)} (${sql.join(needed.map(({ name }) => sql.ref(name)))})
    values (${sql.join(values)})`.execute(trx);
}
