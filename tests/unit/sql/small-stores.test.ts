import { expect, test } from 'vitest';
import type { StoredModelServer } from '#gateway/modules/models/model.ts';
import { addFile, describeStores, later } from '#tests/support/stores.ts';

const on = new Date('2026-11-21T10:00:00Z');
describeStores('FileStore', (stores) => {
  test('finds a file by id and by path, for its own bot only', async () => {
    const { files } = stores();
    const stored = await addFile(stores(), 'ملف', { format: null });
    expect(await files.byId(1, 'ملف')).toEqual(stored);
    expect(await files.byPath(1, stored.path)).toEqual(stored);
    const text = await addFile(stores(), 'نص', { origin: 'written' });
    expect(await files.byId(1, 'نص')).toEqual(text);
    expect(await files.byId(2, 'ملف')).toBeUndefined();
    expect(await files.byPath(2, stored.path)).toBeUndefined();
    await expect(files.insert({ ...stored, id: 'other' })).rejects.toThrow(/unique/i);
  });
});

describeStores('ContextStore', (stores) => {
  const items = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ role: 'user' as const, content: `سؤال ${from + index}` }));

  test('keeps the newest twenty in order, per bot and key', async () => {
    const { contexts } = stores();
    await contexts.append(1, 'k', items(0, 15), on);
    await contexts.append(1, 'k', [{ role: 'assistant', content: 'جواب' }, ...items(15, 9)], on);
    await contexts.append(2, 'k', items(50, 1), on);
    const turns = await contexts.read(1, 'k', new Date(0));
    expect(turns).toHaveLength(20);
    expect(turns[0]).toEqual({ role: 'user', content: 'سؤال 5' });
    expect(turns[10]).toEqual({ role: 'assistant', content: 'جواب' });
    expect(turns[19]).toEqual({ role: 'user', content: 'سؤال 23' });
    await contexts.clear(1, 'k');
    expect(await contexts.read(1, 'k', new Date(0))).toEqual([]);
    expect(await contexts.read(2, 'k', new Date(0))).toHaveLength(1);
    expect(await contexts.read(2, 'other', new Date(0))).toEqual([]);
  });

  test('reads only what is new enough', async () => {
    const { contexts } = stores();
    await contexts.append(1, 'k', items(0, 1), new Date(on.getTime() - 1));
    await contexts.append(1, 'k', items(1, 1), on);
    expect(await contexts.read(1, 'k', on)).toEqual([{ role: 'user', content: 'سؤال 1' }]);
  });
});

describeStores('IdempotencyStore', (stores) => {
  test('keeps the first result until it expires', async () => {
    const { idempotency } = stores();
    expect(await idempotency.find('1/register', 'مفتاح')).toBeUndefined();
    await idempotency.save('1/register', 'مفتاح', 'f1', '{"id":1}', on);
    await idempotency.save('1/register', 'مفتاح', 'f2', '{"id":2}', on);
    const first = { fingerprint: 'f1', response: '{"id":1}' };
    expect(await idempotency.find('1/register', 'مفتاح')).toEqual(first);
    expect(await idempotency.find('2/register', 'مفتاح')).toBeUndefined();
    expect(await idempotency.deleteBefore(on)).toBe(0);
    expect(await idempotency.deleteBefore(new Date(on.getTime() + 1))).toBe(1);
    expect(await idempotency.find('1/register', 'مفتاح')).toBeUndefined();
  });
});

describeStores('ModelServerStore', (stores) => {
  const server = (change: Partial<StoredModelServer> = {}): StoredModelServer => ({
    botId: 1,
    purpose: 'chat',
    enabled: true,
    url: 'http://127.0.0.1:11434/v1',
    model: 'نموذج',
    modelV2: null,
    voices: [{ id: 'أمل', languages: ['ar'] }],
    firstSeconds: 60,
    silenceSeconds: 30,
    concurrency: 8,
    contextTokens: 4096,
    sealedKey: 'v1.sealed',
    changedOn: on,
    ...change,
  });

  test('keeps one a bot and purpose, and stands with those for all', async () => {
    const { modelServers } = stores();
    expect(await modelServers.listCached(1)).toEqual([]);
    await modelServers.put(server());
    await modelServers.put(server({ botId: 0, model: 'للكل' }));
    await modelServers.put(server({ botId: 2, purpose: 'speech' }));
    expect(await modelServers.get(1, 'chat')).toEqual(server());
    expect(await modelServers.get(1, 'speech')).toBeUndefined();
    const cached = (await modelServers.listCached(1)).map(({ botId, model }) => [botId, model]);
    expect(cached.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [0, 'للكل'],
      [1, 'نموذج'],
    ]);
    expect(await modelServers.remove(1, 'chat')).toEqual(server());
    expect(await modelServers.remove(1, 'chat')).toBeUndefined();
    expect(await modelServers.listCached(1)).toHaveLength(1);
  });

  test('replaces only what it is told to replace', async () => {
    const { modelServers } = stores();
    const next = new Date(on.getTime() + 1);
    expect(await modelServers.put(server(), on)).toBe(false);
    expect(await modelServers.put(server(), null)).toBe(true);
    expect(await modelServers.put(server({ model: 'آخر', changedOn: next }), null)).toBe(false);
    expect(await modelServers.put(server({ model: 'آخر', changedOn: next }), next)).toBe(false);
    expect((await modelServers.get(1, 'chat'))?.model).toBe('نموذج');
    expect(await modelServers.put(server({ model: 'آخر', changedOn: next }), on)).toBe(true);
    expect((await modelServers.listCached(1))[0]).toMatchObject({ model: 'آخر', changedOn: next });
    expect(await modelServers.put(server({ model: 'ثالث' }))).toBe(true);
  });

  test('sees within a second what another process saved', async () => {
    const { modelServers, db } = stores();
    await modelServers.put(server());
    expect(await modelServers.listCached(1)).toHaveLength(1);
    await db.change({ bot: 1 }, (trx) => trx.deleteFrom('model_server').execute());
    later(stores(), 1000);
    expect(await modelServers.listCached(1)).toEqual([]);
  });
});
