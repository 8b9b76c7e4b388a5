import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import type { AuditQuery } from '#gateway/modules/audit/ports/audit.ts';
import { describeStores, later } from '#tests/support/stores.ts';

const NOON = new Date('2026-11-21T09:00:00Z');

function entry(change: Partial<AuditEntry> = {}): Omit<AuditEntry, 'id'> {
  return {
    botId: 1,
    on: NOON,
    actor: { kind: 'key', keyId: 'k1', name: 'مفتاح الإدارة' },
    address: '192.0.2.7',
    requestId: 'r1',
    action: 'updateUnit',
    subject: { kind: 'unit', id: '7', name: 'دليل الرّسوم' },
    before: { title: 'الرسوم' },
    after: { title: 'دليل الرّسوم' },
    outcome: 'done',
    ...change,
  };
}
const page = { offset: 0, limit: 25 };

describeStores('AuditStore', (stores) => {
  test('keeps entries per bot, newest first, under numbers of the bot', async () => {
    const { audit } = stores();
    await audit.append([entry(), entry({ botId: 2 })]);
    await audit.append([entry({ action: 'deleteUnit', before: null, after: null })]);
    const { items, total } = await audit.list(1, page);
    expect(total).toBe(2);
    expect(items.map(({ id, action }) => [id, action])).toEqual([
      [2, 'deleteUnit'],
      [1, 'updateUnit'],
    ]);
    expect(items[1]).toEqual({ id: 1, ...entry() });
    expect(items[0]).toMatchObject({ before: null, after: null });
    expect((await audit.list(2, page)).items).toEqual([{ id: 1, ...entry({ botId: 2 }) }]);
    expect((await audit.list(3, page)).total).toBe(0);
    expect(await audit.actions(1)).toEqual(['deleteUnit', 'updateUnit']);
    expect(await audit.actions(3)).toEqual([]);
  });

  test('is never altered and never loses a row: the database itself refuses', async () => {
    const { audit, db, name } = stores();
    await audit.append([entry()]);
    const attempts = [
      "update audit set action = 'nothing'",
      "update audit set key_name = 'آخر' where id = 1",
      'delete from audit',
      name.startsWith('SQLite') ? 'insert or replace into audit select * from audit' : 'truncate audit',
    ].map((statement) => db.change({ bot: 1 }, (trx) => sql.raw(statement).execute(trx)));
    for (const attempt of attempts) await expect(attempt).rejects.toThrow('append only');
    expect((await audit.list(1, page)).items).toEqual([{ id: 1, ...entry() }]);
  });

  test('finds by words, action, thing, key, request and time, together and page by page', async () => {
    const { audit } = stores();
    const hourAt = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
    await audit.append([
      entry({ requestId: 'r1' }),
      entry({
        on: hourAt(1),
        action: 'restoreUnit',
        requestId: 'r2',
        subject: { kind: 'unit', id: '8', name: 'Fees 100%' },
      }),
      entry({
        on: hourAt(2),
        action: 'addSynonyms',
        requestId: 'r3',
        actor: { kind: 'key', keyId: 'k2', name: 'قارئ' },
        subject: { kind: 'synonyms', id: '7', name: 'دوام = ساعات العمل' },
      }),
    ]);
    const search = async (query: Partial<AuditQuery>) =>
      (await audit.list(1, { ...page, ...query })).items.map(({ id }) => id);
    expect(await search({ search: 'رسوم إدارة' })).toEqual([1]);
    expect(await search({ search: 'الاداره' })).toEqual([2, 1]);
    expect(await search({ search: '100%' })).toEqual([2]);
    expect(await search({ search: '%' })).toEqual([2]);
    expect(await search({ search: 'غائب' })).toEqual([]);
    expect(await search({ action: 'addSynonyms' })).toEqual([3]);
    expect(await search({ kind: 'unit' })).toEqual([2, 1]);
    expect(await search({ kind: 'unit', subject: '7' })).toEqual([1]);
    expect(await search({ kind: 'synonyms', subject: '7' })).toEqual([3]);
    expect(await search({ keyIds: ['k2'] })).toEqual([3]);
    expect(await search({ requestId: 'r2' })).toEqual([2]);
    expect(await search({ from: hourAt(1) })).toEqual([3, 2]);
    expect(await search({ from: hourAt(1), until: hourAt(2) })).toEqual([2]);
    expect(await search({ keyIds: ['k1'], action: 'addSynonyms' })).toEqual([]);
    expect(await audit.list(1, { offset: 1, limit: 1 })).toMatchObject({ items: [{ id: 2 }], total: 3 });
    expect(await search({ keyIds: ['k1', 'k2'] })).toEqual([3, 2, 1]);
    const slice = async (query: Partial<AuditQuery>) =>
      (await audit.listBatch(1, { limit: 2, ...query })).items.map(({ id }) => id);
    expect(await slice({})).toEqual([3, 2]);
    expect(await slice({ before: 2 })).toEqual([1]);
    expect(await slice({ kind: 'unit', before: 2 })).toEqual([1]);
  });

  test('looks for words in so many entries at a time, and says where to go on', async () => {
    const { audit } = stores();
    const rare = entry({ action: 'backup', subject: { kind: 'backup', id: '', name: 'نسخة فريدة' } });
    await audit.append([rare, ...Array.from({ length: 10_000 }, () => entry())]);
    const search = 'فريدة';
    expect(await audit.list(1, { ...page, search })).toEqual({ items: [], total: 0, nextBefore: 2 });
    const rest = await audit.list(1, { ...page, search, before: 2 });
    expect(rest).toMatchObject({ items: [{ id: 1 }], total: 1, nextBefore: null });
    // The remaining filters leave few entries, so all of these are scanned.
    expect(await audit.list(1, { ...page, search, action: 'backup' })).toMatchObject({
      total: 1,
      nextBefore: null,
    });
    const some = await audit.list(1, { ...page, search: 'رسوم' });
    expect(some).toMatchObject({ total: 10_000, nextBefore: 2 });
    expect(await audit.list(1, page)).toMatchObject({ total: 10_001, nextBefore: null });
    expect((await audit.list(1, { ...page, before: 3 })).items.map(({ id }) => id)).toEqual([2, 1]);

    const after = new Date(NOON.getTime() + 1);
    const noon = { search: 'رسوم', from: NOON, until: after };
    expect(await audit.list(1, { ...page, ...noon })).toMatchObject({ total: 10_000, nextBefore: 2 });
    expect(await audit.list(1, { ...page, search: 'رسوم', until: NOON })).toMatchObject({
      total: 0,
      nextBefore: null,
    });
    // What began earlier may be intent later.
    await audit.append([entry({ on: new Date(NOON.getTime() - 1), subject: rare.subject })], undefined);
    const early = await audit.list(1, { ...page, search, until: NOON });
    expect(early).toMatchObject({ items: [{ id: 10_002 }], total: 1, nextBefore: null });
    const query = { ...page, search, until: after };
    expect(await audit.list(1, query)).toMatchObject({ items: [{ id: 10_002 }], total: 1, nextBefore: 3 });
    await audit.append([entry({ on: after, subject: rare.subject })]);
    expect(await audit.list(1, query)).toMatchObject({ items: [{ id: 10_002 }], total: 1, nextBefore: 3 });

    const first = await audit.listBatch(1, { limit: 5, search, before: 10_002 });
    expect(first).toEqual({ items: [], next: 2 });
    const second = await audit.listBatch(1, { limit: 5, search, before: 2 });
    expect(second).toMatchObject({ items: [{ id: 1 }], next: null });
  });

  test('replaces an intent by its entries in one transaction; an intent left by a crash becomes an entry of unknown outcome', async () => {
    const { audit, db } = stores();
    const { botId, on, actor, address, requestId, action } = entry();
    const note = {
      botId,
      on,
      actor,
      address,
      requestId,
      action,
      subject: { kind: 'unit', id: '7' },
    } as const;
    const notes = () => db.read.selectFrom('audit_intent').selectAll().execute();

    const intent = await audit.openIntent(note);
    const dropped = await audit.openIntent({ ...note, requestId: 'r2' });
    await audit.openIntent({ ...note, requestId: 'r3' });
    expect(await notes()).toHaveLength(3);
    await audit.append([entry(), entry({ botId: 2 })], intent);
    await audit.dropIntent(dropped);
    expect(await notes()).toMatchObject([{ request_id: 'r3' }]);

    // One that is not old enough is a call under way.
    expect(await audit.resolveIntentsOlderThan(NOON, 10)).toBe(0);
    later(stores(), 1000);
    expect(await audit.resolveIntentsOlderThan(stores().time.now, 10)).toBe(1);
    expect(await notes()).toEqual([]);
    const { items } = await audit.list(1, page);
    expect(items.map((item) => [item.requestId, item.outcome])).toEqual([
      ['r3', 'unknown'],
      ['r1', 'done'],
    ]);
    expect(items[0]).toMatchObject({
      actor,
      address,
      action,
      on,
      subject: { kind: 'unit', id: '7', name: '' },
    });
    expect(await audit.resolveIntentsOlderThan(stores().time.now, 10)).toBe(0);
  });

  test('keeps the intent and writes no entry when the entries cannot be written', async () => {
    const { audit, db } = stores();
    const { botId, on, actor, address, requestId, action } = entry();
    const intent = await audit.openIntent({
      botId,
      on,
      actor,
      address,
      requestId,
      action,
      subject: { kind: 'unit', id: '7' },
    });
    const broken = entry({ botId: 2, action: null as unknown as string });
    await expect(audit.append([entry(), broken], intent)).rejects.toThrow(/not.null/i);
    expect((await audit.list(1, page)).total).toBe(0);
    expect(await db.read.selectFrom('audit_intent').selectAll().execute()).toHaveLength(1);
  });

  test('writes many at once', async () => {
    const { audit } = stores();
    await audit.append(Array.from({ length: 950 }, (_, index) => entry({ requestId: `r${index}` })));
    expect((await audit.list(1, page)).total).toBe(950);
    const seen: number[] = [];
    for (let before: number | undefined; ; ) {
      const slice = await audit.listBatch(1, { limit: 400, ...(before === undefined ? {} : { before }) });
      seen.push(...slice.items.map(({ id }) => id));
      if (slice.next === null) break;
      before = slice.next;
    }
    expect(seen).toEqual(Array.from({ length: 950 }, (_, index) => 950 - index));
  });
});
