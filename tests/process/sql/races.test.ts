/** What must happen once happens once, when two processes with a pool each ask for it at the same moment. */

import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import { foldExpression } from '#gateway/engine/synonyms/check-group.ts';
import { ensureOperatorKey } from '#gateway/modules/access/services/sign-in.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { sharedPostgres } from '#tests/support/postgres/test-database.ts';
import { addFile, addUnit, ownerKey, person, url } from '#tests/support/stores.ts';

const on = new Date('2026-11-21T09:00:00Z');
const LEASE_MS = 30_000;

describe('two processes on one PostgreSQL', () => {
  const databases: SqlDatabase[] = [];
  let opened: Promise<void> | undefined;
  let processes: SqlStores[] = [];
  let stores: SqlStores;
  beforeEach(async ({ skip }) => {
    await skipWithout((opened ??= open()), skip);
    [stores] = processes as [SqlStores];
  });
  afterAll(() => Promise.all(databases.map((db) => db.close())));

  async function open(): Promise<void> {
    const server = await sharedPostgres();
    const database = await server.createDatabase();
    for (const role of ['one', 'other']) databases.push(await server.open(database, { role }));
    processes = databases.map((db, index) => createSqlStores(db, { now: () => on }, `process-${index}`));
  }
  /** `times` calls, of the processes in turn, all begun at once. */
  const race = <Value>(times: number, call: (stores: SqlStores, index: number) => Promise<Value>) =>
    Promise.all(
      Array.from({ length: times }, (_, index) => call(processes[index % processes.length] ?? stores, index)),
    );

  test('one title is registered once of four times', async () => {
    for (let round = 0; round < 3; round++) {
      const title = `دليل الموظف ${round}`;
      const unit = { botId: 1, title, titleKey: titleKey(title), description: '' };
      const results = await race(4, ({ units }) =>
        units.register({ ...unit, sources: [url('https://example.com/دليل')] }),
      );
      const conflicts = results.map((result) => ('conflict' in result ? result.conflict : 'none'));
      expect(conflicts.toSorted()).toEqual(['none', 'title-taken', 'title-taken', 'title-taken']);
    }
  });

  test('eight indexers lease eight units', async () => {
    for (let index = 0; index < 8; index++)
      await addUnit({ ...stores, db: databases[0]! }, `وحدة ${index}`, undefined, 2);
    const jobs = await race(8, ({ jobs }, index) => jobs.lease(`indexer-${index}`, LEASE_MS));
    const leased = jobs.map((job) => `${job?.botId}/${job?.unitId}`);
    expect(new Set(leased).size).toBe(8);
    expect(leased).not.toContain('undefined/undefined');
  });

  test('two that remove the rows of one bot at once remove each once, without an error', async () => {
    await stores.bots.createIfMissing({ id: 8, name: 'مؤقت' }, on);
    for (let file = 0; file < 120; file++) await addFile(stores, `مؤقت ${file}`, { botId: 8 });
    await databases[0]!.change('global', (trx) =>
      trx.updateTable('bot').set({ removed_on: on.getTime() }).where('id', '=', 8).execute(),
    );
    await race(4, async ({ bots }) => {
      while (await bots.removeSlice(8));
    });
    expect(await stores.files.namedBlobs(['blob-of-مؤقت 0', 'blob-of-مؤقت 119'])).toEqual([]);
  });

  test('of two owners that revoke each other one stays', async () => {
    const { keys, bots } = stores;
    await bots.createIfMissing({ id: 3, name: 'الدعم' }, on);
    for (let round = 0; round < 3; round++) {
      await Promise.all(['أ', 'ب'].map((name) => keys.insert(ownerKey(`${name}${round}`, [3], on))));
      const results = await race(2, (other, index) => other.keys.revoke(`${'أب'[index]}${round}`, on));
      const conflicts = results.filter((result) => result && 'conflict' in result);
      expect(conflicts).toHaveLength(1);
      const remaining = (await keys.list()).filter(({ revokedOn }) => revokedOn === null);
      expect(remaining).toHaveLength(1);
      await keys.revoke(remaining[0]?.id ?? '', on, { evenLast: true });
    }
  });

  test('one group of synonyms is added once of six times', async () => {
    const { synonyms } = stores;
    const expressions = ['رسوم', 'مصاريف'];
    const group = { expressions, keys: expressions.map(foldExpression), note: '' };
    const results = await race(6, (other) => other.synonyms.add(4, group, 10));
    expect(results.filter((result) => !('conflict' in result))).toHaveLength(1);
    expect((await synonyms.all(4)).groups).toHaveLength(1);
  });

  test('the key of the settings is made once by servers that start at once', async () => {
    const created = await race(4, ({ keys }) => ensureOperatorKey(keys, 'مفتاح التشغيل', on));
    expect(created).toEqual([true, true, true, true]);
    expect((await stores.keys.list()).filter(({ createdBy }) => createdBy === 'operator')).toHaveLength(1);
  });

  test('one sign-in code is good for one of six', async () => {
    const { keys } = stores;
    await keys.insertCode({ hash: 'رمز', expiresOn: new Date(on.getTime() + LEASE_MS), personId: null });
    const results = await race(6, (other, index) =>
      other.keys.redeemCode('رمز', on, person('first'), () => ownerKey(`k${index}`, [3], on)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('ids and places in a list are given once', async () => {
    const { contexts } = stores;
    const results = await race(6, ({ bots }, index) =>
      bots.insert({ name: `بوت ${index}`, settings: NONE }, on),
    );
    expect(new Set(results.map((bot) => ('id' in bot ? bot.id : 'refused'))).size).toBe(6);
    await race(6, (other, index) =>
      other.contexts.append(5, 'مفتاح', [{ role: 'user', content: `سؤال ${index}` }], on),
    );
    expect(await contexts.read(5, 'مفتاح', new Date(0))).toHaveLength(6);
  });

  test('a quota of a hundred serves a hundred of three hundred', async () => {
    const { ledger } = stores;
    await ledger.grant(6, 'text', 100);
    const results = await race(300, (other, index) =>
      other.ledger.reserve({
        botId: 6,
        ledger: 'text',
        keyId: 'مفتاح',
        action: 'answer',
        amount: 1,
        on,
        requestId: `طلب-${index}`,
      }),
    );
    expect(results.filter(({ reserved }) => reserved)).toHaveLength(100);
    expect(await ledger.state(6, 'text')).toMatchObject({ reserved: 100, used: 0 });
  });
});

const NONE = { concurrency: null, allowedHosts: [], weakAnswers: 'hedged' as const, zoneChosen: false };
