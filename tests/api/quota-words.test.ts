import { describe, expect, it } from 'vitest';
import type { FaultParameters } from '#contract/faults.ts';
import { describeError } from '#src/api/describe-error.ts';
import { gatewayError } from '#src/api/errors.ts';
import type { Digits, Language } from '#src/i18n/languages.ts';
import { createI18n } from '#src/i18n/setup.ts';

const SHORT = {
  ledger: 'text',
  left: 12,
  total: 1000,
  needed: 60,
  held: 500,
  resetsOn: '2026-11-30T21:00:00.000Z',
};

async function describe402(
  language: Language,
  fault: 'quota-exceeded' | 'key-cap-exceeded',
  parameters: FaultParameters,
  digits: Digits = 'latn',
): Promise<string> {
  const words = await createI18n(language, digits);
  const error = gatewayError({ status: 402, fault, parameters, message: 'as sent' });
  return describeError(error, words.getFixedT(language, 'faults')).message;
}

describe('the words of 402', () => {
  it('say what helps first', async () => {
    expect(await describe402('en', 'quota-exceeded', { ...SHORT, frees: 'calls' })).toBe(
      'This call may cost 60 text tokens, and 12 of 1,000 are left. Other calls hold 500 of them. Try again when they have ended.',
    );
    expect(await describe402('en', 'quota-exceeded', { ...SHORT, frees: 'reset' })).toMatch(
      /begins anew on .*2026/,
    );
    expect(await describe402('en', 'key-cap-exceeded', { ...SHORT, frees: 'raise' })).toMatch(
      /^This key has a cap: .* Have it raised, or ask for less at a time\.$/,
    );
  });

  it('are Arabic in Arabic, with its digits', async () => {
    const words = await describe402('ar', 'key-cap-exceeded', { ...SHORT, frees: 'reset' }, 'arab');
    expect(words).toContain('رموز النص');
    expect(words).toContain('١٬٠٠٠');
    expect(words).not.toMatch(/[a-z{}]/i);
  });

  it('still say something where a gateway does not tell what frees it', async () => {
    expect(
      await describe402('en', 'quota-exceeded', { ledger: 'text', left: 1, total: 5, needed: 9 }),
    ).toContain('Have it raised, or wait until it begins anew.');
  });
});
