import { StorageError } from '#gateway/core/errors.ts';
import { expect, test } from 'vitest';
import { createTestGateway } from '#tests/support/gateway.ts';
import { faultOf } from '#tests/support/replies.ts';

test.each([
  ['en', 'The database is busy. Try again in 2 s.'],
  ['ar', 'قاعدة البيانات مشغولة. أعد المحاولة بعد ثانيتين.'],
])('data that another process holds are said to be that, in %s', async (language, text) => {
  const locked = () =>
    Promise.reject(Object.assign(new Error('database is locked'), { errcode: 5 | (2 << 8) }));
  const gateway = await createTestGateway({
    ports: (ports) => ({ units: { ...ports.units, list: locked } }),
  });
  const headers = { 'accept-language': language };
  const response = await gateway.call('/api/AIKnowledge/all/1', { headers });
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await faultOf(response)).toMatchObject({ status: 503, fault: 'database-busy', text });
  expect(gateway.lines.map(({ event }) => event)).not.toContain('call-failed');
  await gateway.close();
});

test.each([
  ['en', 'The file storage does not respond. Try again in 10 s. If it happens again, ask the operator'],
  ['ar', 'مخزن الملفات لا يستجيب. أعد المحاولة بعد 10 ثوانٍ. إذا تكرر ذلك فاطلب من مشغّل البوابة'],
])('a store of files that is out is said to be that and logged, in %s', async (language, text) => {
  const out = () => Promise.reject(new StorageError('unavailable', 'SlowDown'));
  const gateway = await createTestGateway({ ports: ({ blobs }) => ({ blobs: { ...blobs, create: out } }) });
  const form = new FormData();
  form.set('Attachment', new File(['نص'], 'نص.txt'));
  const headers = { 'accept-language': language };
  const response = await gateway.call('/api/UploadBlob', { method: 'POST', body: form, headers });
  expect(response.headers.get('retry-after')).toBe('10');
  const fault = await faultOf(response);
  expect(fault).toMatchObject({ status: 503, fault: 'storage-unavailable' });
  expect(fault.text).toContain(text);
  expect(gateway.lines).toContainEqual(
    expect.objectContaining({
      event: 'storage-failed',
      facts: expect.objectContaining({ code: 'SlowDown' }) as object,
    }),
  );
  await gateway.close();
});

test('a full bucket is a full disk', async () => {
  const full = () => Promise.reject(new StorageError('full', 'QuotaExceeded'));
  const gateway = await createTestGateway({ ports: ({ blobs }) => ({ blobs: { ...blobs, create: full } }) });
  const { response } = await gateway.upload('نص.txt', 'نص');
  expect(await faultOf(response)).toMatchObject({ status: 507, fault: 'storage-full' });
  await gateway.close();
});
