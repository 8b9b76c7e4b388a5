import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { createTestGateway, ORIGIN, type TestGateway } from '#tests/support/gateway.ts';
import { openFile } from '#tests/support/open-test-database.ts';
import { useFolder } from '#tests/unit/node/backup/data.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

const folder = useFolder();
let stores: SqlStores;
let close: () => Promise<void>;
let gateway: TestGateway;
/** A gateway on the same database, which knows nothing of the commands. */
let serve: (path: string, secret: string, bot?: number) => Promise<number>;

beforeEach(async () => {
  const db = await openFile(join(folder(), 'fihrist.sqlite'));
  close = () => db.close();
  const clock = { now: () => new Date() };
  stores = createSqlStores(db, clock);
  await stores.bots.createIfMissing({ id: 1, name: 'دليل' }, new Date());
  await stores.ledger.ensure(1, 'text', 1000);
  gateway = await createTestGateway();
  const app = await createGateway({ ...gateway.ports, ...stores, clock });
  serve = async (path, secret, bot = 1) =>
    (await app.request(ORIGIN + path, { headers: { 'x-user-auth': secret, 'x-bot': String(bot) } })).status;
});
afterEach(async () => {
  await close();
  await gateway.close();
});

const fihrist = (...args: string[]) => runCommand(args, { FIHRIST_DATA: folder() });
const audited = async (botId: number) => (await stores.audit.list(botId, { offset: 0, limit: 50 })).items;

describe('keys', () => {
  test('are made, printed once and alone, and work at once beside the running server', async () => {
    const output = await fihrist(
      'keys',
      'create',
      'مراقب الحصة',
      '--role',
      'monitor',
      '--bot',
      '1',
      '--cap',
      'text=50',
    );
    expect([output.code, output.out]).toEqual([0, expect.stringMatching(/^fih_[\w-]{43}\n$/)]);
    expect(output.err).toMatch(/^Key \S+ \(monitor\) is shown only once/);
    const secret = output.out.trim();
    expect(await serve('/api/Capabilities', secret)).toBe(200);
    expect(await serve('/api/Keys', secret)).toBe(403);
    const { out } = await fihrist('keys', 'list');
    expect(out).toMatch(
      /^ID +BEGINS +ROLE +BOTS +STATE +EXPIRES +LAST USED +NAME\n\S+ +fih_.{4}… +monitor +1 +active +- +.* مراقب الحصة\n$/,
    );
    expect(out).not.toContain(secret);
    expect((await fihrist('keys', 'list', '--json')).json()).toMatchObject([
      {
        name: 'مراقب الحصة',
        role: 'monitor',
        bots: [1],
        caps: { text: 50 },
        createdBy: 'command',
        state: 'active',
      },
    ]);
    expect((await fihrist('keys', 'list', '--json')).out).not.toContain('hash');
    expect(await audited(1)).toMatchObject([
      {
        actor: { kind: 'command', keyId: '', name: 'fihrist keys create' },
        action: 'createKey',
        subject: { kind: 'key', name: 'مراقب الحصة' },
        outcome: 'done',
      },
    ]);
  });

  test('are rotated with an overlap, and revoked at once, by id or by how they begin', async () => {
    const first = (await fihrist('keys', 'create', 'خدمة', '--role', 'owner', '--all-bots')).out.trim();
    const prefix = first.slice(0, 8);
    const rotated = await fihrist('keys', 'rotate', prefix, '--overlap', '2');
    expect([rotated.code, rotated.err]).toEqual([0, expect.stringMatching(/The old key expires 20\d\d-/)]);
    const second = rotated.out.trim();
    expect([await serve('/api/Keys', first), await serve('/api/Keys', second)]).toEqual([200, 200]);
    const [old] = (await fihrist('keys', 'list', '--json')).json() as { id: string; state: string }[];
    expect(old?.state).toBe('replaced');
    const revoked = await fihrist('keys', 'revoke', old?.id ?? '');
    expect([revoked.code, revoked.out]).toEqual([0, `Revoked ${old?.id} (خدمة)\n`]);
    expect([await serve('/api/Keys', first), await serve('/api/Keys', second)]).toEqual([401, 200]);
    const last = await fihrist('keys', 'revoke', second.slice(0, 8));
    expect([last.code, last.out]).toEqual([1, '']);
    expect(last.err).toMatch(/owner/);
    expect(last.err).not.toContain('    at ');
    expect(await serve('/api/Keys', second)).toBe(200);
    const all = (await fihrist('keys', 'list', '--all', '--json')).json() as { state: string }[];
    expect(all.map(({ state }) => state)).toEqual(['revoked', 'active']);
    // A refusal changes and reveals nothing.
    expect((await audited(1)).map(({ action }) => action)).toEqual([
      'revokeKey',
      'rotateKey',
      'rotateKey',
      'createKey',
    ]);
  });

  test.each([
    [['create', 'أ'], 2, /--role is missing/],
    [['create', 'أ', '--role', 'boss', '--bot', '1'], 1, /role/],
    [['create', 'أ', '--role', 'owner'], 1, /bot/i],
    [['create', 'أ', '--role', 'owner', '--bot', '7'], 1, /7/],
    [['create', '', '--role', 'owner', '--bot', '1'], 1, /name/],
    [['create', 'أ', '--role', 'owner', '--bot', 'x'], 2, /--bot must be a whole number, not "x"/],
    [['create', 'أ', '--role', 'owner', '--bot', '1', '--expires', 'soon'], 2, /--expires must be a day/],
    [['create', 'أ', '--role', 'owner', '--bot', '1', '--expires', '2020-01-01'], 2, /in the past/],
    [
      ['create', 'أ', '--role', 'owner', '--bot', '1', '--cap', 'words=1'],
      2,
      /ledgers are text, speech, audio/,
    ],
    [['create', 'أ', '--role', 'owner', '--bot', '1', '--cap', 'text=9'], 1, /owner.*caps/],
    [['revoke', '-AbCdEfGhIjK'], 1, /key/i],
    [['rotate', 'x', '--overlap', '9999'], 1, /overlapHours/],
    [['destroy', 'x'], 2, /no command "keys destroy"/],
  ])('%j is refused with what is wrong', async (args, code, message) => {
    const outcome = await fihrist('keys', ...args);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toMatch(message);
    expect(outcome.err).not.toContain('    at ');
    expect(await stores.keys.list()).toEqual([]);
    expect(await audited(1)).toEqual([]);
  });

  test('key names cannot send control codes to a terminal', async () => {
    await fihrist('keys', 'create', 'x', '--role', 'owner', '--bot', '1');
    const [key] = await stores.keys.list();
    await stores.keys.change(key?.id ?? '', (stored) => ({ ...stored, name: 'a\u001b[2Jb' }), new Date());
    const { out } = await fihrist('keys', 'list');
    expect(out).toContain('a?[2Jb');
    expect(out).not.toContain('\u001b');
  });
});

describe('bots', () => {
  test('are made with their quotas, renamed, changed, archived and brought back', async () => {
    const output = await fihrist(
      'bots',
      'create',
      'خدمة العملاء',
      '--quota',
      'text=500',
      '--quota',
      'audio=none',
      '--period',
      'monthly',
      '--zone',
      'Asia/Riyadh',
    );
    expect([output.code, output.out, output.err]).toEqual([0, 'Created bot 2 (خدمة العملاء)\n', '']);
    expect((await fihrist('bots', 'list')).out).toMatch(
      /\n2 +in use +0 +0\/500 +0\/1000000 +- +monthly +خدمة العملاء\n$/,
    );
    expect((await fihrist('bots', 'rename', '2', 'الدعم')).out).toBe('Bot 2 (الدعم): in use\n');
    const set = await fihrist(
      'bots',
      'set',
      '2',
      '--quota',
      'text=900',
      '--concurrency',
      '3',
      '--host',
      'wiki.example',
      '--json',
    );
    expect(set.json()).toMatchObject({
      name: 'الدعم',
      settings: { concurrency: 3, allowedHosts: ['wiki.example'] },
      units: 0,
    });
    expect(await stores.ledger.state(2, 'text')).toMatchObject({
      total: 900,
      period: 'monthly',
      zone: 'Asia/Riyadh',
    });
    expect((await fihrist('bots', 'set', '2', '--concurrency', 'default', '--host', 'any')).code).toBe(0);
    const options = [
      '--keep-percent',
      '20',
      '--keep-days',
      '7',
      '--version-days',
      '400',
      '--version-count',
      '5',
    ];
    expect((await fihrist('bots', 'set', '2', ...options)).code).toBe(0);
    expect((await stores.bots.get(2))?.settings).toEqual({
      concurrency: null,
      allowedHosts: [],
      weakAnswers: 'hedged',
      keptPercent: 20,
      keptDays: 7,
      personChanges: 'at-once',
      ownChanges: 'unless-test-breaks',
      versionDays: 400,
      versionCount: 5,
      zoneChosen: true,
    });
    expect((await fihrist('bots', 'archive', '2')).out).toBe('Bot 2 (الدعم): archived\n');
    expect((await fihrist('bots', 'restore', '2')).out).toBe('Bot 2 (الدعم): in use\n');
    expect((await audited(2)).map(({ action, actor }) => [action, actor.name])).toEqual([
      ['restoreBot', 'fihrist bots restore'],
      ['archiveBot', 'fihrist bots archive'],
      ['changeBot', 'fihrist bots set'],
      ['changeBot', 'fihrist bots set'],
      ['changeBot', 'fihrist bots set'],
      ['changeBot', 'fihrist bots rename'],
      ['createBot', 'fihrist bots create'],
    ]);
    // Nothing of another bot's is told to the first.
    expect(await audited(1)).toEqual([]);
  });

  test.each([
    [['set', '1'], 2, /Nothing to set/],
    [['set', '1', '--zone', 'Mars/Base'], 1, /zone/],
    [['set', '1', '--quota', 'text=-5'], 2, /whole number/],
    [['set', '1', '--period', 'weekly'], 1, /period/],
    [['set', '9', '--period', 'daily'], 1, /9/],
    [['archive', 'دليل'], 2, /<bot> must be a whole number/],
    [['rename', '1'], 2, /<name> is missing/],
    [['create', ' '], 1, /name/],
  ])('%j is refused with what is wrong', async (args, code, message) => {
    const outcome = await fihrist('bots', ...args);
    expect([outcome.code, outcome.out]).toEqual([code, '']);
    expect(outcome.err).toMatch(message);
    expect(outcome.err).not.toContain('    at ');
    expect(await audited(1)).toEqual([]);
    expect((await stores.bots.get(1))?.version).toBe(1);
  });
});
