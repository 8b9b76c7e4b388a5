import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import {
  type Answer,
  answerDocumentsEventSchema,
  answerFinalEventSchema,
  answerSchema,
  chunkEventSchema,
  faultEventSchema,
} from '#contract/answers.ts';
import { parseConsumption } from '#contract/envelope.ts';
import { parseCharge, parseDates, parseIndexes, parseTitles } from '#contract/headers.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { openTestDatabase } from '#tests/support/open-test-database.ts';
import { eventsOf, faultOf, responseOf } from '#tests/support/replies.ts';
import { ENGLISH, FEES, GUIDE } from './setup.ts';

let gateway: TestGateway;
async function stock(to: TestGateway): Promise<void> {
  await to.addUnit('دليل الخدمات', GUIDE);
  await to.addUnit('Library rules', ENGLISH);
  await to.indexAll();
}
beforeAll(async () => {
  gateway = await createTestGateway();
  await stock(gateway);
});
afterAll(() => gateway.close());

const ask = (json: unknown, headers: Record<string, string> = {}, on = gateway): Promise<Response> =>
  on.call('/api/v1/RAG/Answer', { method: 'POST', json, headers });
const stream = (json: object, headers: Record<string, string> = {}, on = gateway): Promise<Response> =>
  on.call('/api/v1/RAG/Stream/Answer', { method: 'POST', json: { IsStream: true, ...json }, headers });
const answerOf = async (response: Response): Promise<Answer> =>
  answerSchema.parse(await responseOf(response));
const usedBy = async (on: TestGateway): Promise<number | undefined> =>
  (await on.ports.ledger.state(1, 'text'))?.used;

describe('an answer, whole', () => {
  test('costs one commit where it is quoted, and the quota exactly', async () => {
    const db = await openTestDatabase();
    const change = vi.spyOn(db, 'change');
    const own = await createTestGateway({ db });
    await stock(own);
    await ask(FEES, {}, own);
    change.mockClear();
    const before = (await usedBy(own)) ?? 0;
    const response = await ask(FEES, {}, own);
    // On PostgreSQL the ledger commits for a group of calls.
    expect(db.ledgerGroups ? 1 : change.mock.calls.length).toBe(1);
    const charged = parseCharge(response.headers.get('x-charge'))?.amount ?? 0;
    expect(charged).toBeGreaterThan(0);
    expect(await own.ports.ledger.state(1, 'text')).toMatchObject({ used: before + charged, reserved: 0 });
    await own.close();
  });

  test('quotes the passage that answers, from the indexes that were named', async () => {
    const response = await ask(FEES);
    expect(response.headers.get('x-answerer')).toBe('extractive');
    expect(response.headers.get('x-answer-kind')).toBe('quoted');
    const quoted = parseIndexes(response.headers.get('x-quoted-documents'));
    const answer = await answerOf(response);
    expect(answer.answer).toContain('ثلاثمئة ريال');
    expect(answer.retrieved_documents[quoted[0] ?? -1]?.text).toContain('ثلاثمئة ريال');
    const [first] = answer.retrieved_documents;
    expect(first?.metadata['Section Title']).toBe('دليل الخدمات › تجديد جواز السفر');
    expect(first?.metadata.file_id).toMatch(/^1\/[\w-]+\/دليل الخدمات\.md$/);
    const scores = answer.retrieved_documents.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test('says from when the text of each document is, of one address in two units too', async () => {
    const address = 'https://example.com/fees';
    const pages: Record<string, string> = {};
    const own = await createTestGateway({ pages });
    const at = (moment: string) => void (own.time.now = new Date(moment));
    const add = async (title: string, price: number) => {
      pages[address] = `<main><h1>الرسوم</h1><p>رسوم التحويل الدولي ${price} ريالًا لكل عملية.</p></main>`;
      const json = { title, KnowledgeSource: 1, SourceContent: [address] };
      await own.call('/api/AIKnowledge/1', { method: 'POST', json });
      await own.indexAll();
    };
    at('2026-03-01T09:00:00.500Z');
    await add('قديم', 25);
    at('2026-11-20T09:00:00Z');
    await add('جديد', 75);
    const question = { Question: 'كم رسوم التحويل الدولي؟', IndexNames: ['قديم', 'جديد'] };
    const whole = await ask(question, {}, own);
    const dates = parseDates(whole.headers.get('x-document-dates'));
    const { retrieved_documents: documents } = await answerOf(whole);
    expect(new Map(documents.map(({ text }, index) => [/\d+/.exec(text)?.[0], dates[index]]))).toEqual(
      new Map([
        ['25', '2026-03-01T09:00:00Z'],
        ['75', '2026-11-20T09:00:00Z'],
      ]),
    );
    const streamed = await stream(question, {}, own);
    expect(parseDates(streamed.headers.get('x-document-dates'))).toEqual(dates);
    await streamed.text();
    expect((await ask({ Question: 'شكرا' }, {}, own)).headers.has('x-document-dates')).toBe(false);
    await own.close();
  });

  test('searches all ready units without names, and only the named unit otherwise', async () => {
    const question = { Question: 'How many books may a member borrow?' };
    expect((await answerOf(await ask(question))).answer).toContain('six books');
    const elsewhere = await answerOf(await ask({ ...question, IndexNames: ['دليل الخدمات'] }));
    expect(elsewhere.answer).toMatch(/did not find/);
    expect(elsewhere.retrieved_documents.every(({ metadata }) => metadata.file_id.includes('دليل'))).toBe(
      true,
    );
  });

  test('says "not found" in the language of the question', async () => {
    const response = await ask({ Question: 'ما عاصمة أستراليا؟', IndexNames: ['Library rules'] });
    expect(response.headers.get('x-answer-band')).toBe('not-found');
    expect(response.headers.has('x-answer-kind')).toBe(false);
    expect(response.headers.has('x-quoted-documents')).toBe(false);
    expect((await answerOf(response)).answer).toContain('لم أجد');
  });

  test('Limit bounds the passages, MaxLimit the documents', async () => {
    const all = { Question: 'office المكتب books أيام', IndexNames: ['دليل الخدمات', 'Library rules'] };
    const filesOf = ({ retrieved_documents }: Answer): string[] =>
      retrieved_documents.map(({ metadata }) => metadata.file_id);
    const wide = filesOf(await answerOf(await ask(all)));
    expect(new Set(wide).size).toBe(2);
    const oneDocument = filesOf(await answerOf(await ask({ ...all, MaxLimit: 1 })));
    expect(new Set(oneDocument)).toEqual(new Set([wide[0]]));
    expect(filesOf(await answerOf(await ask({ ...all, Limit: 1 })))).toEqual([wide[0]]);
  });

  test.each([
    [{ ...FEES, IndexNames: [] }, 'indexes-empty', 'IndexNames'],
    [{ ...FEES, IndexNames: ['دليل الخدمات', 'لا أحد', 'Nobody'] }, 'indexes-unknown', 'IndexNames'],
    [{ ...FEES, IsStream: true }, 'stream-flag', 'IsStream'],
    [{ ...FEES, Question: '   ' }, 'invalid-field', 'Question'],
    [{ ...FEES, Question: 'س'.repeat(2001) }, 'invalid-field', 'Question'],
    [{ ...FEES, Limit: 0 }, 'invalid-field', 'Limit'],
    [{ ...FEES, Limit: 51 }, 'invalid-field', 'Limit'],
    [{ ...FEES, Limit: 1.5 }, 'invalid-field', 'Limit'],
    [{ ...FEES, MaxLimit: '10' }, 'invalid-field', 'MaxLimit'],
    [{ ...FEES, Temperature: 1.1 }, 'invalid-field', 'Temperature'],
    [{ ...FEES, MaxOutputTokens: 4097 }, 'invalid-field', 'MaxOutputTokens'],
    [{ ...FEES, UpdateGlobal: 'true' }, 'invalid-field', 'UpdateGlobal'],
    [{ ...FEES, IndexNames: 'دليل الخدمات' }, 'invalid-field', 'IndexNames'],
    [{ ...FEES, IndexNames: [7] }, 'invalid-field', 'IndexNames[0]'],
  ])('400 that blames the field: %#', async (json, fault, field) => {
    expect(await faultOf(await ask(json))).toMatchObject({ status: 400, fault, field });
  });

  test('lists all unknown names', async () => {
    const { parameters } = await faultOf(await ask({ ...FEES, IndexNames: ['لا أحد', 'دليل الخدمات', 'x'] }));
    expect(parameters['names']).toEqual(['لا أحد', 'x']);
  });

  test('a unit whose second indexing failed answers from its last index', async () => {
    const page = {
      'https://example.org/hours': '<main><h1>الدوام</h1><p>يفتح المكتب في التاسعة.</p></main>',
    };
    const pages: Record<string, string> = { ...page };
    const failing = await createTestGateway({ pages });
    await stock(failing);
    const json = { title: 'الدوام', KnowledgeSource: 1, SourceContent: ['https://example.org/hours'] };
    const { id } = await responseOf<{ id: number }>(
      await failing.call('/api/AIKnowledge/1', { method: 'POST', json }),
    );
    await failing.indexAll();
    const question = { Question: 'متى يفتح المكتب؟', IndexNames: ['الدوام'] };
    const again = (): Promise<Response> =>
      failing.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
    failing.time.now = new Date('2026-11-21T09:05:00Z');
    await again();
    expect((await answerOf(await ask(question, {}, failing))).answer).toContain('التاسعة');
    delete pages['https://example.org/hours'];
    await failing.indexAll();
    expect(await failing.ports.units.get(1, id)).toMatchObject({
      status: 'ready',
      sources: [{ status: 'failed' }],
    });
    expect((await answerOf(await ask(question, {}, failing))).answer).toContain('التاسعة');
    expect((await failing.ports.units.listSearchable(1)).map((unit) => unit.id)).toContain(id);
    await failing.close();
  });

  test('an unready unit is skipped by name; on its own it is 400', async () => {
    const later = await createTestGateway();
    expect(await faultOf(await ask({ Question: 'متى؟' }, {}, later))).toMatchObject({
      fault: 'nothing-to-search',
    });
    await stock(later);
    await later.addUnit('قريبًا, لاحقًا', 'نص');
    const response = await ask({ ...FEES, IndexNames: ['دليل الخدمات', 'قريبًا, لاحقًا'] }, {}, later);
    expect(parseTitles(response.headers.get('x-skipped-indexes'))).toEqual(['قريبًا, لاحقًا']);
    expect((await answerOf(response)).answer).toContain('ثلاثمئة');
    const alone = await ask({ ...FEES, IndexNames: ['قريبًا, لاحقًا'] }, {}, later);
    expect(await faultOf(alone)).toMatchObject({ status: 400, fault: 'indexes-not-ready' });
    expect(await usedBy(later)).toBe(parseConsumption(response.headers.get('x-consumption') ?? '')?.used);
    await later.close();
  });

  test('X-Answerer: none returns the passages alone, free of charge', async () => {
    const before = await usedBy(gateway);
    const response = await ask(FEES, { 'x-answerer': 'none' });
    const answer = await answerOf(response);
    expect(answer.answer).toBe('');
    expect(answer.retrieved_documents.length).toBeGreaterThan(0);
    expect(response.headers.get('x-answerer')).toBe('none');
    expect(response.headers.has('x-answer-kind')).toBe(false);
    expect(await usedBy(gateway)).toBe(before);
    expect(await faultOf(await ask(FEES, { 'x-answerer': 'magic' }))).toMatchObject({
      status: 400,
      field: 'X-Answerer',
    });
  });

  test('question and answer are charged, and the envelope says so', async () => {
    const before = (await usedBy(gateway)) ?? 0;
    const response = await ask(FEES);
    const { Consumption } = (await response.clone().json()) as { Consumption: string };
    const used = parseConsumption(Consumption)?.used ?? 0;
    expect(used - before).toBeGreaterThan(20);
    expect(used - before).toBeLessThan(120);
    expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ used, reserved: 0 });
  });

  test('UpdateGlobal reads and extends a conversation of bot and key, for a day', async () => {
    const own = await createTestGateway();
    await stock(own);
    await own.addKey('second');
    expect((await answerOf(await ask(FEES, {}, own))).chat_history).toEqual([]);
    expect((await answerOf(await ask({ ...FEES, UpdateGlobal: true }, {}, own))).chat_history).toEqual([]);
    const second = await answerOf(await ask({ ...FEES, UpdateGlobal: true }, {}, own));
    expect(second.chat_history).toEqual([
      { role: 'user', content: FEES.Question },
      { role: 'assistant', content: second.answer },
    ]);
    const other = await ask({ ...FEES, UpdateGlobal: true }, { 'x-user-auth': 'second' }, own);
    expect((await answerOf(other)).chat_history).toEqual([]);
    const context = async (): Promise<unknown> => responseOf(await own.call('/api/AIKnowledge/1/context'));
    expect(await context()).toMatchObject({ items: { length: 4 } });
    own.time.now = new Date('2026-11-22T09:00:01Z');
    expect(await context()).toEqual({ items: [] });
    own.time.now = new Date('2026-11-21T10:00:00Z');
    await own.call('/api/AIKnowledge/1/context', { method: 'DELETE' });
    expect(await context()).toEqual({ items: [] });
    await own.close();
  });
});

describe('a small MaxOutputTokens', () => {
  test.each([1, 2, 3, 5, 8, 13])('of %i still says something, within the cap', async (MaxOutputTokens) => {
    const before = (await usedBy(gateway)) ?? 0;
    const question = { ...FEES, MaxOutputTokens };
    const { answer } = await answerOf(await ask(question));
    expect(answer).toMatch(/\p{L}/u);
    expect(answer.length).toBeLessThanOrEqual(Math.max(1, Math.floor(MaxOutputTokens * 1.5)));
    expect(((await usedBy(gateway)) ?? 0) - before).toBeLessThanOrEqual(
      estimateTokens(FEES.Question) + MaxOutputTokens,
    );
  });

  test('"not found" is short and complete, and charged within the cap', async () => {
    const before = (await usedBy(gateway)) ?? 0;
    const question = { Question: 'ما عاصمة أستراليا؟', IndexNames: ['Library rules'], MaxOutputTokens: 2 };
    expect((await answerOf(await ask(question))).answer).toBe('لم أجد إجابة.');
    expect(((await usedBy(gateway)) ?? 0) - before).toBe(estimateTokens(question.Question) + 2);
  });
});

test('the length limit of a name applies to its compared form', async () => {
  const drawn = 'دليـــــل الخدمات'.replace('ـ', 'ـ'.repeat(250));
  expect((await ask({ ...FEES, IndexNames: [drawn] })).status).toBe(200);
  const long = await faultOf(await ask({ ...FEES, IndexNames: ['دليل الخدمات', 'ط'.repeat(201)] }));
  expect(long).toMatchObject({
    field: 'IndexNames[1]',
    parameters: { issue: 'must have at most 200 characters' },
  });
});

describe('an answer, streamed', () => {
  test('documents first, then pieces, last the final event; the same words as the whole answer', async () => {
    const response = await stream(FEES);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = await eventsOf(response);
    const whole = await answerOf(await ask(FEES));
    expect(answerDocumentsEventSchema.parse(events[0]).retrieved_documents).toEqual(
      whole.retrieved_documents,
    );
    const chunks = events.slice(1, -1).map((event) => chunkEventSchema.parse(event).chunk);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.join('')).toBe(whole.answer);
    const final = answerFinalEventSchema.parse(events.at(-1));
    expect(final.chat_history).toEqual([]);
    expect(final.metadata?.total_tokens).toBeGreaterThan(0);
  });

  test('the final event reports what was charged', async () => {
    const before = (await usedBy(gateway)) ?? 0;
    const final = answerFinalEventSchema.parse((await eventsOf(await stream(FEES))).at(-1));
    const used = parseConsumption(final.consumption ?? '')?.used;
    expect(used).toBe(before + (final.metadata?.total_tokens ?? 0));
    expect(await usedBy(gateway)).toBe(used);
  });

  test.each([
    [{ ...FEES, IsStream: false }, 'stream-flag'],
    [{ Question: FEES.Question }, 'invalid-field'],
    [{ ...FEES, IndexNames: [] }, 'indexes-empty'],
    [{ ...FEES, IndexNames: ['لا أحد'] }, 'indexes-unknown'],
  ])('a fault before the first event keeps its status: %#', async (json, fault) => {
    expect(await faultOf(await stream(json))).toMatchObject({ status: 400, fault });
  });

  test('IsStream is required', async () => {
    const response = await gateway.call('/api/v1/RAG/Stream/Answer', { method: 'POST', json: FEES });
    expect(await faultOf(response)).toMatchObject({ status: 400, fault: 'stream-flag', field: 'IsStream' });
  });

  test('stops when the client disconnects, and settles once for the sent text', async () => {
    const settlements: number[] = [];
    const other = await createTestGateway({
      ports: ({ ledger }) => ({
        ledger: {
          ...ledger,
          settle: (bot, request, settlement) => {
            settlements.push(settlement.amount);
            return ledger.settle(bot, request, settlement);
          },
        },
      }),
    });
    await stock(other);
    const whole = await eventsOf(await stream(FEES, {}, other));
    const total = answerFinalEventSchema.parse(whole.at(-1)).metadata?.total_tokens ?? 0;
    expect(settlements).toEqual([total]);

    const reader = (await stream({ ...FEES, UpdateGlobal: true }, {}, other)).body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(await other.ports.ledger.state(1, 'text')).toMatchObject({
      reserved: expect.any(Number),
      used: total,
    });
    await reader?.cancel();
    expect(settlements).toHaveLength(2);
    expect(settlements[1]).toBeLessThan(total);
    expect(await other.ports.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
    // An exchange that was not finished joins no context.
    expect(await responseOf(await other.call('/api/AIKnowledge/1/context'))).toEqual({ items: [] });
    await other.close();
  });

  test('a fault after the first event is the last event, in the requested language', async () => {
    const failing = await createTestGateway({
      ports: ({ contexts }) => ({
        contexts: { ...contexts, append: () => Promise.reject(new Error('disk')) },
      }),
    });
    await stock(failing);
    const response = await stream({ ...FEES, UpdateGlobal: true }, { 'accept-language': 'ar' }, failing);
    expect(response.status).toBe(200);
    const last = faultEventSchema.parse((await eventsOf(response)).at(-1));
    expect(last).toMatchObject({
      StatusCode: 500,
      fault: 'internal',
      error: expect.stringMatching(/[\u0600-\u06ff]/),
    });
    expect(last.consumption).toBe(`${await usedBy(failing)}/1000000`);
    expect(await failing.ports.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
    await failing.close();
  });

  test('when the gateway is stopped, streams end with a fault and new calls are refused', async () => {
    const closing = new AbortController();
    const stopped = await createTestGateway({ closing: closing.signal });
    await stock(stopped);
    const response = await stream(FEES, {}, stopped);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retrieved_documents');
    closing.abort();
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value;
    expect(rest).toContain('"fault":"shutting-down"');
    expect(rest).not.toContain('"final"');
    expect(await faultOf(await ask(FEES, {}, stopped))).toMatchObject({
      status: 503,
      fault: 'shutting-down',
    });
    await stopped.close();
  });
});
