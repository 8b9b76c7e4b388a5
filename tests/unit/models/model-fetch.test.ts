import { afterEach, expect, test, vi } from 'vitest';
import { GatewayFault } from '#gateway/core/errors.ts';
import { createModelClient } from '#gateway/modules/models/adapters/model-client.ts';
import type { Resolved } from '#gateway/node/processes/safe-fetch/safe-connector.ts';
import { createModelFetch } from '#gateway/node/server/http/model-fetch.ts';
import { startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { serverAt } from './call-fake.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((close) => close()));
});

async function start() {
  const fake = await startFakeModelServer();
  open.push(fake.close);
  return fake;
}

function clientOf(addresses: Resolved[] = []) {
  const requested: string[] = [];
  const web = createModelFetch((name) => {
    requested.push(name);
    return Promise.resolve(addresses);
  });
  open.push(web.close);
  return { client: createModelClient({ fetch: web.fetch }), requested };
}

const why = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GatewayFault ? [error.code, (error.cause as Error).message] : error;
};

const REFUSED: Resolved[] = [
  { address: '169.254.169.254', family: 4 },
  { address: '169.254.1.1', family: 4 },
  { address: '100.100.100.200', family: 4 },
  { address: '168.63.129.16', family: 4 },
  { address: 'fe80::1', family: 6 },
  { address: 'fd00:ec2::254', family: 6 },
  { address: '::ffff:169.254.169.254', family: 6 },
  { address: '64:ff9b::a9fe:a9fe', family: 6 },
];

test.each(REFUSED)('is not led to $address by a name', async (address) => {
  const { client, requested } = clientOf([address]);
  expect(await why(client.listModels(serverAt('http://llm.example.com/v1')))).toEqual([
    'model-unreachable',
    'llm.example.com: address-not-allowed',
  ]);
  expect(requested).toEqual(['llm.example.com']);
});

test.each([
  'http://169.254.169.254/latest',
  'http://[fe80::1]/v1',
  'http://2852039166/v1',
  'http://metadata.google.internal/v1',
])('sends no request to %s', async (url) => {
  let calls = 0;
  const client = createModelClient({
    fetch: () => {
      calls += 1;
      return Promise.reject(new Error('called'));
    },
  });
  const [code] = (await why(client.listModels(serverAt(url)))) as string[];
  expect(code).toBe('model-unreachable');
  expect(calls).toBe(0);
});

test('reaches this machine, by address and by name', async () => {
  const fake = await start();
  const { client } = clientOf([{ address: '127.0.0.1', family: 4 }]);
  expect(await client.listModels(serverAt(fake.url))).toContain('qwen');
  const named = fake.url.replace('127.0.0.1', 'models.internal');
  expect(await client.listModels(serverAt(named))).toContain('qwen');
});

test('uses only the allowed addresses of a name', async () => {
  const fake = await start();
  const { client } = clientOf([
    { address: '169.254.169.254', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]);
  expect(await client.listModels(serverAt(fake.url.replace('127.0.0.1', 'llm.example.com')))).toContain(
    'qwen',
  );
});

test('passes by a proxy that the environment names', async () => {
  const [fake, proxy] = [await start(), await start()];
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, new URL(proxy.url).origin);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  const { client } = clientOf();
  expect(await client.listModels(serverAt(fake.url))).toContain('qwen');
  expect(proxy.asked).toHaveLength(0);
});

test('says that a name is not known', async () => {
  const { client } = clientOf([]);
  const unknown = client.listModels(serverAt('http://llm.example.com/v1'));
  expect(await why(unknown)).toEqual(['model-unreachable', 'llm.example.com: name-not-found']);
});
