import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import { COMMANDS } from '#gateway/node/operate/cli/commands.ts';
import { createProgressBar } from '#gateway/node/operate/cli/context/progress.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { fillData, useFolder } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

const folder = useFolder();

describe('the command line', () => {
  test('lists every command, and tells more of each', async () => {
    for (const args of [[], ['help'], ['--help'], ['-h']]) {
      const { code, out, err } = await runCommand(args);
      expect([code, err]).toEqual([0, '']);
      for (const { name, summary } of COMMANDS) expect(out).toMatch(new RegExp(`  ${name}.*${summary}`));
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(121);
    }
    for (const { name, argNames, options = {}, withoutData = false } of COMMANDS) {
      const words = name.split(' ');
      const { code, out } = await runCommand(['help', ...words]);
      expect([code, out]).toEqual([0, (await runCommand([...words, '--help'])).out]);
      expect(out).toContain(`Usage: npm run fihrist -- ${[name, ...argNames].join(' ')} [options]`);
      for (const option of [...Object.keys(options), 'json', 'help']) expect(out).toContain(`  --${option}`);
      expect(out.includes('  --data')).toBe(!withoutData);
    }
  });

  test('explains a group of commands, however it is asked', async () => {
    const outputs = await Promise.all(
      [
        ['keys', '--help'],
        ['keys', '-h'],
        ['help', 'keys'],
        ['--help', 'keys'],
      ].map((args) => runCommand(args)),
    );
    for (const { code, out, err } of outputs) {
      expect([code, err]).toEqual([0, '']);
      expect(out.match(/^  keys \w+/gm)).toEqual([
        '  keys list',
        '  keys create',
        '  keys rotate',
        '  keys revoke',
      ]);
      expect(out).not.toContain('  backup');
    }
    const { code, out } = await runCommand(['keys', 'create', 'اسم', '-h']);
    expect([code, out]).toEqual([0, (await runCommand(['help', 'keys', 'create'])).out]);
  });

  test.each([
    [['bakup'], /There is no command "bakup"/],
    [['help', 'bakup'], /There is no command "bakup"/],
    [['keys'], /fihrist keys what\?/],
    [['keys', 'made', '--help'], /There is no command "keys made"/],
    [['backup', '--', '-h', '--help'], /"--help" is one argument too many/],
    [['backup'], /<folder> is missing/],
    [['backup', 'a', 'b'], /"b" is one argument too many/],
    [['link', '--loud'], /Unknown option '--loud'/],
    [['link', '--data'], /--data/],
    [['check', 'http://127.0.0.1', '--bot', '1', '--data', 'x'], /Unknown option '--data'/],
    [['check', 'http://127.0.0.1', '--bot', '1', '--seconds', '0'], /--seconds must be at least 1/],
    [['check', 'http://127.0.0.1', '--bot', '1', '--wait', '0'], /--wait must be at least 1/],
    [['test', '--file', 'a.csv'], /--gateway is missing/],
    [['test', '--gateway', 'http://127.0.0.1', '--file', 'a', '--concurrency', '21'], /from 1 to 20/],
  ])('%j is told what is wrong, with the usage', async (args, message) => {
    const { code, out, err } = await runCommand(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toContain('Usage: npm run fihrist -- ');
  });

  test('refuses a wrong setting by name, and a folder without data by what to do', async () => {
    const wrong = await runCommand(['link'], { FIHRIST_LOG: 'loud', FIHRIST_DATA: folder() });
    expect([wrong.code, wrong.out, wrong.err]).toEqual([1, '', expect.stringContaining('FIHRIST_LOG')]);
    const unknown = await runCommand(['link'], { FIHRIST_DATE: folder() });
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Did you mean FIHRIST_DATA?')]);
    const none = await runCommand(['link', '--data', join(folder(), 'nothing')]);
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringMatching(/no data in .*nothing yet.*npm start.*--data/),
    ]);
    expect(readdirSync(folder())).toEqual([]);
  });

  test('prints a link for people and for machines', async () => {
    await fillData(folder());
    const environment = { FIHRIST_DATA: folder(), FIHRIST_PUBLIC_URL: 'https://kb.example' };
    const plain = await runCommand(['link'], environment);
    expect([plain.code, plain.err]).toEqual([0, '']);
    expect(plain.out).toMatch(/^https:\/\/kb\.example\/#code=[\w-]{20,}\n$/);
    const machine = await runCommand(['link', '--json'], environment);
    expect(machine.json()).toEqual({ link: expect.stringMatching(/^https:\/\/kb\.example\/#code=/) });
  });

  test('lists processes with their work, and accepts changed secrets, which the audit log shows', async () => {
    await fillData(folder());
    const none = await runCommand(['processes', '--data', folder()]);
    expect([none.code, none.out]).toEqual([0, 'No process is running.\n']);
    const db = await openSqlite(join(folder(), 'fihrist.sqlite'));
    const clock = { now: () => new Date() };
    const stores = createSqlStores(db, clock, 'عملية', { name: 'gateway-1', version: '9.1' });
    await stores.processes.beat('server');
    await stores.processes.claim('alerts');
    const { out } = await runCommand(['processes', '--data', folder()]);
    expect(out).toMatch(/^ROLE .* NAME\nserver +9\.1 .*\d s ago +alerts +0 +0 +gateway-1\n$/);
    const machine = await runCommand(['processes', '--data', folder(), '--json']);
    expect(machine.json()).toMatchObject([{ role: 'server', name: 'gateway-1', tasks: ['alerts'] }]);
    const prints = createSecretFingerprintStore(db);
    await prints.keepFirst('FIHRIST_SEALING_KEY', 'بصمة');
    const accepted = await runCommand(['secrets', 'accept', '--data', folder()]);
    expect([accepted.code, accepted.err, await prints.find('FIHRIST_SEALING_KEY')]).toEqual([
      0,
      '',
      undefined,
    ]);
    expect((await stores.audit.list(1, { offset: 0, limit: 9 })).items).toMatchObject([
      { action: 'acceptSecrets', actor: { kind: 'command', name: 'fihrist secrets accept' } },
    ]);
    await db.close();
  });

  test('saves and restores, says so, and warns of what was lost before', async () => {
    const data = join(folder(), 'data');
    await fillData(data);
    const saved = await runCommand(['backup', join(folder(), 'نسخة'), '--data', data, '--json']);
    expect(saved.json()).toMatchObject({
      folder: join(folder(), 'نسخة'),
      counts: { units: 1, files: 3 },
      faulty: [],
      fileCount: 6,
    });
    const again = await runCommand(['backup', join(folder(), 'نسخة'), '--data', data]);
    expect([again.code, again.out, again.err]).toEqual([
      1,
      '',
      expect.stringMatching(/never overwrites.*\n$/),
    ]);
    const to = join(folder(), 'other');
    const restored = await runCommand(['restore', join(folder(), 'نسخة')], { FIHRIST_DATA: to });
    expect([restored.code, restored.err]).toEqual([0, '']);
    const db = await openSqlite(join(to, 'fihrist.sqlite'));
    const audit = createSqlStores(db, { now: () => new Date() }).audit;
    const { items } = await audit.list(1, { offset: 0, limit: 9 });
    await db.close();
    expect(items).toMatchObject([
      {
        action: 'restore',
        actor: { kind: 'command', name: 'fihrist restore' },
        subject: { kind: 'backup', name: 'نسخة' },
      },
    ]);
    expect(restored.out).toMatch(/^Restored to .*other \(units: 1, files: 3, as of \d{4}-\S+Z\)\n$/);
  });

  test('never brings an older database up to date: the server of that version may be running', async () => {
    await fillData(folder());
    const raw = new DatabaseSync(join(folder(), 'fihrist.sqlite'));
    raw.exec('update schema_version set version = 1');
    const { code, err } = await runCommand(['keys', 'list', '--data', folder()]);
    expect([code, err]).toEqual([1, expect.stringContaining('older version of Fihrist')]);
    const saved = await runCommand(['backup', `${folder()}-copy`, '--data', folder()]);
    expect([saved.code, saved.err]).toEqual([
      0,
      expect.stringMatching(/^Warning: this is missing in the audit log: .*older/),
    ]);
    expect(raw.prepare('select version from schema_version').get()).toEqual({ version: 1 });
    raw.close();
    rmSync(`${folder()}-copy`, { recursive: true });
  });

  test.skipIf(process.getuid?.() !== 0)(
    'is not run by another user, whose files the server could not read',
    async () => {
      const data = join(folder(), 'data');
      await fillData(data);
      vi.spyOn(process, 'getuid').mockReturnValue(65_534);
      const { code, err } = await runCommand(['link', '--data', data]);
      vi.restoreAllMocks();
      expect([code, err]).toEqual([1, expect.stringMatching(/belongs to another user \(uid 0\)/)]);
    },
  );

  test('runs by npx, on the bundled Node, and returns its exit code', async () => {
    // The tests themselves may have been started by npm, which tells its children how.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    const call = (program: string, ...args: string[]) => promisify(execFile)(program, args, { env });
    const { stdout } = await call('npx', 'fihrist', 'help', 'backup');
    expect(stdout).toContain('Usage: npm run fihrist -- backup <folder>');
    await expect(call('npx', 'fihrist', 'backup')).rejects.toMatchObject({ code: 2 });
    const script = await call('npm', 'run', '--silent', 'fihrist', '--', 'help', 'link');
    expect(script.stdout).toContain('Usage: npm run fihrist -- link');
  });
});

test('progress is drawn a few times a second, with what is left once that can be told', () => {
  const drawn: string[] = [];
  let now = 0;
  const progress = createProgressBar('Copying', (line) => drawn.push(line), { now: () => now });
  progress(0, 200_000_000);
  now = 50;
  progress(1_000_000, 200_000_000);
  now = 500;
  progress(5_500_000, 200_000_000);
  now = 10_000;
  progress(50_000_000, 200_000_000);
  now = 20_000;
  progress(60_000_000, 2_000_000_000);
  expect(drawn).toEqual([
    'Copying 0 %, 0.0 of 200 MB',
    'Copying 2 %, 5.5 of 200 MB',
    'Copying 25 %, 50 of 200 MB, 30 s left',
    'Copying 3 %, 60 of 2000 MB, 11 min left',
  ]);
});

test('wipes a progress line before the next output', async () => {
  const data = join(folder(), 'data');
  await fillData(data);
  const { err, out } = await runCommand(['backup', join(folder(), 'b'), '--data', data], {}, true);
  const wipe = '\r\u001b[K';
  expect(err.startsWith(`${wipe}Copying `)).toBe(true);
  expect(err.endsWith(wipe)).toBe(true);
  expect(out).toMatch(/^Saved to .*b \(units: 1, files: 3, \d\.\d MB\)\n$/);
});
