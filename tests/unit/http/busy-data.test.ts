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
