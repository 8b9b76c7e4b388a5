import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { openFile } from '#tests/support/open-test-database.ts';
import { useFolder } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

const folder = useFolder();
let stores: SqlStores;
let close: () => Promise<void>;
beforeEach(async () => {
  const db = await openFile(join(folder(), 'fihrist.sqlite'));
  close = () => db.close();
  // What is queued in one millisecond has no order.
  let calls = 0;
  stores = createSqlStores(db, { now: () => new Date(Date.now() + calls++) });
  await stores.bots.createIfMissing({ id: 1, name: 'دليل' }, new Date());
  await stores.queue.ensure({ botId: 1, kind: 'deliver', subject: '7' }, { delayMs: 60_000 });
  await stores.queue.ensure({ botId: 0, kind: 'chore', subject: 'units.rows' }, { delayMs: 61_000 });
});
afterEach(() => close());

const fihrist = (...args: string[]) => runCommand(['jobs', ...args], { FIHRIST_DATA: folder() });
const listed = async () =>
  (await stores.queue.list({}, { offset: 0, limit: 9 })).items.map(({ subject }) => subject);

test('are listed in their order, and filtered', async () => {
  const { out, code } = await fihrist();
  expect(code).toBe(0);
  expect(out).toMatch(
    /^BOT +KIND +SUBJECT +STATE +DONE +TRIES +SINCE +NEXT +NAME\n.*deliver +7 +scheduled +- +0 .*\n0 +chore +units\.rows/,
  );
  expect((await fihrist('--kind', 'chore', '--json')).json()).toMatchObject({
    jobs: [{ botId: 0, kind: 'chore', subject: 'units.rows', state: 'scheduled', name: null }],
    total: 1,
    pauses: [],
  });
  expect((await fihrist('--limit', '1')).out).toContain('1 of 2 jobs');
  expect((await fihrist('--bot', '9')).out).toBe('No job is waiting or running.\n');
  expect(await fihrist('--kind', 'sweep')).toMatchObject({ code: 2 });
});

test('are changed, which the audit log records with the command', async () => {
  expect(await fihrist('first', '0', 'chore', 'units.rows')).toMatchObject({ code: 0 });
  expect(await listed()).toEqual(['units.rows', '7']);
  expect(await fihrist('retry', '1', 'deliver', '7')).toMatchObject({ code: 0 });
  expect(await stores.queue.get({ botId: 1, kind: 'deliver', subject: '7' })).toMatchObject({
    state: 'waiting',
  });
  expect(await fihrist('cancel', '1', 'deliver', '7')).toMatchObject({ code: 0 });
  expect(await listed()).toEqual(['units.rows']);
  const again = await fihrist('cancel', '1', 'deliver', '7');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('no longer in the queue')]);
  const { items } = await stores.audit.list(1, { offset: 0, limit: 9 });
  expect(items.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['cancelJob', 'fihrist jobs cancel'],
    ['retryJob', 'fihrist jobs retry'],
    ['putJobFirst', 'fihrist jobs first'],
  ]);
});

test('of a kind are paused and resumed, for one bot or for all', async () => {
  await fihrist('pause', 'deliver', '--bot', '1');
  await fihrist('pause', 'index');
  const { out } = await fihrist();
  expect(out).toMatch(/^Paused: deliver of bot 1, since .*\nPaused: index of every bot, since /);
  await fihrist('resume', 'deliver', '--bot', '1');
  expect(await stores.queue.pauses()).toMatchObject([{ botId: 0, kind: 'index' }]);
});
