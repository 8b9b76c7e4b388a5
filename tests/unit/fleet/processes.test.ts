import { expect, test } from 'vitest';
import { DEAD_AFTER_MS, HEARD_WITHIN_MS, HEARTBEAT_INTERVAL_MS } from '#gateway/core/fleet.ts';
import { createSecretFingerprintStore } from '#gateway/modules/access/sql/secret-fingerprints.ts';
import type { TaskLocks } from '#gateway/sql/database.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { releaseAbandoned } from '#gateway/sweep.ts';
import { addUnit, describeStores, later, type OpenStores, publish } from '#tests/support/stores.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Another process on the same database. */
const join = async (
  { db, time }: OpenStores,
  id: string,
  skewMs = 0,
  taskLocks?: TaskLocks,
): Promise<SqlStores> => {
  const clock = { now: () => new Date(time.now.getTime() + skewMs) };
  // The store's clock, which differs from every process clock.
  const now = () => Promise.resolve(time.now.getTime());
  const description = { name: `خادم ${id}`, version: '1.0' };
  const stores = createSqlStores({ ...db, now, ...(taskLocks ? { taskLocks } : {}) }, clock, id, description);
  await stores.processes.beat('server');
  return stores;
};
/** Time goes by while only these are heard. */
async function laterHearing(open: OpenStores, ms: number, ...witnesses: SqlStores[]): Promise<void> {
  for (let remaining = ms; remaining > 0; remaining -= HEARTBEAT_INTERVAL_MS) {
    later(open, Math.min(remaining, HEARTBEAT_INTERVAL_MS));
    for (const { processes } of witnesses) await processes.beat('server');
  }
}
const reserve = ({ ledger }: SqlStores, { time }: OpenStores, requestId: string, amount: number) =>
  ledger.reserve({
    botId: 1,
    ledger: 'text',
    requestId,
    keyId: 'مفتاح',
    action: 'answer',
    amount,
    on: time.now,
  });
const intent = ({ audit }: SqlStores, { time }: OpenStores) =>
  audit.openIntent({
    botId: 1,
    on: time.now,
    actor: { kind: 'key', keyId: 'k', name: 'شاشة' },
    address: '',
    requestId: '',
    action: 'updateUnit',
    subject: { kind: 'unit', id: '1' },
  });

describeStores('processes', (open) => {
  test('free nothing of live processes when another starts: 100 granted, 100 served', async () => {
    const first = await join(open(), 'first');
    await first.ledger.grant(1, 'text', 100);
    expect(await reserve(first, open(), 'أولى', 100)).toEqual({ reserved: true });
    const second = await join(open(), 'second');
    expect(await releaseAbandoned({ ...second, log })).toBe(0);
    expect(await reserve(second, open(), 'ثانية', 100)).toMatchObject({ reserved: false });
    await first.ledger.settle(1, 'أولى', { amount: 100, estimated: false });
    expect(await second.ledger.state(1, 'text')).toMatchObject({ used: 100, reserved: 0 });
  });

  test('free the reservations, intents and leases of a dead process, each once', async () => {
    const dead = await join(open(), 'dead');
    await dead.ledger.grant(1, 'text', 100);
    await reserve(dead, open(), 'معلقة', 60);
    await intent(dead, open());
    await addUnit(open(), 'دليل');
    expect(await dead.jobs.lease('dead', 3_600_000)).toMatchObject({ attempt: 1 });
    const heir = await join(open(), 'heir');
    await laterHearing(open(), DEAD_AFTER_MS - 1, heir);
    expect(await releaseAbandoned({ ...heir, log })).toBe(0);
    later(open(), 1);
    expect(await releaseAbandoned({ ...heir, log })).toBe(3);
    expect(await releaseAbandoned({ ...heir, log })).toBe(0);
    expect(await heir.ledger.state(1, 'text')).toMatchObject({ used: 0, reserved: 0 });
    expect((await heir.audit.list(1, { offset: 0, limit: 10 })).items).toMatchObject([
      { outcome: 'unknown' },
    ]);
    expect(await heir.jobs.lease('heir', 1000)).toMatchObject({ attempt: 2 });
  });

  test('free nothing of live processes after a silence of all, as in an outage of the database', async () => {
    const early = await join(open(), 'early');
    const late = await join(open(), 'late');
    await late.ledger.grant(1, 'text', 100);
    await reserve(late, open(), 'جارية', 60);
    await intent(late, open());
    await addUnit(open(), 'دليل');
    await late.jobs.lease('late', 3_600_000);
    expect(await late.processes.claim('alerts')).toBe(true);
    later(open(), DEAD_AFTER_MS + 10_000);
    // The first to be heard again, and one that starts in that moment.
    await early.processes.beat('server');
    const newcomer = await join(open(), 'newcomer');
    for (const stores of [early, newcomer]) {
      expect(await releaseAbandoned({ ...stores, log })).toBe(0);
      expect(await stores.processes.removeDead()).toBe(0);
      expect(stores.processes.peekServers()).toContain('late');
      expect((await stores.processes.list()).map(({ id }) => id)).toContain('late');
      expect(await stores.processes.claim('alerts')).toBe(false);
    }
    await laterHearing(open(), DEAD_AFTER_MS - 1, early, newcomer);
    expect(await releaseAbandoned({ ...early, log })).toBe(0);
    later(open(), 1);
    await early.processes.beat('server');
    expect(early.processes.peekServers().toSorted()).toEqual(['early', 'newcomer']);
    expect(await releaseAbandoned({ ...early, log })).toBe(3);
    expect(await early.processes.claim('alerts')).toBe(true);
  });

  test('do not count a process as a witness that was away itself', async () => {
    const silent = await join(open(), 'silent');
    await silent.ledger.grant(1, 'text', 100);
    await reserve(silent, open(), 'معلقة', 60);
    const other = await join(open(), 'other');
    for (const _ of [1, 2, 3]) {
      later(open(), HEARD_WITHIN_MS);
      await other.processes.beat('server');
    }
    expect(await releaseAbandoned({ ...other, log })).toBe(0);
    await laterHearing(open(), DEAD_AFTER_MS, other);
    expect(await releaseAbandoned({ ...other, log })).toBe(1);
  });

  test('free the work of a process that ended properly at once, and rows without an owner by age', async () => {
    const leaving = await join(open(), 'leaving');
    await leaving.ledger.grant(1, 'text', 100);
    await reserve(leaving, open(), 'مهجورة', 10);
    await reserve(open(), open(), 'بلا مالك', 20);
    await leaving.processes.remove('leaving');
    const other = await join(open(), 'other');
    expect(await other.ledger.releaseAbandoned()).toBe(1);
    expect(await other.ledger.state(1, 'text')).toMatchObject({ reserved: 20 });
  });

  test('share tasks: one process owns a task, another takes over after its death or end', async () => {
    const first = await join(open(), 'one');
    const two = await join(open(), 'two');
    const claims = await Promise.all([first, two].map(({ processes }) => processes.claim('embedding')));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const [owner, other] = claims[0] ? [first, two] : [two, first];
    expect(await other.processes.claim('embedding')).toBe(false);
    expect(await other.processes.claim('alerts')).toBe(true);
    await laterHearing(open(), DEAD_AFTER_MS, other);
    expect(await other.processes.claim('embedding')).toBe(true);
    expect(await owner.processes.claim('embedding')).toBe(false);
    await other.processes.remove(other.processes.ownId ?? '');
    await owner.processes.beat('server');
    expect(await owner.processes.claim('embedding')).toBe(true);
    expect(await owner.processes.removeDead()).toBe(0);
  });

  test('neither steal nor extend a lease by a process clock that is half a minute fast', async () => {
    await addUnit(open(), 'دليل');
    const right = await join(open(), 'right');
    const fast = await join(open(), 'fast', 30_000);
    expect(await right.jobs.lease('right', 20_000)).toMatchObject({ attempt: 1 });
    expect(await fast.jobs.lease('fast', 20_000)).toBeUndefined();
    expect(await releaseAbandoned({ ...fast, log })).toBe(0);
    later(open(), 20_000);
    expect(await fast.jobs.lease('fast', 20_000)).toMatchObject({ attempt: 2 });
    later(open(), 20_000);
    expect(await right.jobs.lease('right', 20_000)).toMatchObject({ attempt: 3 });
  });

  test('know the servers that live as of their own heartbeat, and what an operator sees of each', async () => {
    const first = await join(open(), 'one');
    const two = await join(open(), 'two');
    expect([first.processes.peekServers(), two.processes.peekServers().toSorted()]).toEqual([
      ['one'],
      ['one', 'two'],
    ]);
    await first.ledger.grant(1, 'text', 100);
    await reserve(first, open(), 'جارية', 10);
    await addUnit(open(), 'دليل');
    await first.jobs.lease('one', 60_000);
    await first.processes.claim('alerts');
    await two.processes.beat('server');
    await laterHearing(open(), DEAD_AFTER_MS - 1, first);
    later(open(), 1);
    const seenOn = new Date(open().time.now.getTime() - 1);
    expect(await first.processes.list()).toEqual([
      {
        id: 'one',
        role: 'server',
        name: 'خادم one',
        version: '1.0',
        startedOn: new Date(open().time.now.getTime() - DEAD_AFTER_MS),
        seenOn,
        silentMs: 1,
        tasks: ['alerts'],
        leases: 1,
        reservations: 1,
      },
    ]);
    await first.processes.beat('server');
    expect(first.processes.peekServers()).toEqual(['one']);
  });

  test('release their tasks before they end', async () => {
    const [leaving, staying] = [await join(open(), 'leaving'), await join(open(), 'staying')];
    expect(await leaving.processes.claim('alerts')).toBe(true);
    expect(await staying.processes.claim('alerts')).toBe(false);
    await leaving.processes.releaseTasks();
    expect(await staying.processes.claim('alerts')).toBe(true);
  });

  test("follow the database's own lock if it has one, at once and whatever the rows say", async () => {
    const held = new Map<string, string>();
    const locksOf = (id: string): TaskLocks => ({
      tryHold: async (task) => (held.get(task) ?? held.set(task, id).get(task)) === id,
      releaseAll: async () => held.clear(),
    });
    const [first, two] = [
      await join(open(), 'one', 0, locksOf('one')),
      await join(open(), 'two', 0, locksOf('two')),
    ];
    expect(await first.processes.claim('sweep')).toBe(true);
    expect(await two.processes.claim('sweep')).toBe(false);
    // The connection of a process that was killed is gone at once, its heartbeat is not.
    held.clear();
    expect(await two.processes.claim('sweep')).toBe(true);
    expect(await first.processes.claim('sweep')).toBe(false);
    expect((await two.processes.list()).map(({ id, tasks }) => [id, ...tasks])).toEqual(
      expect.arrayContaining([['one'], ['two', 'sweep']]),
    );
    await two.processes.releaseTasks();
    expect(await first.processes.claim('sweep')).toBe(true);
  });

  test('queue units of another index version once, also when two processes start together', async () => {
    await addUnit(open(), 'دليل');
    await publish(open(), ['نص']);
    const [first, two] = [await join(open(), 'one'), await join(open(), 'two')];
    const queued = await Promise.all([first, two].map(({ jobs }) => jobs.queueOutdated(2, 100)));
    expect(queued.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  test('keep the first fingerprint of a secret until a change is accepted', async () => {
    const prints = createSecretFingerprintStore(open().db);
    expect(await prints.find('KEY')).toBeUndefined();
    const fingerprints = await Promise.all(['أول', 'ثان'].map((print) => prints.keepFirst('KEY', print)));
    expect(new Set(fingerprints).size).toBe(1);
    expect(await prints.find('KEY')).toBe(fingerprints[0]);
    expect(await prints.forgetAll()).toBe(1);
    expect(await prints.keepFirst('KEY', 'ثالث')).toBe('ثالث');
  });

  test('count wrong keys together, forget them in time and keep no more than there is room for', async () => {
    const [first, two] = [await join(open(), 'one'), await join(open(), 'two')];
    const quarter = 15 * 60_000;
    const add = (stores: SqlStores, network: string, wrong = 1) =>
      stores.loginAttempts.add([{ network, wrong }], quarter);
    expect(await add(first, '198.51.100.7', 3)).toEqual([{ network: '198.51.100.7', wrong: 3 }]);
    expect(await add(two, '198.51.100.7')).toEqual([{ network: '198.51.100.7', wrong: 4 }]);
    later(open(), quarter);
    expect(await add(two, '198.51.100.7')).toEqual([{ network: '198.51.100.7', wrong: 1 }]);
    expect(await first.loginAttempts.sweep(quarter, 10)).toBe(0);
    for (const last of [1, 2, 3]) {
      later(open(), 1);
      await add(first, `203.0.113.${last}`);
    }
    expect(await first.loginAttempts.sweep(quarter, 2)).toBe(2);
    later(open(), quarter);
    expect(await first.loginAttempts.sweep(quarter, 2)).toBe(2);
  });
});
