import { expect, test } from 'vitest';
import { parseConsumption } from '#contract/envelope.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { pathFor, speechForm, validInit } from '#tests/support/valid-calls.ts';
import { QUESTION, withGateway } from './setup.ts';

const ask = (gateway: TestGateway, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: QUESTION, headers });
const stream = (gateway: TestGateway, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call('/api/v1/RAG/Stream/Answer', {
    method: 'POST',
    json: { ...QUESTION, IsStream: true },
    headers,
  });

test('402 says what is left; nothing is overspent, knowledge calls still work', () =>
  withGateway({ quota: 45 }, async (gateway) => {
    expect((await ask(gateway)).status).toBe(200);
    const refused = await faultOf(await ask(gateway));
    const used = (await gateway.ports.ledger.state(1, 'text'))?.used ?? 0;
    // A quotation needs what its sentences cost, however long an answer is allowed.
    expect(refused).toMatchObject({
      status: 402,
      fault: 'quota-exceeded',
      parameters: { ledger: 'text', left: 45 - used, total: 45, needed: used },
    });
    expect((await gateway.call('/api/AIKnowledge/all/1')).status).toBe(200);
    expect((await gateway.upload('نص.txt', 'نص')).response.status).toBe(200);
    expect((await ask(gateway, { 'x-answerer': 'none' })).status).toBe(200);
  }));

test('a hundred calls at once never spend more than there is', () =>
  withGateway({ quota: 1000, settings: { concurrency: 200 } }, async (gateway) => {
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await ask(gateway)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 402]));
    const state = await gateway.ports.ledger.state(1, 'text');
    expect(state).toMatchObject({ reserved: 0 });
    expect(state?.used).toBeLessThanOrEqual(1000);
  }));

test('without a ledger of the kind the call spends: 400 that says so', () =>
  withGateway({ quota: null }, async (gateway) => {
    expect(await faultOf(await ask(gateway))).toMatchObject({
      status: 400,
      fault: 'no-ledger',
      parameters: { ledger: 'text' },
    });
    const listed = await gateway.call('/api/AIKnowledge/all/1');
    expect(listed.headers.get('x-consumption')).toBe('0/0');
  }));

test('429 with Retry-After over the limit of calls under way, per bot and key; a stream counts until it ends', () =>
  withGateway({ settings: { concurrency: 2 } }, async (gateway) => {
    await gateway.addKey('other');
    const streams = [await stream(gateway), await stream(gateway)];
    const refused = await ask(gateway);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await faultOf(refused)).toMatchObject({ status: 429, parameters: { limit: 2 } });
    expect((await ask(gateway, { 'x-user-auth': 'other' })).status).toBe(200);
    expect((await gateway.call('/api/AIKnowledge/1/summary')).status).toBe(200);
    await streams[0]?.body?.cancel();
    expect((await ask(gateway)).status).toBe(200);
    await streams[1]?.text();
    expect((await Promise.all([ask(gateway), ask(gateway)])).map(({ status }) => status)).toEqual([200, 200]);
  }));

test('429 comes before 402, and both before the work', () =>
  withGateway({ quota: 10, settings: { concurrency: 0 } }, async (gateway) => {
    expect((await ask(gateway)).status).toBe(429);
    const chat = await gateway.call(pathFor('chat'), validInit('chat'));
    expect(chat.status).toBe(429);
  }));

test('what is free but works as hard as answering counts for the limit of calls under way', () =>
  withGateway({ settings: { concurrency: 0 } }, async (gateway) => {
    for (const id of ['explainAnswer', 'measureSynonyms'] as const) {
      const response = await gateway.call(pathFor(id), validInit(id));
      expect([id, response.status]).toEqual([id, 429]);
    }
  }));

test.each([
  ['chat', 'FIHRIST_CHAT_URL', 'text'],
  ['streamChat', 'FIHRIST_CHAT_URL', 'text'],
  ['multimodalChat', 'FIHRIST_CHAT_URL', 'text'],
  ['transcribe', 'FIHRIST_TRANSCRIPTION_URL', 'audio'],
  ['streamTranscribe', 'FIHRIST_TRANSCRIPTION_URL', 'audio'],
  ['synthesize', 'FIHRIST_SPEECH_URL', 'speech'],
  ['streamSynthesize', 'FIHRIST_SPEECH_URL', 'speech'],
] as const)('%s: 503 names %s, spends nothing, reports its own ledger', (id, setting, ledger) =>
  withGateway({}, async (gateway) => {
    const response = await gateway.call(pathFor(id), validInit(id));
    expect(response.headers.get('retry-after')).toBeNull();
    const total = ledger === 'text' ? 1_000_000 : 100_000;
    expect(parseConsumption(response.headers.get('x-consumption') ?? '')).toEqual({ used: 0, total });
    expect(await faultOf(response)).toMatchObject({
      status: 503,
      fault: 'model-not-configured',
      parameters: { setting },
      text: expect.stringContaining(setting),
    });
    expect(await gateway.ports.ledger.state(1, ledger)).toMatchObject({ used: 0, reserved: 0 });
  }),
);

test.each([
  ['ModelName', 'v3', 'invalid-field', 'ModelName'],
  ['ModelName', null, 'invalid-field', 'ModelName'],
  ['SetDefaultSampleRate', null, 'sample-rate-missing', 'SampleRate'],
  ['SetDefaultSampleRate', 'false', 'sample-rate-missing', 'SampleRate'],
  ['SetDefaultSampleRate', 'yes', 'invalid-field', 'SetDefaultSampleRate'],
  ['Record', null, 'record-missing', 'Record'],
  ['RecordUrl', 'not an address', 'invalid-field', 'RecordUrl'],
  ['TargetLanguage', 'xx', 'invalid-field', 'TargetLanguage'],
  ['MaxRecordLengthInSeconds', 'ten', 'invalid-field', 'MaxRecordLengthInSeconds'],
] as const)('speech to text with %s = %s is 400', (name, value, fault, field) =>
  withGateway({}, async (gateway) => {
    for (const id of ['transcribe', 'streamTranscribe'] as const) {
      const body = speechForm();
      body.delete(name);
      if (value !== null) body.set(name, value);
      const response = await gateway.call(pathFor(id), { method: 'POST', body });
      expect(await faultOf(response)).toMatchObject({ status: 400, fault, field });
    }
  }),
);

test('languages that are not spoken are listed', () =>
  withGateway({}, async (gateway) => {
    const json = { TextMessage: 'أهلًا', LanguageCode: 'xx', speaker: 'Amal' };
    const { text } = await faultOf(await gateway.call(pathFor('synthesize'), { method: 'POST', json }));
    expect(text).toContain('ar-sa');
  }));

test('usage shows the three ledgers', () =>
  withGateway({ quota: 500 }, async (gateway) => {
    const { ledgers } = await responseOf<{ ledgers: object[] }>(await gateway.call('/api/Usage/1'));
    expect(ledgers).toContainEqual(
      expect.objectContaining({ ledger: 'text', used: 0, reserved: 0, total: 500, period: 'none' }),
    );
    expect(ledgers).toHaveLength(3);
  }));
