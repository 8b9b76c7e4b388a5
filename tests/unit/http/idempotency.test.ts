import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

const unit = (title: string) => ({
  title,
  KnowledgeSource: 1,
  SourceContent: ['https://example.org/دليل'],
});
const register = (title: string, key: string): Promise<Response> =>
  gateway.call('/api/AIKnowledge/1', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    json: unit(title),
  });
const idOf = async (response: Response): Promise<number> => (await responseOf<{ id: number }>(response)).id;

test('an empty key is none: two units do not share one result', async () => {
  const first = await idOf(await register('أول', ''));
  expect(await idOf(await register('ثان', ''))).not.toBe(first);
  expect(await idOf(await register('ثالث', '  '))).not.toBe(first);
});

test('a key has at most 255 characters, and the header is blamed', async () => {
  expect((await register('دليل', 'k'.repeat(255))).status).toBe(200);
  expect(await faultOf(await register('آخر', 'k'.repeat(256)))).toMatchObject({
    status: 400,
    fault: 'invalid-field',
    field: 'Idempotency-Key',
    parameters: { issue: 'must have at most 255 characters' },
  });
  const form = new FormData();
  form.set('Attachment', new Blob(['نص']), 'نص.txt');
  const headers = { 'idempotency-key': 'k'.repeat(256) };
  const upload = await gateway.call('/api/UploadBlob', { method: 'POST', headers, body: form });
  expect(await faultOf(upload)).toMatchObject({ field: 'Idempotency-Key' });
});

test('unit and remembered result are one: whoever dies right after has both', async () => {
  await gateway.close();
  gateway = await createTestGateway({
    ports: ({ idempotency }) => ({
      // A server killed between registering and remembering never gets to this.
      idempotency: { ...idempotency, save: () => Promise.reject(new Error('killed')) },
    }),
  });
  const first = await idOf(await register('دليل', 'key-1'));
  expect(await idOf(await register('دليل', 'key-1'))).toBe(first);
  const sort = { by: 'title', descending: false } as const;
  expect((await gateway.ports.units.list(1, { offset: 0, limit: 9, sort })).total).toBe(1);
});

test('a repeat that overtakes the first on another server gets its result, not its own title as taken', async () => {
  const { idempotency } = gateway.ports;
  let first: number | undefined;
  const other = await createGateway({
    ...gateway.ports,
    idempotency: {
      ...idempotency,
      // The first one commits after the repeat has looked for it.
      async find(scope, key) {
        if (first !== undefined) return idempotency.find(scope, key);
        first = await idOf(await register('دليل', key));
        return undefined;
      },
    },
  });
  const repeated = await other.request(`${ORIGIN}/api/AIKnowledge/1`, {
    method: 'POST',
    headers: {
      'x-user-auth': TEST_KEY,
      'x-bot': '1',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
    },
    body: JSON.stringify(unit('دليل')),
  });
  expect(await idOf(repeated)).toBe(first);
});

test('a refused registration is not remembered', async () => {
  await idOf(await register('دليل', 'key-1'));
  expect(await faultOf(await register('دليل', 'key-2'))).toMatchObject({ fault: 'title-taken' });
  await gateway.call('/api/AIKnowledge/1/1', { method: 'DELETE' });
  expect(await idOf(await register('دليل', 'key-2'))).toBe(2);
});

test('a repeat after the unit was deleted registers it again, and the next repeat returns that', async () => {
  const first = await idOf(await register('دليل', 'key-1'));
  await gateway.call(`/api/AIKnowledge/1/${first}?forever=true`, { method: 'DELETE' });
  const second = await idOf(await register('دليل', 'key-1'));
  expect(second).not.toBe(first);
  expect(await idOf(await register('دليل', 'key-1'))).toBe(second);
});
