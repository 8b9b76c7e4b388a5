import { afterEach, expect, test, vi } from 'vitest';
import { ContractError } from '#contract/contract-error.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import { getUnit } from '#contract/operations/units.ts';
import {
  CorsRefusedError,
  createGatewayError,
  TruncatedStreamError,
  UnknownStreamFormError,
  UnreachableError,
} from '#src/api/transport/gateway-errors.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { canRetry, describeError } from '#src/ui/fault/describe-error.ts';

type Sent = Partial<Parameters<typeof createGatewayError>[0]>;

async function describe(language: 'ar' | 'en', sent: Sent) {
  const words = await createI18n(language, 'latn');
  const error = createGatewayError({ status: 502, message: 'كما أُرسل', ...sent });
  return describeError(error, words.getFixedT(language, 'faults'));
}

const MODEL = { purpose: 'chat', model: 'qwen' };

test('does not blame the gateway for a server behind it', async () => {
  for (const status of [502, 504]) {
    const fault = status === 502 ? 'model-truncated' : 'model-timeout';
    const sent = { status, fault, parameters: { ...MODEL, seconds: 30 } };
    expect((await describe('en', sent)).title).toBe('A server behind the gateway failed');
    expect((await describe('ar', sent)).title).toBe('خطأ في خادم متصل بالبوابة');
  }
  expect((await describe('en', { status: 500, fault: 'internal' })).title).toBe('Gateway error');
});

test('takes a 502 without a word for that of a proxy in front of the gateway', async () => {
  for (const status of [502, 504]) {
    expect(await describe('en', { status, message: '' })).toMatchObject({
      title: 'No valid response from the gateway',
      message: expect.stringContaining(`Status ${status} came without an explanation`),
    });
    const { title, message } = await describe('ar', { status, message: '' });
    expect(title).toBe('لم تصل استجابة صالحة من البوابة');
    expect(message).toMatch(/خادم وسيط أمام البوابة/u);
  }
  expect((await describe('en', { message: 'كما أُرسل' })).title).toBe('A server behind the gateway failed');
  expect((await describe('en', { status: 500, message: '' })).title).toBe('Gateway error');
});

test('shows a message as it was sent where its own words would have holes', async () => {
  expect(await describe('ar', { fault: 'model-truncated', parameters: MODEL })).toMatchObject({
    message: expect.stringContaining('qwen'),
    verbatim: false,
  });
  expect(await describe('ar', { fault: 'model-truncated', parameters: { purpose: 'chat' } })).toMatchObject({
    message: 'كما أُرسل',
    verbatim: true,
  });
});

test('says of a list of which one is enough that it is one or the other', async () => {
  const sent = {
    status: 400,
    fault: 'sample-rate-differs',
    parameters: { sent: 16000, found: ['22050', '44100'] },
  };
  expect((await describe('en', sent)).message).toContain('but the file has 22050 or 44100 Hz.');
  const arabic = (await describe('ar', sent)).message.replaceAll(/[\u2066-\u2069]/gu, '');
  expect(arabic).toContain('معدل الملف 22050 أو 44100 هرتز.');
  const names = { status: 400, fault: 'indexes-unknown', parameters: { names: ['دليل', 'عقود'] } };
  expect((await describe('en', names)).message).toContain('دليل · عقود');
});

afterEach(() => void vi.unstubAllGlobals());

test('advises an empty base URL where the server of the page passes requests on to that gateway', async () => {
  const t = (await createI18n('ar', 'latn')).getFixedT('ar', 'faults');
  const advice = () => describeError(new CorsRefusedError('https://gw.example/ai'), t).message;
  expect(advice()).toContain('FIHRIST_UPSTREAM');
  const content = 'https://gw.example';
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => content }) });
  expect(advice()).toContain('برابط أساسي فارغ');
  expect(advice()).not.toContain('FIHRIST_UPSTREAM');
});

test('says of a stream what was shown of it', async () => {
  const t = (await createI18n('en', 'latn')).getFixedT('en', 'faults');
  const wrong = (isEvent: boolean) =>
    describeError(new ContractError(streamAnswer, 'retrieved_documents', 'invalid_type', { isEvent }), t)
      .message;
  expect(wrong(true)).toContain('Neither that part nor what followed is shown');
  expect(wrong(false)).toContain('is missing or has another form');
});

test('keeps method, path and place of a wrong response for the team of the gateway', async () => {
  const error = new ContractError(getUnit, 'Response.status', 'invalid_type');
  for (const language of ['ar', 'en'] as const) {
    const t = (await createI18n(language, 'latn')).getFixedT(language, 'faults');
    const { message, details } = describeError(error, t);
    expect(details).toBe('GET /api/AIKnowledge/byId/{knowledgeId} · Response.status · invalid_type');
    expect(message).not.toMatch(/invalid_type|Response\.|byId/u);
  }
});

test.each<[string, unknown, boolean]>([
  ['a busy gateway', createGatewayError({ status: 429, message: '' }), true],
  ['no response', new UnreachableError('http://gateway.test'), true],
  ['a cut stream', new TruncatedStreamError(), true],
  ['a defect', createGatewayError({ status: 500, message: '', fault: 'internal' }), true],
  ['a busy model server', createGatewayError({ status: 503, message: '', fault: 'model-busy' }), true],
  ['no model server', createGatewayError({ status: 503, message: '', fault: 'model-not-configured' }), false],
  ['a lost model key', createGatewayError({ status: 502, message: '', fault: 'model-key-refused' }), false],
  ['a unit that is gone', createGatewayError({ status: 404, message: 'لا توجد' }), false],
  ['a file that is too large', createGatewayError({ status: 413, message: '' }), false],
  ['a response in another form', new ContractError(getUnit, 'title', 'invalid_type'), false],
  ['a stream in another form', new UnknownStreamFormError('streamAnswer'), false],
])('offers to repeat where a repeat may succeed: %s', (_, error, expected) => {
  expect(canRetry(error)).toBe(expected);
});
