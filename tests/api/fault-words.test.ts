import { expect, it } from 'vitest';
import { describeError } from '#src/api/describe-error.ts';
import { gatewayError } from '#src/api/errors.ts';
import { createI18n } from '#src/i18n/setup.ts';

type Sent = Partial<Parameters<typeof gatewayError>[0]>;

async function describe(language: 'ar' | 'en', sent: Sent) {
  const words = await createI18n(language, 'latn');
  const error = gatewayError({ status: 502, message: 'كما أُرسل', ...sent });
  return describeError(error, words.getFixedT(language, 'faults'));
}

const MODEL = { purpose: 'chat', model: 'qwen' };

it('does not blame the gateway for a server behind it', async () => {
  for (const status of [502, 504]) {
    const fault = status === 502 ? 'model-cut' : 'model-silent';
    const sent = { status, fault, parameters: { ...MODEL, seconds: 30 } };
    expect((await describe('en', sent)).title).toBe('A server behind the gateway failed');
    expect((await describe('ar', sent)).title).toBe('حدث خلل في خادم وراء البوابة');
  }
  expect((await describe('en', { status: 500, fault: 'internal' })).title).toBe('The gateway failed');
});

it('shows a message as it was sent where its own words would have holes', async () => {
  expect(await describe('ar', { fault: 'model-cut', parameters: MODEL })).toMatchObject({
    message: expect.stringContaining('qwen'),
    asSent: false,
  });
  expect(await describe('ar', { fault: 'model-cut', parameters: { purpose: 'chat' } })).toMatchObject({
    message: 'كما أُرسل',
    asSent: true,
  });
});
