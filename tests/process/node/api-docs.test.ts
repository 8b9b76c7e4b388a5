/** The commands of docs/api.md, run as they stand there against a new server. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '#tests/support/server.ts';

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** The blocks of shell commands in a chapter. */
function commandsOf(text: string, chapter: string): string {
  const [, rest = ''] = text.split(`\n## ${chapter}\n`);
  // The sample document has headings too, in Arabic.
  const [own = ''] = rest.split(/\n## (?=[A-Z])/);
  return [...own.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block]) => block).join('\n');
}

test.skipIf(!hasTools)('upload, register, poll, ask and stream', async () => {
  const commands = commandsOf(await readFile('docs/api.md', 'utf8'), 'First answer in five steps');
  const folder = await mkdtemp(join(tmpdir(), 'fihrist-commands-'));
  const server = await startServer();
  try {
    const script = commands
      .replace('http://127.0.0.1:8787', server.origin)
      .replace(
        'npm run --silent fihrist --',
        `"${process.execPath}" "${resolve('gateway/node/operate/cli/fihrist.mjs')}"`,
      );
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], {
      cwd: folder,
      env: { ...process.env, FIHRIST_DATA: server.dataFolder },
    });
    const [status, rest = ''] = stdout.split(/\n(.*)/s);
    expect(status).toBe('sourceStatus 2');
    const [whole = '', ...events] = rest.split('data: ');
    const { Response: answered } = JSON.parse(whole) as { Response: { answer: string } };
    expect(answered.answer).toContain('الثامنة');
    const streamed = events.map((event) => JSON.parse(event) as { chunk?: string; final?: boolean });
    expect(streamed.map(({ chunk = '' }) => chunk).join('')).toBe(answered.answer);
    expect(streamed.at(-1)?.final).toBe(true);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
