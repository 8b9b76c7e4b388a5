/** A server whose event loop stands for as long as it may, by the limit that it is started with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/support/server.ts';

/** Makes a server hang once a file is there; not its children, which are started with the same options. */
const HANGS = `import { existsSync } from 'node:fs';
if (process.argv[1]?.endsWith('start.ts'))
  setInterval(function hang() { if (existsSync(process.env.HANG)) for (;;); }, 100);`;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-watchdog-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a server that hangs ends with one line, and the next one starts on its folder', async () => {
  const port = await freePort();
  const hang = join(folder, 'hang');
  const start = () => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(HANGS)}`,
        'gateway/node/server/start.ts',
        '--gateway-only',
      ],
      {
        env: { ...process.env, PORT: String(port), FIHRIST_DATA: join(folder, 'data'), HANG: hang },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let logged = '';
    child.stderr.on('data', (chunk: Buffer) => {
      logged += chunk.toString();
    });
    return { child, ended: once(child, 'close'), logged: () => logged };
  };
  const { child, ended, logged } = start();
  await Promise.race([once(child.stdout, 'data'), ended]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  writeFileSync(hang, '');
  expect(await ended).toEqual([70, null]);
  const last = JSON.parse(logged().trimEnd().split('\n').at(-1) ?? '') as unknown;
  expect(last).toMatchObject({ msg: 'event-loop-blocked', seconds: 30 });
  expect(last).toHaveProperty('at.0', expect.stringContaining('at hang'));

  rmSync(hang);
  const next = start();
  await Promise.race([once(next.child.stdout, 'data'), next.ended]);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  next.child.kill('SIGTERM');
  expect(await next.ended).toEqual([0, null]);
});
