import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Contradiction, contradictionListSchema } from '#contract/contradictions.ts';
import { addContradiction, compareAll } from '#tests/support/contradictions.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const MINUTE = 60_000;
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const list = async (query = ''): Promise<Contradiction[]> => {
  const response = await gateway.call(`/api/Contradictions/1${query}`);
  return contradictionListSchema.parse(await responseOf(response)).items;
};
const dismiss = (id: number, dismissed: boolean, headers: Record<string, string> = {}) =>
  gateway.call(`/api/Contradictions/1/${id}/dismiss`, { method: 'POST', json: { dismissed }, headers });
const pass = (ms: number) => {
  gateway.time.now = new Date(gateway.time.now.getTime() + ms);
};

describe('two units that say one thing with other numbers', () => {
  test('are listed with both texts, the newer first', async () => {
    const { older, newer } = await addContradiction(gateway);
    expect(await list()).toEqual([
      {
        id: 1,
        state: 'open',
        foundOn: expect.any(String),
        newer: {
          unitId: newer,
          sourceId: expect.any(Number),
          title: 'Tariff',
          ordinal: 0,
          section: 'الرسوم › البطاقات',
          quote: 'رسوم إصدار بطاقة بديلة هي 500 ريال فقط.',
          textOn: '2026-11-21T09:01:00.000Z',
        },
        older: expect.objectContaining({
          unitId: older,
          title: 'تعرفة مايو',
          textOn: '2026-11-21T09:00:00.000Z',
        }),
        dismissedBy: null,
        dismissedOn: null,
      },
    ]);
    expect(await list('?offset=1')).toEqual([]);
  });

  test('are gone with one of the units, also before the next comparison, and come back from the bin', async () => {
    const { older } = await addContradiction(gateway);
    await gateway.call(`/api/AIKnowledge/1/${older}`, { method: 'DELETE' });
    expect(await list()).toEqual([]);
    await gateway.call(`/api/AIKnowledge/1/${older}/restore`, { method: 'POST' });
    expect(await list()).toHaveLength(1);
    await gateway.call(`/api/AIKnowledge/1/${older}?forever=true`, { method: 'DELETE' });
    expect(await gateway.ports.contradictions.list(1, 'open')).toEqual([]);
  });

  test('are closed once one of the texts says the number of the other', async () => {
    const { older } = await addContradiction(gateway);
    await replaceText(older, 'رسوم إصدار بطاقة بديلة هي ٥٠٠ ريال فقط.');
    await compareAll(gateway);
    // Comparisons of a bot keep a distance.
    expect(await list()).toHaveLength(1);
    pass(2 * MINUTE);
    await compareAll(gateway);
    expect(await list()).toEqual([]);
  });

  test('stay dismissed while both are worded so', async () => {
    const { older } = await addContradiction(gateway);
    expect((await dismiss(1, true)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await list('?state=dismissed')).toMatchObject([
      { id: 1, dismissedBy: 'اختبار', dismissedOn: '2026-11-21T09:01:00.000Z' },
    ]);
    await gateway.addUnit('دليل', '# دليل\n\nنص بلا أرقام.');
    await gateway.indexAll();
    pass(2 * MINUTE);
    await compareAll(gateway);
    expect(await list()).toEqual([]);

    await replaceText(older, 'رسوم إصدار بطاقة بديلة هي 450 ريال فقط.');
    pass(2 * MINUTE);
    await compareAll(gateway);
    expect((await list()).map(({ id, newer: { quote } }) => [id, quote])).toEqual([
      [2, 'رسوم إصدار بطاقة بديلة هي 450 ريال فقط.'],
    ]);
  });

  test('are opened again by the same call, and by those who may close reports alone', async () => {
    await addContradiction(gateway);
    await gateway.addKey('fih_tester', { role: 'tester' });
    const refused = await dismiss(1, true, { 'x-user-auth': 'fih_tester' });
    expect(await faultOf(refused)).toMatchObject({ fault: 'not-allowed' });
    await dismiss(1, true);
    await dismiss(1, false);
    expect(await list()).toMatchObject([{ id: 1, state: 'open', dismissedBy: null }]);
    expect(await faultOf(await dismiss(9, true))).toMatchObject({ fault: 'contradiction-not-found' });
  });

  test('keep their ids when they are found again, and go with their bot', async () => {
    await addContradiction(gateway);
    await gateway.addUnit('دليل آخر', '# دليل\n\nنص بلا أرقام.');
    await gateway.indexAll();
    pass(2 * MINUTE);
    await compareAll(gateway);
    expect(await list()).toMatchObject([{ id: 1, foundOn: '2026-11-21T09:01:00.000Z' }]);
    await gateway.ports.bots.archive(1, gateway.ports.clock.now());
    expect(await gateway.ports.contradictions.replace({ botId: 1, number: 9 }, [], times())).toBe(0);
    expect(await list()).toHaveLength(1);
  });
});

const times = () => ({ now: gateway.ports.clock.now(), next: gateway.ports.clock.now() });

async function replaceText(unit: number, sentence: string): Promise<void> {
  const { response, size } = await gateway.upload('tariff.md', `# الرسوم\n\n## البطاقات\n\n${sentence}`);
  const { FileName, FileURL, FilePath } = (await response.json()) as Record<string, string>;
  const SourceContent = [{ FileName, FileUrl: FileURL, FilePath, FileSize: size }];
  await gateway.call(`/api/AIKnowledge/1/${unit}`, {
    method: 'PUT',
    json: { KnowledgeSource: 0, SourceContent },
  });
  await gateway.indexAll();
}
