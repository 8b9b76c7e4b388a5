import { describe, expect, test } from 'vitest';
import type { FaultParameters } from '#contract/faults.ts';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import type { Digits, Language } from '#src/i18n/languages.ts';
import { describeError } from '#src/ui/fault/describe-error.ts';

const SHORT = {
  ledger: 'text',
  left: 12,
  total: 1000,
  needed: 60,
  held: 500,
  resetsOn: '2026-11-30T21:00:00.000Z',
};

const CAPPED = { ...SHORT, key: 'k1', name: 'مكتب الدعم', used: 988 };

async function describe402(
  language: Language,
  fault: 'quota-exceeded' | 'key-cap-exceeded',
  parameters: FaultParameters,
  digits: Digits = 'latn',
): Promise<string> {
  const words = await createI18n(language, digits);
  const error = createGatewayError({ status: 402, fault, parameters, message: 'as sent' });
  return describeError(error, words.getFixedT(language, 'faults')).message;
}

describe('the words of 402', () => {
  test('say what helps first', async () => {
    expect(await describe402('en', 'quota-exceeded', { ...SHORT, frees: 'calls' })).toBe(
      'Not enough quota: this request may use 60 text tokens, and 12 of 1,000 are left. Requests in progress hold 500 of them. Try again when they have finished.',
    );
    expect(await describe402('en', 'quota-exceeded', { ...SHORT, frees: 'reset' })).toMatch(
      /resets on .*2026/,
    );
    expect(await describe402('en', 'key-cap-exceeded', { ...CAPPED, frees: 'raise' })).toBe(
      'The key “\u2068مكتب الدعم\u2069” has used 988 of its cap of 1,000 text tokens. This request may use 60, and 12 are left. Ask an owner to raise the limit, or request less at once.',
    );
  });

  test('name the day of a reset at its midnight without a clock', async () => {
    const midnight = new Date();
    midnight.setHours(24, 0, 0, 0);
    const short = { ...SHORT, resetsOn: midnight.toISOString(), frees: 'reset' };
    const day = midnight.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
    expect(await describe402('en', 'quota-exceeded', short)).toContain(`Usage resets on ${day}`);
    const arabicDay = midnight.toLocaleDateString('ar-u-nu-latn', { weekday: 'long' });
    const arabic = await describe402('ar', 'quota-exceeded', short);
    expect(arabic).toContain(`يتجدد الاستهلاك يوم ${arabicDay} ${midnight.getDate()}`);
    expect(arabic).not.toMatch(/00:00/u);
  });

  test('are Arabic in Arabic, with its digits', async () => {
    const words = await describe402('ar', 'key-cap-exceeded', { ...CAPPED, frees: 'reset' }, 'arab');
    expect(words).toContain('رموز النص');
    expect(words).toContain('١٬٠٠٠');
    expect(words).not.toMatch(/[a-z{}]/i);
  });

  test('still say something where a gateway does not tell what frees it', async () => {
    expect(
      await describe402('en', 'quota-exceeded', { ledger: 'text', left: 1, total: 5, needed: 9 }),
    ).toContain('Ask an owner to raise the limit, or wait until usage resets.');
    expect(await describe402('en', 'key-cap-exceeded', SHORT)).toBe('as sent');
  });
});
