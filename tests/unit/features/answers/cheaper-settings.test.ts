import { expect, test } from 'vitest';
import { cheaperSettings } from '#src/features/answers/cheaper-settings.ts';
import { type AskSettings, DEFAULT_ASK_SETTINGS } from '#src/ui/run/ask-settings.ts';

const asked = (settings: Partial<AskSettings> = {}) => ({
  question: 'Within how many days may a product be returned?',
  settings: { ...DEFAULT_ASK_SETTINGS, ...settings },
});

test('asks a model for a short answer from as many passages as what is left pays for', () => {
  expect(cheaperSettings(asked(), 4000)).toEqual({ MaxOutputTokens: 256, Limit: 2 });
  expect(cheaperSettings(asked(), 2000)).toEqual({ MaxOutputTokens: 256, Limit: 1 });
  expect(cheaperSettings(asked(), 900)).toBeUndefined();
});

test('cuts a quotation to what is left', () => {
  expect(cheaperSettings(asked({ answerer: 'extractive' }), 60)).toEqual({ MaxOutputTokens: 48 });
  expect(cheaperSettings(asked({ answerer: 'extractive' }), 20)).toBeUndefined();
});

test('tries a short answer where a gateway does not say what is left, once', () => {
  expect(cheaperSettings(asked(), undefined)).toEqual({ MaxOutputTokens: 256 });
  expect(cheaperSettings(asked({ MaxOutputTokens: 256 }), undefined)).toBeUndefined();
});
