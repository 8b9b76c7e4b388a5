/** The command line as npm packs it, run in a folder that holds nothing else of the project. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { personsEnvironment, type RunningServer, startServer } from '#tests/support/server.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const KEY = 'packed-test-key-of-the-operator';
const GUIDE = '# رسوم الخدمات\n\n## تجديد البطاقة\n\nرسوم تجديد البطاقة 400 ريال.\n';
const RENEWAL = 'كم رسوم تجديد البطاقة؟';

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer({ FIHRIST_API_KEY: KEY });
  folder = await mkdtemp(join(tmpdir(), 'fihrist-packed-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('asks any gateway the questions of a file, and ends with what a build server reads', async () => {
  const client = createPlainClient(server.origin, KEY);
  const file = await client.upload('رسوم.md', new Blob([GUIDE], { type: 'text/markdown' }));
  await waitForStatus(client, [await client.register('رسوم', file)]);

  await run('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, env: personsEnvironment() });
  const [archive = ''] = await readdir(folder);
  await run('tar', ['-xzf', archive], { cwd: folder });
  // As `npm ci` in the folder would have them.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'package/node_modules'));

  const fihrist = async (fee: string, ...more: string[]) => {
    const tests = [
      { question: RENEWAL, contains: [fee] },
      { question: RENEWAL, quotes: ['400 ريال'] },
    ];
    await writeFile(join(folder, 'tests.jsonl'), tests.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const command = ['package/gateway/node/operate/cli/fihrist.mjs', 'test', '--gateway', server.origin];
    return run(process.execPath, [...command, '--file', 'tests.jsonl', '--json', ...more], {
      cwd: folder,
      env: { ...personsEnvironment(), FIHRIST_CHECK_KEY: KEY },
    });
  };
  const { stdout } = await fihrist('400');
  expect(JSON.parse(stdout)).toMatchObject({ counts: { passes: 2 }, passRate: 1 });
  await expect(fihrist('450')).rejects.toMatchObject({ code: 1 });
  expect(JSON.parse((await fihrist('450', '--fail-under', '0.5')).stdout)).toMatchObject({
    counts: { passes: 1, fails: 1 },
  });
});
