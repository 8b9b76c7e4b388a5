/** `fihrist check` over HTTP: our own gateway passes, and what is printed is true, in both languages, and without the key. */

import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_KEY } from '#tests/support/gateway.ts';
import { startCheckedGateway } from '#tests/unit/conformance/checked-gateway.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

let checked: Awaited<ReturnType<typeof startCheckedGateway>>;
let folder: string;
let origin: string;
/** Answers in place of the gateway. */
let instead: ((request: Request) => Response | undefined) | undefined;
const server = createServer(
  getRequestListener(async (request) => instead?.(request) ?? checked.gateway.app.fetch(request)),
);

beforeAll(async () => {
  checked = await startCheckedGateway();
  folder = await mkdtemp(join(tmpdir(), 'fihrist-check-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await checked.close();
  await rm(folder, { recursive: true, force: true });
});

const check = (args: readonly string[], key = TEST_KEY, input = '') =>
  runCommand(
    ['check', origin, '--bot', '1', ...args],
    key === '' ? {} : { FIHRIST_CHECK_KEY: key },
    false,
    input,
  );

test('our own gateway passes', async () => {
  const html = join(folder, 'report.html');
  const { code, out, err } = await check(['--lang', 'ar', '--html', html]);
  const page = await readFile(html, 'utf8');
  expect(out.match(/فاشلة {2}.*(?:\n {4}.*)*/gu) ?? []).toEqual([]);
  expect(code).toBe(0);
  expect(out).toContain('لم يفشل أي فحص.');
  expect(err).toContain('رمز نصي');
  // Both halves, nothing that is loaded or run, and the key nowhere.
  expect(page).toContain('No check failed.');
  expect(page).toContain('لم يفشل أي فحص.');
  expect(page).not.toMatch(/<script|\bsrc=|\bhref=|@import|url\(/u);
  for (const text of [out, err, page]) expect(text).not.toContain(TEST_KEY);
  // What was announced covers what was spent, and no unit is left.
  const [, tokens = '', audio = ''] = /نحو (\d+) رمز نصي و(\d+) ث/u.exec(err) ?? [];
  const used = async (ledger: 'text' | 'audio') =>
    (await checked.gateway.ports.ledger.state(1, ledger))?.used;
  expect(await used('text')).toBeLessThanOrEqual(Number(tokens));
  expect(await used('audio')).toBeLessThanOrEqual(Number(audio));
  const listed = await checked.gateway.call('/api/AIKnowledge/all/1');
  expect(await listed.json()).toMatchObject({ Response: { total: 0 } });
});

test('a failure ends with 1 and says what came; markup of a gateway stays text', async () => {
  const html = join(folder, 'failed.html');
  instead = (request) =>
    request.url.endsWith('/RAG/Answer') && request.headers.get('x-user-auth') === TEST_KEY
      ? new Response(`<img src=x onerror=alert(1)>${TEST_KEY}`, {
          status: 404,
          headers: { 'content-type': 'text/html' },
        })
      : undefined;
  const { code, out, err } = await check(['--only', 'paths', '--html', html], '', `${TEST_KEY}\n`);
  instead = undefined;
  expect(code).toBe(1);
  expect(out).toMatch(/Breaks clients: 1\n {2}paths\.answer {2}\(Section 4\)/u);
  expect(out).toContain('Received: status 404, text/html');
  expect(out).toContain("-H 'x-user-auth: <API_KEY>'");
  expect(err).toContain('Failed checks: 1');
  const page = await readFile(html, 'utf8');
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&lt;API_KEY&gt;');
});

test.each([
  ['a key that the gateway does not know', [], 'wrong-key', 'does not accept the key (401)'],
  ['no key', [], '', 'The key is missing'],
  [
    'no folder for the report',
    ['--html', '/no/such/folder/report.html'],
    TEST_KEY,
    'cannot be written (ENOENT)',
  ],
  ['a bot that the key may not use', ['--bot', '2'], TEST_KEY, 'may not use bot 2 (403)'],
])('it could not run: %s', async (_, args, key, message) => {
  const { code, out, err } = await check(['--only', 'paths', ...args], key);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(out).toBe('');
});

test('it could not run: an unused port, or a server of another kind', async () => {
  const call = (url: string) =>
    runCommand(['check', url, '--bot', '1', '--lang', 'ar'], { FIHRIST_CHECK_KEY: 'k' });
  const { code, err } = await call('http://127.0.0.1:9');
  expect([code, err.includes('تعذّر الاتصال')]).toEqual([2, true]);
  instead = () => new Response('<title>بوابة</title>', { headers: { 'content-type': 'text/html' } });
  const other = await check(['--only', 'paths']);
  instead = undefined;
  expect([other.code, other.err.includes('There is no gateway of this interface')]).toEqual([2, true]);
});
