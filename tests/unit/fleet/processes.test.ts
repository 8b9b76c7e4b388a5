import { DEAD_AFTER_MS } from '#gateway/core/fleet.ts';
import { releaseAbandoned } from '#gateway/modules/fleet/services/heartbeat.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { addUnit, describeStores, later, type OpenStores } from '#tests/support/stores.ts';
import { expect, it } from 'vitest';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** Another process on the same database. */
const join = async ({ db, time }: OpenStores, id: string, skewMs = 0): Promise<SqlStores> => {
  const clock = { now: () => new Date(time.now.getTime() + skewMs) };
  // The store's clock, which is nobody's own.
  const stores = createSqlStores({ ...db, now: () => Promise.resolve(time.now.getTime()) }, clock, id);
  await stores.processes.beat('server');
  return stores;
};
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
  it('free nothing of those that live when another starts: 100 granted, 100 served', async () => {
    const first = await join(open(), 'first');
    await first.ledger.grant(1, 'text', 100);
    expect(await reserve(first, open(), 'أولى', 100)).toEqual({ reserved: true });
    const second = await join(open(), 'second');
    expect(await releaseAbandoned({ ...second, log })).toBe(0);
    expect(await reserve(second, open(), 'ثانية', 100)).toMatchObject({ reserved: false });
    await first.ledger.settle(1, 'أولى', { amount: 100, estimated: false });
    expect(await second.ledger.state(1, 'text')).toMatchObject({ used: 100, reserved: 0 });
  });

  it('free what a dead one held: reservations, intents, leases; and nothing twice', async () => {
    const dead = await join(open(), 'dead');
    await dead.ledger.grant(1, 'text', 100);
    await reserve(dead, open(), 'معلقة', 60);
    await intent(dead, open());
    await addUnit(open(), 'دليل');
    expect(await dead.jobs.lease('dead', 3_600_000)).toMatchObject({ attempt: 1 });
    later(open(), DEAD_AFTER_MS - 1);
    const heir = await join(open(), 'heir');
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

  it('free at once what one held that said goodbye, and leave rows without an owner to their age', async () => {
    const leaving = await join(open(), 'leaving');
    await leaving.ledger.grant(1, 'text', 100);
    await reserve(leaving, open(), 'مهجورة', 10);
    await reserve(open(), open(), 'بلا مالك', 20);
    await leaving.processes.remove('leaving');
    const other = await join(open(), 'other');
    expect(await other.ledger.releaseAbandoned()).toBe(1);
    expect(await other.ledger.state(1, 'text')).toMatchObject({ reserved: 20 });
  });

  it('share tasks: one has it, another takes over when that one is dead or gone', async () => {
    const one = await join(open(), 'one');
    const two = await join(open(), 'two');
    const claims = await Promise.all([one, two].map(({ processes }) => processes.claim('embedding')));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const [owner, other] = claims[0] ? [one, two] : [two, one];
    expect(await other.processes.claim('embedding')).toBe(false);
    expect(await other.processes.claim('alerts')).toBe(true);
    later(open(), DEAD_AFTER_MS);
    await other.processes.beat('server');
    expect(await other.processes.claim('embedding')).toBe(true);
    expect(await owner.processes.claim('embedding')).toBe(false);
    await other.processes.remove(other.processes.ownId ?? '');
    await owner.processes.beat('server');
    expect(await owner.processes.claim('embedding')).toBe(true);
    expect(await owner.processes.removeDead()).toBe(0);
  });

  it('steal no lease by a clock of their own that is half a minute fast, nor give one longer', async () => {
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
});
