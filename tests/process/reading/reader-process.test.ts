import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { renderAs } from '#gateway/engine/rendering.ts';
import { processorWaitOf } from '#gateway/node/processes/reader/processor-wait.ts';
import { createReaderPool, readInChild } from '#gateway/node/processes/reader/reader-pool.ts';
import { spawnReader } from '#gateway/node/processes/reader/run-reader.ts';
import { spawnSandboxed, superviseSandboxed } from '#gateway/node/processes/reader/spawn-sandboxed.ts';
import { LONG_DOCUMENTS } from '#tests/support/long-documents.ts';

const FAILURES = {
  tooBig: new Error('tooBig'),
  tooLong: new Error('tooLong'),
  crashed: new Error('crashed'),
  interrupted: new Error('interrupted'),
};
const craft = 'tests/fixtures/craft/craft.Amiri.docx';
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fihrist-reader-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function place(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('reading in a process of its own', () => {
  test('gives the same blocks as reading in this process, and reports its resource use', async () => {
    const spent: { milliseconds: number; megabytes: number }[] = [];
    const document = await readInChild({
      path: craft,
      format: 'docx',
      observe: (usage) => spent.push(usage),
    });
    expect(document).toEqual(await readDocument(await readFile(craft), 'docx'));
    expect(spent).toHaveLength(1);
    expect(spent[0]?.milliseconds).toBeGreaterThan(0);
  });

  test('turns a document into text of another format', async () => {
    const texts: string[] = [];
    const pool = createReaderPool();
    await pool.render({ path: craft, format: 'docx', onText: (text) => void texts.push(text) }, 'md');
    expect(texts.join('')).toBe(renderAs(await readDocument(await readFile(craft), 'docx'), 'md'));
    pool.close();
  });

  test('turns a long document into text bit by bit, and stops where that cannot be stored', async () => {
    const { format, make } = LONG_DOCUMENTS['CSV rows']!;
    const path = await place('long.csv', make(80_000));
    const pool = createReaderPool();
    const texts: string[] = [];
    await pool.render({ path, format, onText: (text) => void texts.push(text) }, 'txt');
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(600_000);
    const lines = texts.join('').split('\n');
    expect(lines).toHaveLength(80_002);
    expect(lines.filter((line) => line.includes('الصنف'))).toHaveLength(1);
    const full = new Error('full');
    const onText = (): never => {
      throw full;
    };
    await expect(pool.render({ path, format, onText }, 'txt')).rejects.toBe(full);
    pool.close();
  });

  test('passes large documents through', async () => {
    const line = 'سطر من كتاب طويل جداً فيه كلمات كثيرة. ';
    const path = await place(
      'long.txt',
      Array.from({ length: 20_000 }, (_, index) => `${line}${index}`).join('\n\n'),
    );
    const document = await readInChild({ path, format: 'txt' });
    expect(document.blocks).toHaveLength(20_000);
    expect(document.blocks.at(-1)).toEqual({ kind: 'paragraph', text: `${line}19999` });
  });

  test('refuses bytes that differ from the stored ones', async () => {
    const path = await place('changed.txt', 'غيّره أحدهم');
    const hashed = { path, format: 'txt', sha256: hash('sha256', 'كما رُفع') } as const;
    await expect(readInChild(hashed)).rejects.toMatchObject({ code: 'file-changed' });
    const { blocks } = await readInChild({ ...hashed, sha256: hash('sha256', 'غيّره أحدهم') });
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'غيّره أحدهم' }]);
  });

  test('passes the hint on', async () => {
    const path = await place('old.txt', Uint8Array.from([0xe3, 0xd1, 0xcd, 0xc8, 0xc7]));
    const document = await readInChild({ path, format: 'txt', hint: { charset: 'windows-1256' } });
    expect(document).toEqual({
      blocks: [{ kind: 'paragraph', text: 'مرحبا' }],
      warnings: [],
      health: expect.any(Object),
    });
  });

  test.each([
    ['empty.txt', '', { code: 'empty-file' }],
    ['blank.txt', ' \n ', { code: 'no-text' }],
    ['broken.docx', 'PK\u0003\u0004 ليس أرشيفاً', { code: 'damaged' }],
  ])('says what is wrong with %s', async (name, content, expected) => {
    const path = await place(name, content);
    const format = name.endsWith('docx') ? 'docx' : 'txt';
    await expect(readInChild({ path, format })).rejects.toMatchObject({ name: 'ReadFailure', ...expected });
  });

  test('lets a missing file be the caller’s own mistake', async () => {
    await expect(readInChild({ path: join(folder, 'none'), format: 'txt' })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('limits', () => {
  test('ends a reader that takes too long', async () => {
    const failure = { code: 'timeout', parameters: { seconds: 0.01 } };
    await expect(
      readInChild({ path: craft, format: 'docx', limits: { seconds: 0.01 } }),
    ).rejects.toMatchObject(failure);
  });

  test('ends a reader that holds too much memory', async () => {
    const failure = { code: 'out-of-memory', parameters: { megabytes: 40 } };
    await expect(
      readInChild({ path: craft, format: 'docx', limits: { megabytes: 40 } }),
    ).rejects.toMatchObject(failure);
  });

  test('ends an endless computation by a signal with its reason', async () => {
    const child = spawnSandboxed('--eval=for (;;);', { megabytes: 200, cpuSeconds: 1 });
    const signal = await new Promise((resolve) => child.once('close', (_, endedBy) => resolve(endedBy)));
    expect(signal).toBe('SIGXCPU');
  });

  test.each([
    ['SIGSEGV', 'crashed'],
    ['SIGABRT', 'crashed'],
    ['SIGTERM', 'interrupted'],
    ['SIGINT', 'interrupted'],
    ['SIGKILL', 'interrupted'],
  ])('tells what ends a process from outside from what it does itself: %s', async (signal, expected) => {
    const child = spawn('/bin/sh', ['-c', `kill -s ${signal.slice(3)} $$`], { stdio: 'pipe' });
    const supervised = superviseSandboxed(child, { megabytes: 490, seconds: 20 }, FAILURES, undefined);
    await expect(supervised.checkExit()).rejects.toThrow(expected);
    supervised.stop();
  });

  test.each([
    ['a process that takes longer', () => 0, 'tooLong'],
    ['no process that waits for a processor', (passedMs: number) => passedMs, undefined],
  ])('a time limit ends %s', async (_, waitAfter, expected) => {
    const child = spawn('/bin/sh', ['-c', 'sleep 0.5'], { stdio: 'pipe' });
    const begun = performance.now();
    const limits = { megabytes: 490, seconds: 0.1 };
    const waitOf = () => waitAfter(performance.now() - begun);
    const supervised = superviseSandboxed(child, limits, FAILURES, undefined, waitOf);
    const error = await supervised.checkExit().catch((failure: unknown) => failure);
    supervised.stop();
    expect(error).toEqual(expected === undefined ? undefined : new Error(expected));
  });

  test.runIf(existsSync('/proc/self/schedstat'))('knows how long a process waited for a processor', () => {
    expect(processorWaitOf(process.pid)).toBeGreaterThan(0);
    expect(processorWaitOf(0)).toBe(0);
  });

  test('ends a reader whose caller is gone', async () => {
    const stop = new AbortController();
    const reading = readInChild({ path: craft, format: 'docx', signal: stop.signal });
    setTimeout(() => stop.abort(new Error('deleted meanwhile')), 30);
    await expect(reading).rejects.toThrow('deleted meanwhile');
  });

  test('reads a few at a time, and none after closing', async () => {
    const pool = createReaderPool({ atOnce: 1 });
    const path = await place('a.txt', 'نص');
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (number) => pool.read({ path, format: 'txt' }).then(() => order.push(number))),
    );
    expect(order).toEqual([1, 2, 3]);
    const cut = pool.read({ path: craft, format: 'docx' });
    pool.close();
    await expect(cut).rejects.toMatchObject({ name: 'AbortError' });
    await expect(pool.read({ path, format: 'txt' })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

/** Runs code under the very command line of a reader, with its seal, instead of the reader's own. */
async function runSealed(code: string): Promise<string> {
  const reader = spawnReader({ seconds: 5, megabytes: 256, pictureSeconds: 5 });
  const { spawnargs, spawnfile } = reader;
  reader.kill('SIGKILL');
  const seal = join(process.cwd(), 'gateway/node/processes/reader/deny-network.ts');
  const script = `import(${JSON.stringify(seal)}).then(async ({ denyNetwork }) => { denyNetwork(); ${code} }).then(() => console.log('DONE'), (error) => console.log(String(error.code ?? error.message)))`;
  const given = spawnargs.slice(1, -1);
  const { stdout } = await promisify(execFile)(spawnfile, [...given, '--eval', script], { env: {} });
  return stdout.trim();
}

describe('the sandbox of a reader', () => {
  const outside = JSON.stringify(join(tmpdir(), 'fihrist-outside'));
  test.each([
    ['read a file', `(await import('node:fs')).readFileSync('/etc/passwd')`, 'ERR_ACCESS_DENIED'],
    ['write a file', `(await import('node:fs')).writeFileSync(${outside}, 'x')`, 'ERR_ACCESS_DENIED'],
    [
      'start a process',
      `(await import('node:child_process')).execFileSync('/bin/true')`,
      'ERR_ACCESS_DENIED',
    ],
    [
      'start a worker',
      `new (await import('node:worker_threads')).Worker('0', { eval: true })`,
      'ERR_ACCESS_DENIED',
    ],
    ['connect', `(await import('node:net')).connect(9, '127.0.0.1')`, 'the reader process has no network'],
    [
      'ask over HTTP',
      `(await import('node:http')).get('http://127.0.0.1:9/')`,
      'the reader process has no network',
    ],
    [
      'look a name up',
      `(await import('node:dns')).lookup('localhost', () => {})`,
      'the reader process has no network',
    ],
    [
      'ask a name server',
      `new (await import('node:dns')).promises.Resolver()`,
      'the reader process has no network',
    ],
    [
      'send a datagram',
      `(await import('node:dgram')).createSocket('udp4')`,
      'the reader process has no network',
    ],
    [
      'see the environment',
      `if (Object.keys(process.env).some((name) => name !== 'PWD')) throw new Error('env')`,
      'DONE',
    ],
    ['use fetch', `if (typeof fetch !== 'undefined') throw new Error('fetch')`, 'DONE'],
  ])('%s', async (_, code, expected) => {
    expect(await runSealed(code)).toBe(expected);
  });
});
