/**
 * A backup is taken while files are uploaded, registered, indexed and asked, and a second server is started on what was
 * restored from it: it must answer the same. Then backups are killed half way.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';

const UNITS = 6;
const KILLS = 6;
const COMMAND = 'gateway/node/operate/cli/fihrist.mjs';

let folder = '';
let gateway: KillableGateway;
let client: PlainClient;
/** A key of a browser, which only the database knows. */
let browserKey = '';
const files = new Map<string, Uint8Array>();
const titles: string[] = [];

const data = () => join(folder, 'بيانات');
const fihrist = (...args: string[]) =>
  promisify(execFile)(process.execPath, [COMMAND, ...args, '--data', data(), '--json']);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-backup-'));
  gateway = await createKillableGateway(data());
  client = createPlainClient(gateway.origin, CRASH_KEY);
  await gateway.start();
  for (let number = 0; number < UNITS; number++) {
    const title = `دليل ${number}`;
    const text = `${title}: تصريح الدخول رقم ${number}${number}${number} صالح عشرة أيام من يوم صدوره.\n\n${'حشو '.repeat(5_000)}`;
    const bytes = new TextEncoder().encode(text);
    const file = await client.upload(`${title}.txt`, new Blob([bytes]));
    await client.register(title, file);
    files.set(new URL(file.FileUrl).pathname, bytes);
    titles.push(title);
  }
  await settle(client);
  const { stdout } = await fihrist('link');
  const { link } = JSON.parse(stdout) as { link: string };
  const session = await fetch(`${gateway.origin}/api/Session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: link.split('#code=')[1], name: 'متصفح' }),
  });
  browserKey = ((await session.json()) as { Response: { key: string } }).Response.key;
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('is consistent though taken under load, and a server on the restored copy answers the same', async () => {
  const before = await ask(client);
  const stopping = new AbortController();
  let done = 0;
  const working = Promise.all(
    [0, 1, 2].map(async (worker) => {
      for (let turn = 0; !stopping.signal.aborted; turn++, done++) await work(worker, turn);
    }),
  );
  await expect.poll(() => done).toBeGreaterThan(2);
  const from = done;
  const { stdout } = await fihrist('backup', join(folder, 'نسخة'));
  expect(done).toBeGreaterThan(from);
  stopping.abort();
  await working;
  const saved = JSON.parse(stdout) as { counts: { units: number; files: number }; faulty: unknown[] };
  expect(saved.faulty).toEqual([]);
  expect(saved.counts.units).toBeGreaterThanOrEqual(UNITS);

  const restored = join(folder, 'مستعاد');
  await promisify(execFile)(process.execPath, [COMMAND, 'restore', join(folder, 'نسخة'), '--data', restored]);
  const second = await createKillableGateway(restored);
  try {
    await second.start();
    const copy = createPlainClient(second.origin, browserKey);
    await settle(copy);
    const { items, total } = await copy.list();
    expect(total).toBe(saved.counts.units);
    // What was being indexed at that moment is indexed by the second server.
    expect(items.filter(({ sourceStatus }) => sourceStatus !== 2)).toEqual([]);
    expect(await ask(copy)).toEqual(before);
    for (const [path, bytes] of files) expect(await copy.download(second.origin + path)).toEqual(bytes);
    expect(second.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  } finally {
    await second.stop();
  }
}, 240_000);

test(`leaves nothing that looks like a backup when it is killed, ${KILLS} times`, async () => {
  const target = join(folder, 'مقتول');
  /** Exit codes of restoring what a kill left: of a whole backup, and of one that was cut off. */
  const codes: Record<'whole' | 'cut', number[]> = { whole: [], cut: [] };
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(process.execPath, [COMMAND, 'backup', target, '--data', data()], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (!existsSync(`${target}.unfinished`) && child.exitCode === null) await pause(2);
    await pause(kill * 5);
    child.kill('SIGKILL');
    await ended;
    // One that was quicker than the kill is whole.
    const outcome = existsSync(target) ? 'whole' : 'cut';
    const folderName = outcome === 'whole' ? target : `${target}.unfinished`;
    codes[outcome].push(await restoreTo(join(folder, `مستعاد ${kill}`), folderName));
    rmSync(target, { recursive: true, force: true });
  }
  expect(codes.cut.length).toBeGreaterThan(0);
  expect(codes).toEqual({ whole: codes.whole.map(() => 0), cut: codes.cut.map(() => 1) });
  await fihrist('backup', target);
  expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  expect(readdirSync(target).toSorted()).toEqual([
    'blobs',
    'fihrist.sqlite',
    'manifest.json',
    'sealing-key',
    'signing-secret',
  ]);
}, 240_000);

/** The exit code of restoring a folder. */
function restoreTo(to: string, from: string): Promise<number> {
  const child = spawn(process.execPath, [COMMAND, 'restore', from, '--data', to], { stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
}

async function settle(of: PlainClient): Promise<void> {
  while ((await of.list()).items.some((unit) => unit.sourceStatus < 2)) await pause(100);
}

/** The same question of every unit: words and passages. */
async function ask(of: PlainClient) {
  const answers = [];
  for (const title of titles) {
    const { answer, retrieved_documents: documents } = await of.answer('كم يومًا يصلح تصريح الدخول؟', [title]);
    answers.push({ answer, documents: documents.map(({ text, score }) => ({ text, score })) });
  }
  expect(JSON.stringify(answers)).toContain('عشرة أيام');
  return answers;
}

/** What goes on meanwhile: a new unit, a question. */
async function work(worker: number, turn: number): Promise<void> {
  const title = `جديد ${worker}-${turn}`;
  const file = await client.upload(
    `${title}.txt`,
    new Blob([`${title}: ساعات العمل من التاسعة إلى الخامسة.`]),
  );
  // All of them are indexed again on the copy.
  if (turn < 8) await client.register(title, file);
  await client.answer('كم يومًا يصلح تصريح الدخول؟', [titles[turn % UNITS] ?? '']);
}
