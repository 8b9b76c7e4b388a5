import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bandsByDaySchema, citedUnitsSchema, gapListSchema } from '#contract/gaps.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const ask = async (question: string): Promise<string> => {
  const headers = { 'x-run': 'keep' };
  const init = { method: 'POST', headers, json: { Question: question } };
  return (await gateway.call('/api/v1/RAG/Answer', init)).headers.get('x-request-id') ?? '';
};
const read = async <Value>(schema: { parse(value: unknown): Value }, path: string): Promise<Value> =>
  schema.parse(await responseOf(await gateway.call(`/api/Gaps/1${path}`)));
const wait = (days: number) => {
  gateway.time.now = new Date(gateway.time.now.getTime() + days * 86_400_000);
};

describe('what kept questions say', () => {
  test('groups what was not answered within 28 days, a page at a time', async () => {
    await gateway.addUnit('دليل', '# الدوام\n\nيبدأ الدوام الساعة الثامنة صباحًا.\n');
    await gateway.indexAll();
    await ask('كم عمق المحيط الهادئ؟');
    wait(29);
    await ask('متى يبدأ الدوام؟');
    const first = await ask('كم سعر التذكرة إلى القمر؟');
    await ask('أين أشتري الزهور النادرة؟');
    wait(0.01);
    const last = await ask('كم هو سعر تذكرة القمر؟');
    const gaps = await read(gapListSchema, '?limit=1');
    expect(gaps).toMatchObject({ total: 2, read: 3, partial: false });
    expect(gaps.items).toMatchObject([{ times: 2, notFound: 2, runs: [{ id: last }, { id: first }] }]);
    const rest = await read(gapListSchema, '?limit=1&offset=1');
    expect(rest.items.map(({ question }) => question)).toEqual(['أين أشتري الزهور النادرة؟']);
  });

  test('name questions of programs to who may read them, and say whether the bot keeps some', async () => {
    await gateway.addKey('fih_of-a-tester', { role: 'tester' });
    const headers = { 'x-user-auth': 'fih_of-a-tester' };
    const ofTester = async () =>
      gapListSchema.parse(await responseOf(await gateway.call('/api/Gaps/1', { headers })));
    await gateway.addUnit('دليل', '# الدوام\n\nيبدأ الدوام الساعة الثامنة صباحًا.\n');
    await gateway.indexAll();
    expect(await read(gapListSchema, '')).toMatchObject({ total: 0, programs: false });
    await gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 100 } });
    const json = { Question: 'كم سعر التذكرة إلى القمر؟' };
    await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json });
    await expect.poll(() => read(gapListSchema, '')).toMatchObject({ total: 1, programs: true });
    expect(await ofTester()).toMatchObject({ total: 0, programs: false });
    await gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 0 } });
    expect(await read(gapListSchema, '')).toMatchObject({ total: 1, programs: true });
  });

  test('counts the units that answers cite, and names those that none does', async () => {
    const cited = await gateway.addUnit('دليل', '# الدوام\n\nيبدأ الدوام الساعة الثامنة صباحًا.\n');
    await gateway.addUnit('مواقف السيارات', '# المواقف\n\nالمواقف مجانية للزوار.\n');
    await gateway.indexAll();
    await ask('متى يبدأ الدوام؟');
    await ask('متى يبدأ الدوام؟');
    const units = await read(citedUnitsSchema, '/units');
    expect(units.most).toEqual([{ id: cited, title: 'دليل', times: 2, exists: true }]);
    expect(units.never).toMatchObject([{ title: 'مواقف السيارات' }]);
    expect(units).toMatchObject({ neverTotal: 1, read: 2, partial: false });
    await gateway.call(`/api/AIKnowledge/1/${cited}`, { method: 'DELETE' });
    expect((await read(citedUnitsSchema, '/units')).most).toMatchObject([{ title: 'دليل', exists: false }]);
  });

  test('counts runs by the days of the zone of the bot', async () => {
    await gateway.addUnit('دليل', '# الدوام\n\nيبدأ الدوام الساعة الثامنة صباحًا.\n');
    await gateway.indexAll();
    await ask('متى يبدأ الدوام؟');
    wait(1);
    await ask('كم سعر التذكرة إلى القمر؟');
    await ask('متى يبدأ الدوام؟');
    const { days, series, total } = await read(bandsByDaySchema, '/days');
    expect([days.length, total]).toEqual([28, 3]);
    const countsOf = (name: string | null) => series.find(({ band }) => band === name)?.counts.slice(-2);
    expect(countsOf('answered')).toEqual([1, 1]);
    expect(countsOf('not-found')).toEqual([0, 1]);
    expect(countsOf(null)).toEqual([0, 0]);
  });
});
