import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

const LIMIT_MS = 1_500;
/** Longer than the limit by a multiple of the ticks that an idle machine could be late. */
const PAUSE_MS = 2 * LIMIT_MS;

/** A process that a watchdog of a short limit watches, and what it does when told to on its channel. */
async function startWatched(action: string, options = '{ level: "info", process: "gw-1" }') {
  const script = `
    import { startWatchdog } from '#gateway/node/server/watchdog.ts';
    import { execFileSync } from 'node:child_process';
    const watchdog = startWatchdog(${options}, ${LIMIT_MS});
    process.on('message', async function hang(what) {
      if (what === 'ping') return process.send('pong');
      ${action}
    });
    process.send('watched');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  let logged = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const ended = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  await once(child, 'message');
  return { child, ended, logged: () => logged };
}

describe('a process whose event loop stands', () => {
  test.each([
    ['in a loop', 'for (;;);'],
    ['in a regular expression', '/^(a+)+$/.test("a".repeat(60) + "b");'],
  ])('%s ends with a code of its own and one line that says where', async (_, action) => {
    const { child, ended, logged } = await startWatched(action);
    child.send('hang');
    expect(await ended).toEqual([70, null]);
    expect(JSON.parse(logged())).toEqual({
      level: 50,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      process: 'gw-1',
      seconds: LIMIT_MS / 1000,
      at: expect.arrayContaining([expect.stringMatching(/^at hang \(.+:\d+\)$/)]),
      msg: 'event-loop-blocked',
    });
  });

  test('outside of JavaScript is killed, with a line that does not say where', async () => {
    // A program that waits for its input, in place of a system call that does not return.
    const wait = 'execFileSync("cat", { stdio: ["inherit", "ignore", "ignore"] });';
    const { child, ended, logged } = await startWatched(wait);
    child.send('hang');
    expect(await ended).toEqual([null, 'SIGKILL']);
    child.stdin?.end();
    expect(JSON.parse(logged())).toMatchObject({ level: 50, msg: 'event-loop-blocked' });
  });

  test('logs nothing where nothing is logged', async () => {
    const { child, ended, logged } = await startWatched('for (;;);', '{ level: "silent" }');
    child.send('hang');
    expect(await ended).toEqual([70, null]);
    expect(logged()).toBe('');
  });
});

describe('a process is not ended', () => {
  test('that was stopped for longer than the limit, and goes on', async () => {
    const { child, ended, logged } = await startWatched('');
    child.kill('SIGSTOP');
    await sleep(PAUSE_MS);
    child.kill('SIGCONT');
    await sleep(PAUSE_MS);
    child.send('ping');
    expect(await Promise.race([once(child, 'message'), ended])).toEqual(['pong', undefined]);
    expect(logged()).toBe('');
    child.kill('SIGKILL');
    await ended;
  });

  test('that ended its watch before long work', async () => {
    const { child, ended, logged } = await startWatched(`
      await watchdog.stop();
      execFileSync('sleep', ['${PAUSE_MS / 1000}']);
      process.send('done');`);
    child.send('work');
    expect(await Promise.race([once(child, 'message'), ended])).toEqual(['done', undefined]);
    expect(logged()).toBe('');
    child.kill('SIGKILL');
    await ended;
  });
});
