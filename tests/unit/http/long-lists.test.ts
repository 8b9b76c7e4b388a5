/** What callers make long must not make headers long: clients and proxies refuse those. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFaultParameters, printFaultParameters } from '#contract/faults.ts';
import { parseMoreTitles, parseTitles, printTitles } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const LIMIT_BYTES = 2100;
const names = Array.from({ length: 600 }, (_, index) => `فهرس لا وجود له رقم ${index} ${'ط'.repeat(60)}`);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway({
    pages: { 'https://example.org/page': '<main><h1>صفحة</h1><p>نص الصفحة العربي.</p></main>' },
  });
});
afterAll(() => gateway.close());

const ask = (IndexNames: string[]): Promise<Response> =>
  gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: 'متى يفتح المكتب؟', IndexNames },
  });

test('unknown names: the header has the first ones and counts the rest, the message goes on', async () => {
  const response = await ask(names);
  expect(response.headers.get('x-fault-parameters')?.length).toBeLessThan(LIMIT_BYTES);
  const { fault, parameters, text } = await faultOf(response);
  expect(fault).toBe('indexes-unknown');
  const named = parameters['names'] as string[];
  expect(named).toEqual(names.slice(0, named.length));
  expect(named.length).toBeGreaterThan(1);
  expect(parameters['more']).toBe(names.length - named.length);
  expect(text).toContain(names[50]);
  expect(text.length).toBeLessThan(10_000);
  expect(text).toMatch(/and \d+ more/);
});

test('a short list is whole, and says nothing of more', async () => {
  const { parameters, text } = await faultOf(await ask(['لا أحد', 'Nobody']));
  expect(parameters).toEqual({ names: ['لا أحد', 'Nobody'] });
  expect(text).not.toContain('more');
});

test('skipped names: the first ones, and how many more', async () => {
  const json = (title: string) => ({
    title,
    KnowledgeSource: 1,
    SourceContent: ['https://example.org/page'],
  });
  const register = (title: string): Promise<Response> =>
    gateway.call('/api/AIKnowledge/1', { method: 'POST', json: json(title) });
  await register('جاهز');
  await gateway.indexAll();
  const waiting = names.slice(0, 40);
  for (const name of waiting) await responseOf(await register(name));
  const response = await ask(['جاهز', ...waiting]);
  expect(response.status).toBe(200);
  const header = response.headers.get('x-skipped-indexes') ?? '';
  expect(header.length).toBeLessThan(LIMIT_BYTES);
  const skipped = parseTitles(header);
  expect(skipped).toEqual(waiting.slice(0, skipped.length));
  expect(parseMoreTitles(header)).toBe(waiting.length - skipped.length);
});

test.each([
  ['a path', () => gateway.call(`/api/${'ا'.repeat(3000)}`)],
  [
    'an address',
    () =>
      gateway.call('/api/AIKnowledge/1', {
        method: 'POST',
        json: {
          title: 'عنوان',
          KnowledgeSource: 1,
          SourceContent: [`http://localhost/${'ا'.repeat(2000)}`],
        },
      }),
  ],
])('%s of thousands of characters is clipped where it is repeated', async (_, call) => {
  const response = await call();
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.get('x-fault-parameters')?.length).toBeLessThan(LIMIT_BYTES);
  const { text } = await faultOf(response);
  expect(text).toContain('…');
  expect(text.length).toBeLessThan(700);
});

test('what is printed is read back, whatever it holds', () => {
  const titles = ['أ, ب; more=9', 'c;more=2', '100%'];
  expect(parseTitles(printTitles(titles))).toEqual(titles);
  expect(parseMoreTitles(printTitles(titles))).toBe(0);
  expect(parseFaultParameters(printFaultParameters({ names: titles, limit: 3 }))).toEqual({
    names: titles,
    limit: 3,
  });
  expect(printFaultParameters({ one: '\u{1f600}'.repeat(900), other: '\ud800' }).length).toBeLessThan(
    LIMIT_BYTES,
  );
});
