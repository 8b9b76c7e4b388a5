/** An unwritable log ends no process and blocks no call. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, startArguments } from '#tests/support/server.ts';

let folder = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-log-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A message of a child, or an error where it ends instead. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`ended with ${code ?? signal}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  return message;
}

// A device whose every write fails as on a full disk.
test.skipIf(!existsSync('/dev/full'))(
  'a server whose log is full answers, counts lines and ends',
  async () => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [...startArguments(), '--gateway-only'], {
      env: {
        ...process.env,
        PORT: String(port),
        FIHRIST_DATA: join(folder, 'data'),
        FIHRIST_METRICS: `127.0.0.1:${metricsPort}`,
      },
      stdio: ['ignore', 'pipe', full],
    });
    closeSync(full);
    children.push(child);
    const ended = once(child, 'exit');
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), ended]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const [, dropped] = /^fihrist_log_lines_dropped (\d+)$/mu.exec(figures) ?? [];
    expect(Number(dropped)).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);

test('lines wait for the reader of a pipe that standard output shares', async () => {
  const script = `
    import { createLog } from '#gateway/node/server/logging.ts';
    console.log('link');
    const log = createLog('info');
    for (let burst = 0; burst < 20; burst++) {
      for (let line = 0; line < 300; line++) log.info('asked', { line, text: 'سؤال'.repeat(20) });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }`;
  const shared = '"$0" --input-type=module -e "$1" 2>&1 | tee "$2" > /dev/null';
  const file = join(folder, 'log');
  const child = spawn('/bin/sh', ['-c', shared, process.execPath, script, file], { stdio: 'ignore' });
  children.push(child);
  expect(await once(child, 'exit')).toEqual([0, null]);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const dropped = lines.flatMap((line) => /"count":(\d+),"msg":"log-lines-dropped"/.exec(line)?.[1] ?? []);
  // A reader that gets no time on a busy machine may still lose lines, which are counted.
  const writtenLines = lines.filter((line) => line.includes('"msg":"asked"')).length;
  expect(writtenLines + dropped.map(Number).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5_900);
  expect(writtenLines).toBeGreaterThan(3_000);
});

test('lines that find no room are dropped, and counted in one line once there is some', async () => {
  const file = join(folder, 'log');
  const script = `
    import { createLog } from '#gateway/node/server/logging.ts';
    const log = createLog('info');
    process.on('message', (count) => {
      for (let line = 0; line < count; line++) log.info('asked', { line, text: 'سؤال'.repeat(20) });
      process.send(log.droppedLines());
    });
    process.send('ready');`;
  // Files of this process grow to a few blocks, then each write fails; the last one that succeeds is cut.
  const limited = 'ulimit -f 8 && exec "$0" --input-type=module -e "$1" 2>> "$2"';
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, script, file], {
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  expect(await messageOf(child)).toBe('ready');
  child.send(200);
  const dropped = Number(await messageOf(child));
  expect(dropped).toBeGreaterThan(100);
  const length = readFileSync(file).length;
  expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(false);

  // Room again, behind a part of a line.
  truncateSync(file, length - Math.floor(length / 2));
  child.send(2);
  expect(await messageOf(child)).toBe(dropped);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-3);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 30, msg: 'asked', line: 0 },
    { level: 40, msg: 'log-lines-dropped', count: dropped },
    { level: 30, msg: 'asked', line: 1 },
  ]);
});
