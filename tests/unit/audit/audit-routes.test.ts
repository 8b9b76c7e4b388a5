import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuditList, auditListSchema } from '#contract/audit.ts';
import type { CreatedKey } from '#contract/keys.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  for (const role of ['curator', 'tester', 'monitor'] as const)
    await gateway.addKey(`key-of-${role}`, { role });
});
afterEach(() => gateway.close());

const as = (role: string) => ({ headers: { 'x-user-auth': `key-of-${role}` } });
const list = async (query = '', key?: { headers: Record<string, string> }): Promise<AuditList> =>
  auditListSchema.parse(await responseOf(await gateway.call(`/api/Audit/1${query}`, key)));
const addSynonyms = (expressions: string[], note = '') =>
  gateway.call('/api/Synonyms/1', { method: 'POST', json: { expressions, note } });
const changeSynonyms = (expressions: string[]) =>
  gateway.call('/api/Synonyms/1/1', { method: 'PUT', json: { expressions, note: '' } });
const exported = async (query: string) => {
  const response = await gateway.call(`/api/Audit/1/export${query}`);
  // `text()` would take the byte order mark off.
  return {
    response,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
  };
};

describe('the list of changes', () => {
  test('shows actor, action, subject, origin, call and the fields before and after', async () => {
    await addSynonyms(['دوام', 'ساعات العمل']);
    const changed = await gateway.app.request(
      'http://gateway.test/api/Synonyms/1/1',
      {
        method: 'PUT',
        headers: { 'x-user-auth': 'key-of-curator', 'x-bot': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ expressions: ['دوام', 'المواعيد'], note: '' }),
      },
      { address: '192.0.2.7' },
    );
    const { items, total, actions, zone } = await list();
    expect(total).toBe(2);
    expect(zone).toBe('UTC');
    expect(actions).toEqual(['addSynonyms', 'changeSynonyms']);
    expect(items[0]).toEqual({
      id: 2,
      on: '2026-11-21T09:00:00.000Z',
      actor: { kind: 'key', keyId: expect.any(String) as string, name: 'اختبار' },
      address: '192.0.2.7',
      requestId: changed.headers.get('x-request-id'),
      action: 'changeSynonyms',
      subject: { kind: 'synonyms', id: '1', name: 'دوام = المواعيد' },
      before: { expressions: ['دوام', 'ساعات العمل'] },
      after: { expressions: ['دوام', 'المواعيد'] },
      outcome: 'done',
    });
    expect(items[1]).toMatchObject({ address: '', before: null, after: { note: '' } });
  });

  test('is not for testers, and each sees only the bot of the call', async () => {
    await addSynonyms(['دوام', 'ساعات العمل']);
    expect((await list('', as('monitor'))).total).toBe(1);
    for (const path of ['/api/Audit/1', '/api/Audit/1/export'])
      expect(await faultOf(await gateway.call(path, as('tester')))).toMatchObject({
        status: 403,
        fault: 'not-allowed',
      });
    await gateway.addKey('key-of-two', { bots: [2] });
    const other = { headers: { 'x-user-auth': 'key-of-two', 'x-bot': '2' } };
    const theirs = auditListSchema.parse(await responseOf(await gateway.call('/api/Audit/2', other)));
    expect(theirs.total).toBe(0);
    expect(await faultOf(await gateway.call('/api/Audit/1', other))).toMatchObject({ fault: 'bot-differs' });
  });

  test('shows curators what became of knowledge, without addresses of clients', async () => {
    await addSynonyms(['دوام', 'ساعات العمل']);
    const json = { name: 'شاشة الاستقبال', role: 'tester', bots: [1] };
    expect((await gateway.call('/api/Keys', { method: 'POST', json })).status).toBe(200);
    expect((await list('')).actions).toEqual(['addSynonyms', 'createKey']);
    const { items, total, actions } = await list('', as('curator'));
    expect(items.map(({ subject, address }) => [subject.kind, address])).toEqual([['synonyms', '']]);
    expect([total, actions]).toEqual([1, ['addSynonyms']]);
    const csv = await (await gateway.call('/api/Audit/1/export', as('curator'))).text();
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(await faultOf(await gateway.call('/api/Audit/1?kind=key', as('curator')))).toMatchObject({
      status: 403,
      fault: 'not-allowed',
    });
  });

  test('has no entry of refused calls, or of calls without a difference', async () => {
    await addSynonyms(['دوام', 'ساعات العمل']);
    await addSynonyms(['دوام', 'ساعات العمل']);
    await addSynonyms(['دوام']);
    await changeSynonyms(['دوام', 'ساعات العمل']);
    await gateway.call('/api/Synonyms/1/99', { method: 'DELETE' });
    const check = { text: 'رسوم = مصاريف', mode: 'add', dryRun: true };
    await gateway.call('/api/Synonyms/1/import', { method: 'POST', json: check });
    expect((await list()).items.map(({ action }) => action)).toEqual(['addSynonyms']);
    await gateway.call('/api/Synonyms/1/import', { method: 'POST', json: { ...check, dryRun: false } });
    expect((await list()).items[0]).toMatchObject({
      action: 'importSynonyms',
      subject: { kind: 'synonyms', id: '', name: '' },
      after: { mode: 'add', added: 1, known: 0, removed: 0, refused: 0 },
    });
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('has one entry of a call repeated under one Idempotency-Key', async () => {
    const register = () =>
      gateway.call('/api/AIKnowledge/1', {
        method: 'POST',
        headers: { 'idempotency-key': 'once' },
        json: { title: 'صفحة', KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة'] },
      });
    await register();
    await register();
    const { items } = await list();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      action: 'registerUnit',
      subject: { kind: 'unit', id: '1', name: 'صفحة' },
      after: {
        title: 'صفحة',
        description: '',
        sources: [expect.stringContaining('https://example.org/') as string],
      },
    });
  });

  test('shows a removed bot to owners of all bots, by its number alone', async () => {
    await gateway.addKey('key-of-all', { allBots: true });
    const headers = { 'x-user-auth': 'key-of-all' };
    const json = { name: 'بوت الموارد البشرية' };
    const { id } = await responseOf<{ id: number }>(
      await gateway.call('/api/Bots', { method: 'POST', headers, json }),
    );
    await responseOf(await gateway.call(`/api/Bots/${id}?forever=true`, { method: 'DELETE', headers }));
    const { items } = await list();
    expect(items).toMatchObject([
      {
        action: 'deleteBot',
        subject: { kind: 'bot', id: String(id), name: '' },
        after: { removed: { units: 0 } },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('الموارد');
    const theirs = await gateway.ports.audit.list(id, { offset: 0, limit: 10 });
    expect(theirs.items.map(({ action, subject }) => [action, subject.name])).toEqual([
      ['deleteBot', 'بوت الموارد البشرية'],
      ['createBot', 'بوت الموارد البشرية'],
    ]);
  });

  test('narrows to words, kind, thing, action, key, call and days of the zone', async () => {
    await addSynonyms(['دوام', 'ساعات العمل']);
    gateway.time.now = new Date('2026-11-22T09:00:00Z');
    const second = await addSynonyms(['رسوم', 'مصاريف', 'عمولة']);
    await gateway.upload('دليل.txt', 'نص');
    const owner = (await list()).items[0]?.actor.keyId ?? '';
    const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await idsOf(`?search=${encodeURIComponent('عموله')}`)).toEqual([2]);
    expect(await idsOf('?kind=file')).toEqual([3]);
    expect(await idsOf('?kind=synonyms&subject=1')).toEqual([1]);
    expect(await idsOf('?action=upload')).toEqual([3]);
    expect(await idsOf(`?key=${owner}`)).toEqual([3, 2, 1]);
    expect(await idsOf('?key=nobody')).toEqual([]);
    expect(await idsOf(`?request=${second.headers.get('x-request-id') ?? ''}`)).toEqual([2]);
    expect(await idsOf('?from=2026-11-22')).toEqual([3, 2]);
    expect(await idsOf('?to=2026-11-21')).toEqual([1]);
    expect(await idsOf('?from=2026-11-21&to=2026-11-21')).toEqual([1]);
    expect(await idsOf('?search=&kind=synonyms&action=')).toEqual([2, 1]);
    expect(await list('?limit=1&offset=1')).toMatchObject({ total: 3, nextBefore: null, items: [{ id: 2 }] });
    expect(await idsOf('?before=3')).toEqual([2, 1]);
    for (const query of ['?from=2026-02-30', '?kind=cat', '?limit=101', '?to=yesterday', '?before=0'])
      expect(await faultOf(await gateway.call(`/api/Audit/1${query}`))).toMatchObject({
        status: 400,
        fault: 'invalid-field',
      });
  });

  test('finds the changes of a key by its old and its rotated id', async () => {
    await gateway.addKey('owner-of-all', { allBots: true, name: 'كل البوتات' });
    await gateway.addKey('first-key', { role: 'curator', name: 'محرر' });
    const headers = { 'x-user-auth': 'first-key' };
    const change = (hour: number, key: Record<string, string>) =>
      gateway.call('/api/Synonyms/1', {
        method: 'POST',
        headers: key,
        json: { expressions: [`كلمة ${hour}`, `مرادف ${hour}`], note: '' },
      });
    await change(1, headers);
    const [{ actor } = { actor: { keyId: '' } }] = (await list()).items;
    const rotated = await responseOf<CreatedKey>(
      await gateway.call(`/api/Keys/${actor.keyId}/rotate`, {
        method: 'POST',
        headers: { 'x-user-auth': 'owner-of-all' },
        json: {},
      }),
    );
    expect(rotated.view.id).not.toBe(actor.keyId);
    await change(2, { 'x-user-auth': rotated.key });
    for (const id of [actor.keyId, rotated.view.id])
      expect((await list(`?key=${id}`)).items.map(({ action, actor: { keyId } }) => [action, keyId])).toEqual(
        [
          ['addSynonyms', rotated.view.id],
          ['addSynonyms', actor.keyId],
        ],
      );
  });

  test('holds no key in any field, neither plain nor as a hash', async () => {
    await addSynonyms(
      ['مفتاح', 'fih_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'],
      'fih_test-key-of-the-owner',
    );
    const text = JSON.stringify(await list());
    expect(text).toContain('fih_…');
    expect(text).not.toContain('fih_abc');
    expect(text).not.toContain('fih_test');
  });
});

describe('the export', () => {
  test('is a table that spreadsheets read as Arabic and run no formula of', async () => {
    await addSynonyms(['=HYPERLINK("http://evil.example","رسوم")', '+رسوم', '@SUM(A1)']);
    await gateway.upload('-2+3.txt', 'نص');
    await gateway.upload('＝cmd.txt', 'نص');
    const { response, text } = await exported('');
    expect(response.headers.get('content-type')).toContain('text/csv');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="fihrist-audit-1-2026-11-21.csv"',
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text.startsWith('\ufeffid,on,actor,keyId,keyName')).toBe(true);
    expect(text).toMatch(/,2026-11-\d\dT\d\d:\d\d:\d\d\+0[03]:00,/);
    const lines = text.slice(1).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe('');
    // No cell begins with what a spreadsheet would run; quotes within are doubled.
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""رسوم"") = +رسوم = @SUM(A1)"`);
    expect(text).toContain(`,'-2+3.txt,`);
    expect(text).toContain(`,'＝cmd.txt,`);
    expect(text).not.toMatch(/(?:^|,)"?[=+\-@＝]/m);
  });

  test('is lines of JSON, newest first, by the same filters, of any length', async () => {
    const group = (number: number) => ({
      botId: 1,
      on: gateway.time.now,
      actor: { kind: 'key', keyId: 'k', name: 'مفتاح\u2028واحد' } as const,
      address: '',
      requestId: `r${number}`,
      action: number % 2 === 0 ? 'addSynonyms' : 'upload',
      subject: { kind: 'synonyms', id: String(number), name: 'رسوم\nمصاريف' } as const,
      before: null,
      after: { note: 'سطر\nآخر' },
      outcome: 'done' as const,
    });
    await gateway.ports.audit.append(Array.from({ length: 1203 }, (_, index) => group(index)));
    const { response, text } = await exported('?format=jsonl');
    expect(response.headers.get('content-disposition')).toContain('.jsonl"');
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; requestId: string; botId?: number });
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 1203 }, (_, index) => 1203 - index));
    expect(entries[0]).toMatchObject({ on: '2026-11-21T09:00:00.000Z', after: { note: 'سطر\nآخر' } });
    expect(entries[0]).not.toHaveProperty('botId');
    const uploads = (await exported('?format=jsonl&action=upload')).text.trimEnd().split('\n');
    expect(uploads).toHaveLength(601);
    expect((await exported('?format=jsonl&action=nothing')).text).toBe('');
    const table = (await exported('')).text;
    expect(table.split('\r\n')).toHaveLength(1205);
  });

  test('reads no more than is taken', async () => {
    const { audit } = gateway.ports;
    const entry = (
      await (async () => (await addSynonyms(['دوام', 'ساعات العمل'])) && audit.listBatch(1, { limit: 1 }))()
    ).items[0];
    if (!entry) throw new Error('nothing was written');
    await audit.append(Array.from({ length: 2000 }, () => entry));
    let slices = 0;
    const counted: typeof audit.listBatch = (...given) => {
      slices += 1;
      return audit.listBatch(...given);
    };
    const watched = await createTestGateway({ ports: () => ({ audit: { ...audit, listBatch: counted } }) });
    const response = await watched.call('/api/Audit/1/export');
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(slices).toBeLessThanOrEqual(2);
    await reader?.cancel();
    expect(slices).toBeLessThanOrEqual(2);
    await watched.close();
  });

  test('answers HEAD with its headers alone', async () => {
    const response = await gateway.call('/api/Audit/1/export', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(await response.text()).toBe('');
  });
});
