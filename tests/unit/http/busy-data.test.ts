import { afterEach, expect, test, vi } from 'vitest';
import { noteDatabaseWait } from '#gateway/core/database-wait.ts';
import { StorageError } from '#gateway/core/errors.ts';
import { logByLevel } from '#gateway/core/log.ts';
import { createBusyLog } from '#gateway/http/log-busy.ts';
import { createTestGateway } from '#tests/support/gateway.ts';
import { faultOf } from '#tests/support/replies.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
  expect(gateway.lines.filter(({ event }) => event === 'database-busy')).toHaveLength(1);
  await gateway.close();
});

test('why the database is busy is logged, once for many calls of one cause', () => {
  const lines: unknown[] = [];
  const log = logByLevel((level) => (event, facts) => lines.push({ level, event, ...facts }));
  vi.useFakeTimers();
  const report = createBusyLog(40);
  const held = () => {
    const error = Object.assign(new Error('busy'), { code: '55P03' });
    noteDatabaseWait(error, { scopes: ['bot 7'], waitedMs: 5_000 });
    return error;
  };
  const lost = new Error('lost', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
  for (let time = 0; time < 3; time++) report(log, held(), 'registerUnit');
  report(log, Object.assign(lost, { code: '08006' }), undefined);
  const line = { level: 'warn', event: 'database-busy' };
  const bot = { ...line, code: '55P03', endpoint: 'registerUnit', scopes: ['bot 7'], waitedMs: 5_000 };
  expect(lines).toMatchObject([
    { ...bot, silenced: 0 },
    { ...line, code: '08006', cause: { code: 'ECONNRESET' } },
  ]);
  vi.advanceTimersByTime(50);
  report(log, held(), 'registerUnit');
  expect(lines[2]).toMatchObject({ ...bot, silenced: 2 });
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
