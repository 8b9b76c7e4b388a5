import { expect, it } from 'vitest';
import { describeError } from '#src/api/describe-error.ts';
import { gatewayError } from '#src/api/errors.ts';
import { createI18n } from '#src/i18n/setup.ts';

const wordsOf = async (language: 'ar' | 'en', purpose: string) => {
  const words = await createI18n(language, 'latn');
  const parameters = { purpose, model: 'qwen' };
  const error = gatewayError({ status: 502, fault: 'model-unknown', parameters, message: 'as sent' });
  return describeError(error, words.getFixedT(language, 'faults')).message;
};

it('says in words what a model server is for', async () => {
  expect(await wordsOf('en', 'transcription')).toMatch(
    /^The server for transcription has no model called qwen/,
  );
  expect(await wordsOf('ar', 'transcription')).toContain('خادم تحويل الكلام إلى نص');
  expect(await wordsOf('ar', 'speech')).toContain('خادم تحويل النص إلى كلام');
  // What a newer gateway has and we do not know stays as it is.
  expect(await wordsOf('en', 'dreams')).toContain('The server for dreams');
});
