import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { freePort, startArguments } from '#tests/support/server.ts';

/** The server without its pages, which saves a build. */
const FROM_SOURCES = [process.execPath, 'gateway/node/server/start.ts', '--gateway-only'] as const;
const START = [process.execPath, ...startArguments(), '--gateway-only'] as const;
/** Writes down every module that a process loads, and its children. */
const RECORDER = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES, url + '\\n');
    return next(url, context);
  },
});`;
const recording = (file: string) => ({
  LOADED_MODULES: file,
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(RECORDER)}`,
});

const KEY = 'a-key-that-the-operator-chose';

let folder: string;
let port: number;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fihrist-start-'));
  port = await freePort();
});
afterAll(async () => {
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
  [program, ...args]: readonly [string, ...string[]] = START,
): Promise<{ child: ChildProcess; printed: () => string; code: number | null }> {
  const child = spawn(program, args, {
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

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { 'x-user-auth': KEY, 'x-bot': '1', 'content-type': 'application/json' },
  });

test('a wrong setting stops the start with its name; a link needs a first start', async () => {
  const [wrong, role] = await Promise.all([
    start({ FIHRIST_MAX_UPLOAD_MB: 'much' }),
    start({ FIHRIST_ROLE: 'gateway', FIHRIST_DATA: join(folder, 'alone') }),
  ]);
  expect([wrong.code, wrong.printed()]).toEqual([1, expect.stringContaining('FIHRIST_MAX_UPLOAD_MB')]);
  expect([role.code, role.printed()]).toEqual([1, expect.stringContaining('FIHRIST_ROLE: "gateway" needs')]);
  const empty = environment({ FIHRIST_DATA: join(folder, 'empty') });
  await expect(
    promisify(execFile)(process.execPath, ['gateway/node/operate/cli/fihrist.mjs', 'link'], { env: empty }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm start') });
});

test('prints a link that signs in once, refuses a second server, keeps what was made and no secret', async () => {
  const modules = join(folder, 'loaded-modules');
  const { child, printed } = await start(recording(modules), FROM_SOURCES);
  expect(printed()).toContain(`http://127.0.0.1:${port}/#code=`);
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ status: 'ready' });
  const first = await exchange(codeIn(printed()));
  expect(first.status).toBe(200);
  const { Response: session } = (await first.json()) as { Response: { key: string } };
  expect((await exchange(codeIn(printed()))).status).toBe(401);

  // The server has its address from settings that the command does not see.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['gateway/node/operate/cli/fihrist.mjs', 'link'],
    {
      env: environment({ PORT: '1' }),
    },
  );
  expect(stdout.trim()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#code=[\\w-]{20,}$`));
  expect((await exchange(codeIn(stdout))).status).toBe(200);

  const [second, taken] = await Promise.all([
    start({ PORT: String(await freePort()) }),
    start({ FIHRIST_DATA: join(folder, 'other') }),
  ]);
  expect([second.code, second.printed()]).toEqual([
    1,
    expect.stringMatching(
      process.platform === 'linux'
        ? `Another Fihrist server .process ${child.pid}\\)`
        : 'Another Fihrist server',
    ),
  ]);
  expect([taken.code, taken.printed()]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
  expect(second.printed() + taken.printed()).not.toContain('    at ');

  const unit = { title: 'صفحة', KnowledgeSource: 1, SourceContent: ['http://example.invalid/'] };
  const registered = await call('/api/AIKnowledge/1', { method: 'POST', body: JSON.stringify(unit) });
  expect(registered.status).toBe(200);
  await expect.poll(() => readFile(modules, 'utf8')).toContain('/indexer.ts');
  expect(await stop(child, 'SIGTERM')).toBe(0);

  // What only a setting names, server and indexer alike.
  const loaded = (await readFile(modules, 'utf8')).split('\n');
  expect(loaded.some((url) => url.includes('/kysely/'))).toBe(true);
  const unneeded = loaded.filter((url) =>
    /\/node_modules\/(?:pg[-/]|aws4fetch)|\/gateway\/node\/storage\/(?:postgres\/(?!database-url)|blobs\/(?:s3-|spool)|data\/segment-disk)/u.test(
      url,
    ),
  );
  expect(unneeded).toEqual([]);

  // Keys and codes: in no line that was logged, in no file that was kept.
  const secrets = [KEY, session.key, codeIn(stdout)];
  for (const secret of secrets) expect(printed()).not.toContain(secret);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
    for (const secret of [...secrets, codeIn(printed())]) expect(bytes.includes(secret)).toBe(false);
  }

  const again = await start({ FIHRIST_PROCESS_NAME: 'gateway-1' });
  const listed = await call('/api/AIKnowledge/all/1');
  expect(await listed.json()).toMatchObject({ Response: { total: 1, items: [{ title: 'صفحة' }] } });
  expect(await stop(again.child, 'SIGTERM')).toBe(0);
  const lines = again.printed().match(/^\{.*\}$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ process: 'gateway-1' });
  expect(printed()).not.toContain('"process"');
});

test('a signal to npm ends the server, which leaves no address behind', async () => {
  const { child, printed } = await start({}, ['npm', 'start', '--', '--gateway-only']);
  expect(existsSync(join(folder, 'server.json'))).toBe(true);
  expect([await stop(child, 'SIGTERM'), printed()]).toEqual([0, expect.any(String)]);
  expect(await canConnect(port)).toBe(false);
  expect(existsSync(join(folder, 'server.json'))).toBe(false);
});

test('one signal that arrives twice ends it in order, a second one at once', async () => {
  const { child } = await start();
  // As from a terminal, whose group npm is in as well. Different ones, since the system merges equal ones; a stopped
  // process receives both when it goes on.
  for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM'] as const) child.kill(signal);
  expect(await stop(child, 'SIGCONT')).toBe(0);

  const draining = await start({ FIHRIST_DRAIN_SECONDS: '3600' });
  draining.child.kill('SIGTERM');
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  await expect.poll(readiness).toBe(503);
  // Copies of the first signal arrive within a second.
  await setTimeout(1_100);
  expect(await stop(draining.child, 'SIGTERM')).toBe(1);
});

test('refuses a damaged database in one line, and does not listen before it can serve', async () => {
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'fihrist.sqlite'), 'نص '.repeat(3000));
  const data = join(folder, 'held');
  mkdirSync(data);
  await (await openSqlite(join(data, 'fihrist.sqlite'))).close();
  const holder = new DatabaseSync(join(data, 'fihrist.sqlite'));
  holder.exec('begin immediate');
  const [own, metrics] = [await freePort(), await freePort()];
  const settings = { FIHRIST_DATA: data, PORT: String(own), FIHRIST_METRICS: `127.0.0.1:${metrics}` };
  const refused = await start({ FIHRIST_DATA: damaged, FIHRIST_METRICS: `127.0.0.1:${await freePort()}` });
  expect([refused.code, refused.printed()]).toEqual([
    1,
    expect.stringMatching(/^\S+fihrist\.sqlite is damaged .*npm run fihrist -- restore <backup>\n$/),
  ]);

  const starting = start(settings);
  // It has the folder, and waits for the database.
  await expect.poll(() => existsSync(join(data, 'lock.sqlite'))).toBe(true);
  for (let turn = 0; turn < 20; turn++)
    for (const port of [own, metrics]) expect([port, await canConnect(port)]).toEqual([port, false]);
  holder.exec('rollback');
  holder.close();
  // The first connection that is taken is served.
  while (!(await canConnect(own)));
  expect((await fetch(`http://127.0.0.1:${own}/readyz`)).status).toBe(200);
  const capabilities = await fetch(`http://127.0.0.1:${own}/api/Capabilities`, {
    headers: { 'x-user-auth': KEY, 'x-bot': '1' },
  });
  expect(capabilities.status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${metrics}/metrics`)).status).toBe(200);
  expect(await stop((await starting).child, 'SIGTERM')).toBe(0);
});

/** A mount of its own, which ends with the process. */
const MOUNT = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', MOUNT, 'sh', tmpdir(), 'true']).status === 0;

test.skipIf(!canMount)('refuses a folder that is mounted read-only', async () => {
  const data = join(folder, 'read-only');
  mkdirSync(data);
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', MOUNT, 'sh', data, ...START], {
    env: environment({ FIHRIST_DATA: data }),
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    expect.stringMatching(/^\S+read-only is on a read-only file system\. .*FIHRIST_DATA\)\.\n$/),
  ]);
});

async function canConnect(to: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1');
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
