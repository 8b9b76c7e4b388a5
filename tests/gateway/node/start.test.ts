import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '#tests/support/server.ts';

/** The server without its pages, so that nothing has to be built. */
const START = ['gateway/node/start.ts', '--gateway-only'];
const KEY = 'a-key-that-the-operator-chose';

let folder: string;
let port: number;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fihrist-start-'));
  port = await freePort();
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => stop(child, 'SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

const environment = (settings: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: String(port),
  FIHRIST_DATA: folder,
  FIHRIST_API_KEY: KEY,
  ...settings,
});

/** Starts it and waits for the link, or for its end. */
async function start(
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; printed: () => string; code: number | null }> {
  const child = spawn(process.execPath, START, {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  const code = await new Promise<number | null>((resolve) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      if (/http:\/\/\S+/.test(text) && text.includes('npm run link')) resolve(null);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', resolve);
  });
  return { child, printed: () => text, code };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

const exchange = (code: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/Session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: 'اختبار' }),
  });
const codeIn = (text: string): string => /#code=([\w-]+)/.exec(text)?.[1] ?? '';

test('prints a link that signs in once; another comes from npm run link while it runs; SIGTERM ends it', async () => {
  const { child, printed } = await start();
  expect(printed()).toContain(`http://127.0.0.1:${port}/#code=`);
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ status: 'ok' });
  const first = await exchange(codeIn(printed()));
  expect(first.status).toBe(200);
  const { Response: session } = (await first.json()) as { Response: { key: string } };
  expect((await exchange(codeIn(printed()))).status).toBe(401);

  const { stdout } = await promisify(execFile)(process.execPath, ['gateway/node/link.ts'], {
    env: environment(),
  });
  expect(stdout.trim()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#code=[\\w-]{20,}$`));
  expect((await exchange(codeIn(stdout))).status).toBe(200);

  const listed = await fetch(`http://127.0.0.1:${port}/api/Keys`, {
    headers: { 'x-user-auth': KEY, 'x-bot': '1' },
  });
  expect(listed.status).toBe(200);
  expect(await stop(child, 'SIGTERM')).toBe(0);

  // Keys and codes: in no line that was logged, in no file that was kept.
  const secrets = [KEY, session.key, codeIn(stdout)];
  for (const secret of secrets) expect(printed()).not.toContain(secret);
  for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const bytes = (await readFile(join(name.parentPath, name.name))).toString('latin1');
    for (const secret of [...secrets, codeIn(printed())]) expect(bytes.includes(secret)).toBe(false);
  }
});

test('what was made is there after a restart', async () => {
  const first = await start();
  const register = await fetch(`http://127.0.0.1:${port}/api/AIKnowledge/1`, {
    method: 'POST',
    headers: { 'x-user-auth': KEY, 'x-bot': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'صفحة', KnowledgeSource: 1, SourceContent: ['http://example.invalid/'] }),
  });
  expect(register.status).toBe(200);
  await stop(first.child, 'SIGKILL');
  await start();
  const listed = await fetch(`http://127.0.0.1:${port}/api/AIKnowledge/all/1`, {
    headers: { 'x-user-auth': KEY, 'x-bot': '1' },
  });
  expect(await listed.json()).toMatchObject({ Response: { total: 1, items: [{ title: 'صفحة' }] } });
});

test('a second server on the same data folder is refused and says so', async () => {
  await start();
  const second = await start({ PORT: String(await freePort()) });
  expect(second.code).toBe(1);
  expect(second.printed()).toMatch(/Another Fihrist server is using the data folder/);
  expect(second.printed()).not.toContain('    at ');
});

test('a wrong setting, and a taken port, stop it with a message that names them', async () => {
  const wrong = await start({ FIHRIST_MAX_UPLOAD_MB: 'much' });
  expect([wrong.code, wrong.printed()]).toEqual([1, expect.stringContaining('FIHRIST_MAX_UPLOAD_MB')]);
  await start();
  const taken = await start({ FIHRIST_DATA: join(folder, 'other') });
  expect([taken.code, taken.printed()]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
});

test('npm run link before the first start says what to do', async () => {
  const empty = environment({ FIHRIST_DATA: join(folder, 'empty') });
  await expect(
    promisify(execFile)(process.execPath, ['gateway/node/link.ts'], { env: empty }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm start'),
  });
});
