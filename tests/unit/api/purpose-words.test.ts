import { expect, test } from 'vitest';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { describeError } from '#src/ui/fault/describe-error.ts';

const problemTextOf = async (language: 'ar' | 'en', purpose: string) => {
  const words = await createI18n(language, 'latn');
  const parameters = { purpose, model: 'qwen' };
  const error = createGatewayError({ status: 502, fault: 'model-unknown', parameters, message: 'as sent' });
  return describeError(error, words.getFixedT(language, 'faults')).message;
};

test('says in words what a model server is for', async () => {
  expect(await problemTextOf('en', 'transcription')).toMatch(
    /^The transcription server has no model called qwen/,
  );
  expect(await problemTextOf('ar', 'transcription')).toContain('خادم تحويل الكلام إلى نص');
  expect(await problemTextOf('ar', 'speech')).toContain('خادم تحويل النص إلى كلام');
  // What a newer gateway has and we do not know stays as it is.
  expect(await problemTextOf('en', 'dreams')).toContain('The dreams server');
});
