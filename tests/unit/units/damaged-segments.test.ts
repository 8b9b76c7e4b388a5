import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerSchema } from '#contract/answers.ts';
import { createGateway } from '#gateway/app.ts';
import { FIRST_TEXT_PART } from '#gateway/engine/segments/segment.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

type Parts = Map<number, Uint8Array>;

let gateway: TestGateway;
let library = 0;
beforeEach(async () => {
  gateway = await createTestGateway();
  library = await gateway.addUnit('دليل المكتبة', '# دليل\n\nيستعير العضو ستة كتب لمدة ثلاثة أسابيع.');
  await gateway.addUnit('دليل الفروع', '# الفروع\n\nتفتح الفروع أبوابها للعضو من الثامنة صباحًا.');
  await gateway.indexAll();
});
afterEach(() => gateway.close());

/** Asks a fresh gateway whose storage returns altered parts for one unit. */
async function ask(unit: number, change: (parts: Parts) => Promise<Parts> | Parts, names?: string[]) {
  const { index } = gateway.ports;
  const readSegmentParts: typeof index.readSegmentParts = async (...call) => {
    const parts = await index.readSegmentParts(...call);
    return call[1] === unit ? change(new Map(parts)) : parts;
  };
  const app = await createGateway({ ...gateway.ports, index: { ...index, readSegmentParts } });
  const question = { Question: 'متى تفتح الفروع أبوابها؟', ...(names ? { IndexNames: names } : {}) };
  const headers = { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' };
  return app.request(`${ORIGIN}/api/v1/RAG/Answer`, {
    method: 'POST',
    headers,
    body: JSON.stringify(question),
  });
}

const texts = (parts: Parts) => [...parts.keys()].filter((part) => part >= FIRST_TEXT_PART);

test.each([
  [
    'misses words',
    (parts: Parts) => {
      for (const part of texts(parts)) parts.delete(part);
      return parts;
    },
  ],
  [
    'has damaged words',
    (parts: Parts) => {
      for (const part of texts(parts)) parts.set(part, (parts.get(part) ?? new Uint8Array()).slice(0, 5));
      return parts;
    },
  ],
])('a unit that %s is left out and named; the others answer', async (_, change) => {
  const unreadable = () => gateway.lines.filter(({ event }) => event === 'segment-unreadable');
  const response = await ask(library, change);
  expect(decodeURIComponent(response.headers.get('x-skipped-indexes') ?? '')).toBe('دليل المكتبة');
  const answer = answerSchema.parse(await responseOf(response));
  expect(answer.answer).toContain('الثامنة');
  await ask(library, change);
  expect(unreadable()).toMatchObject([{ level: 'error', facts: { botId: 1, unitId: library } }]);
  expect(gateway.ports.dataDamage.foundOn()).toEqual(gateway.time.now);
});

test('a unit whose index does not open is told as damaged where nothing else is searched', async () => {
  const cut = (parts: Parts) => new Map([...parts].map(([part, bytes]) => [part, bytes.slice(0, -1)]));
  const [alone, beside] = [await ask(library, cut, ['دليل المكتبة']), await ask(library, cut)];
  expect(await faultOf(alone)).toMatchObject({
    status: 500,
    fault: 'indexes-damaged',
    parameters: { names: ['دليل المكتبة'] },
  });
  expect(decodeURIComponent(beside.headers.get('x-skipped-indexes') ?? '')).toBe('دليل المكتبة');
});

test('a unit that is removed for good while a question runs is left out', async () => {
  const response = await ask(library, async (parts) => {
    if (texts(parts).length === 0) return parts;
    await gateway.ports.units.remove(1, library);
    return new Map();
  });
  const answer = answerSchema.parse(await responseOf(response));
  expect(answer.answer).toContain('الثامنة');
  expect(gateway.ports.dataDamage.foundOn()).toBeNull();
});
