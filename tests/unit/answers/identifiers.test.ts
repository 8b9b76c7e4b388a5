import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../fixtures/reports/identifiers.md'), 'utf8');
const EVENTS = `# Events

## Spring fair
The spring fair opens on 1 March 2026.

## Winter fair
The winter fair opens on 3 January 2026.

## Order E405B
Order E405B costs 1,500.00 riyals.

## Hotline
The hotline is 0114445566.
`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createTestGateway({ quota: 1_000_000 });
  await gateway.addUnit('أرقام', GUIDE);
  await gateway.addUnit('Events', EVENTS);
  await gateway.indexAll();
});
afterAll(() => gateway?.close());

async function ask(question: string, unit: string, headers: Record<string, string> = {}) {
  const response = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: question, IndexNames: [unit] },
    headers,
  });
  const { Response: body } = (await response.json()) as { Response: { answer: string } };
  return { answer: body.answer, band: response.headers.get(HEADERS.answerBand) };
}

test.each([
  ['SA0380000000608010167519', 'SA03 8000'],
  ['966112223344', '222 3344'],
  ['0112223344', '222 3344'],
  ['+966-11-2223344', '222 3344'],
  ['112223344', '222 3344'],
  ['ABC1234', 'ABC-1234'],
  ['abc 1234', 'ABC-1234'],
  ['E404B', 'E-404-B'],
  ['ايش يعني الخطأ E404B؟', 'E-404-B'],
  ['1/3/2026', '01/03/2026'],
  ['2026-03-01', '01/03/2026'],
  ['1 March 2026', '01/03/2026'],
  ['ماذا يبدأ في ١ مارس ٢٠٢٦؟', '01/03/2026'],
  ['3500', '3,500'],
])('%s is answered by the line with %s', async (question, line) => {
  const { answer, band } = await ask(question, 'أرقام');
  expect(answer).toContain(line);
  expect(answer).not.toMatch(/لا ذكر|not mention/u);
  expect(band).toBe('answered');
});

test.each([
  ['1/3/2026', 'spring fair'],
  ['what opens on 3/1/2026', 'winter fair'],
  ['E-405-B', 'E405B'],
  ['+966 11 444 5566', '0114445566'],
  ['what costs 1500 riyals', '1,500.00'],
])('%s is found however a document spells it', async (question, line) => {
  const { answer, band } = await ask(question, 'Events');
  expect(answer).toContain(line);
  expect(band).toBe('answered');
});

test.each(['3/1/2026', '966112223345', '972112223344', 'E405B', '350'])(
  '%s is no part or neighbour of a number that stands there',
  async (question) => {
    expect((await ask(question, 'أرقام')).band).not.toBe('answered');
  },
);

test.each([
  ['7/7/2031', 'أرقام', {}, 'ar'],
  ['7/7/2031', 'Events', {}, 'en'],
  ['7/7/2031', 'Events', { 'accept-language': 'ar' }, 'ar'],
  ['E999Z', 'أرقام', { 'accept-language': 'en' }, 'en'],
  ['متى 7/7/2031؟', 'Events', { 'accept-language': 'en' }, 'ar'],
  ['open 6am?', 'أرقام', { 'accept-language': 'ar' }, 'en'],
] as const)('%s to %s with %o is refused in %s', async (question, unit, headers, language) => {
  const { answer } = await ask(question, unit, headers);
  expect(answer).toMatch(language === 'ar' ? /^لم أجد/u : /^(?:I did not find|No direct answer)/u);
});
