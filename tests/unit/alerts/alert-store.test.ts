import { expect, test } from 'vitest';
import type { NewAlert } from '#gateway/modules/alerts/ports/alerts.ts';
import type { JobChoice } from '#gateway/modules/jobs/ports/job-queue.ts';
import { describeStores, later, type OpenStores } from '#tests/support/stores.ts';

const FIRING: NewAlert = {
  kind: 'threshold',
  ledger: 'text',
  threshold: 80,
  dedupKey: 'threshold-80:text:none',
  previousId: 0,
  details: { used: 80, total: 100, startsOn: null, endsOn: null },
};
const WEBHOOK = {
  name: 'غرفة المناوبة',
  url: 'https://example.org/hook',
  kinds: ['threshold' as const],
  secret: 'sealed',
  enabled: true,
};
const body = () => '{"نص":1}';

async function addBot({ db, time }: OpenStores, id: number, state: { archived?: boolean } = {}) {
  const row = {
    id,
    name: `دليل ${id}`,
    created_on: time.now.getTime(),
    archived_on: state.archived ? time.now.getTime() : null,
    deleted_on: null,
    version: 1,
    settings: '{}',
  };
  await db.change('global', (trx) => trx.insertInto('bot').values(row).execute());
}
const deliveriesOf = async ({ deliveries }: OpenStores, botId = 1) =>
  (await deliveries.list(botId, { offset: 0, limit: 100 })).items;

describeStores('alerts', (open) => {
  test('fires a cause once under concurrent calls, and queues one delivery for each webhook', async () => {
    const stores = open();
    await addBot(stores, 1);
    await stores.webhooks.add(1, WEBHOOK, 10);
    await stores.webhooks.add(1, { ...WEBHOOK, kinds: ['rate-limited'] }, 10);
    await stores.webhooks.add(1, { ...WEBHOOK, enabled: false }, 10);
    const fired = await Promise.all(Array.from({ length: 50 }, () => stores.alerts.fire(1, FIRING, body)));
    expect(fired.filter(Boolean)).toHaveLength(1);
    expect(await stores.alerts.open(1)).toHaveLength(1);
    expect(await deliveriesOf(stores)).toMatchObject([
      { webhookId: 1, event: 'alert.fired', state: 'waiting', attempts: 0, alertId: 1 },
    ]);
  });

  test('clears once, and only then fires again for the same cause', async () => {
    const stores = open();
    await addBot(stores, 1);
    await stores.webhooks.add(1, WEBHOOK, 10);
    const first = await stores.alerts.fire(1, FIRING, body);
    later(stores, 1000);
    const cleared = await Promise.all([1, 2, 3].map(() => stores.alerts.clear(1, first?.id ?? 0, body)));
    expect(cleared.filter(Boolean)).toMatchObject([{ id: 1, clearedOn: stores.time.now }]);
    expect(await stores.alerts.fire(1, FIRING, body)).toBeUndefined();
    const second = await stores.alerts.fire(1, { ...FIRING, previousId: 1 }, body);
    expect(second).toMatchObject({ id: 2, clearedOn: null });
    const [latest] = await stores.alerts.latest(1, [FIRING.dedupKey, 'rate-limited:10']);
    expect(latest).toEqual(second);
    expect(await stores.alerts.list(1, { onlyOpen: true, offset: 0, limit: 10 })).toEqual({
      items: [second],
      total: 1,
      open: 1,
    });
    expect(await stores.alerts.list(1, { onlyOpen: false, offset: 1, limit: 10 })).toMatchObject({
      items: [{ id: 1 }],
      total: 2,
      open: 1,
    });
    expect((await deliveriesOf(stores)).map(({ event }) => event)).toEqual([
      'alert.fired',
      'alert.cleared',
      'alert.fired',
    ]);
  });

  test('keeps bots apart, and watches neither archived nor deleted ones', async () => {
    const stores = open();
    await addBot(stores, 1);
    await addBot(stores, 2);
    await addBot(stores, 3, { archived: true });
    await stores.alerts.fire(2, FIRING, body);
    expect(await stores.alerts.open(1)).toEqual([]);
    expect(await stores.alerts.latest(1, [FIRING.dedupKey])).toEqual([]);
    expect(await stores.alerts.clear(1, 1, body)).toBeUndefined();
    expect((await stores.alerts.listMonitoredBots()).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('stores rules, and returns undefined until rules are set', async () => {
    const stores = open();
    expect(await stores.alerts.rules(1)).toBeUndefined();
    const rules = [{ kind: 'threshold' as const, ledger: null, threshold: 55, enabled: false }];
    await stores.alerts.setRules(1, []);
    await stores.alerts.setRules(1, rules);
    expect(await stores.alerts.rules(1)).toEqual(rules);
    expect(await stores.alerts.rules(2)).toBeUndefined();
  });

  test('notes when an event was last seen, never an earlier moment', async () => {
    const stores = open();
    await addBot(stores, 1);
    await stores.alerts.fire(1, { ...FIRING, kind: 'rate-limited', dedupKey: 'rate-limited:10' }, body);
    const on = new Date(stores.time.now.getTime() + 60_000);
    await stores.alerts.recordSeen(1, 1, on);
    await stores.alerts.recordSeen(1, 1, stores.time.now);
    expect(await stores.alerts.open(1)).toMatchObject([{ seenOn: on }]);
  });
});

describeStores('webhooks', (open) => {
  test('takes no more than there may be, also at once', async () => {
    const stores = open();
    const added = await Promise.all(Array.from({ length: 5 }, () => stores.webhooks.add(1, WEBHOOK, 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await stores.webhooks.list(1)).toHaveLength(3);
    expect(await stores.webhooks.list(2)).toEqual([]);
  });

  test('changes the given fields, and removes a webhook with its deliveries', async () => {
    const stores = open();
    await addBot(stores, 1);
    const webhook = await stores.webhooks.add(1, WEBHOOK, 3);
    expect(webhook).toMatchObject({
      ...WEBHOOK,
      id: 1,
      botId: 1,
      consecutiveFailures: 0,
      lastDeliveredOn: null,
    });
    expect(await stores.webhooks.change(1, 1, { name: 'أخرى', secret: 'other' })).toEqual({
      ...webhook,
      name: 'أخرى',
      secret: 'other',
    });
    expect(await stores.webhooks.change(2, 1, { name: 'no' })).toBeUndefined();
    await stores.deliveries.addTest(1, 1, '{}');
    expect(await stores.webhooks.remove(1, 1)).toMatchObject({ name: 'أخرى' });
    expect(await stores.webhooks.remove(1, 1)).toBeUndefined();
    expect(await stores.deliveries.get(1, 1)).toBeUndefined();
  });
});

describeStores('deliveries', (open) => {
  async function withMessages(count: number, webhooks = 1): Promise<OpenStores> {
    const stores = open();
    await addBot(stores, 1);
    for (let index = 0; index < webhooks; index += 1) await stores.webhooks.add(1, WEBHOOK, 10);
    for (let index = 0; index < count; index += 1)
      await stores.alerts.fire(1, { ...FIRING, dedupKey: `threshold-80:text:${index}` }, body);
    return stores;
  }
  async function begin(stores: OpenStores, choice: JobChoice = {}) {
    const job = await stores.queue.lease('deliver', 60_000, { onlyActiveBots: true, ...choice });
    return job && stores.deliveries.begin(job);
  }
  const ENDED = { nextOn: null, status: 204, problem: null, disables: false };

  test('leases a delivery to one sender at a time', async () => {
    const stores = await withMessages(3);
    const claims = await Promise.all(Array.from({ length: 10 }, () => begin(stores)));
    const ids = claims.flatMap((claim) => (claim ? [claim.id] : []));
    expect(new Set(ids)).toEqual(new Set([1, 2, 3]));
    expect(ids).toHaveLength(3);
    expect(claims.find((claim) => claim?.id === 1)).toMatchObject({
      attempts: 1,
      url: WEBHOOK.url,
      secret: 'sealed',
      body: body(),
    });
    expect(new Set(claims.flatMap((claim) => (claim ? [claim.messageId] : []))).size).toBe(3);
  });

  test('leaves out receivers that are being served, and takes exactly the one named', async () => {
    const stores = await withMessages(1, 2);
    const first = await begin(stores, { busyResources: ['1:1'] });
    expect(first).toMatchObject({ webhookId: 2 });
    expect(await begin(stores, { busyResources: ['1:1'] })).toBeUndefined();
    expect(await begin(stores, { only: { botId: 1, subject: '2' }, busyResources: ['1:2'] })).toBeUndefined();
    expect(await begin(stores, { only: { botId: 1, subject: '1' } })).toMatchObject({ id: 1 });
  });

  test('leases a delivery again after its sender died, whose late result is ignored', async () => {
    const stores = await withMessages(1);
    const dead = await begin(stores);
    expect(await stores.queue.msUntilDue('deliver')).toBe(60_000);
    later(stores, 60_001);
    const next = await begin(stores);
    expect(next).toMatchObject({ id: 1, attempts: 2, messageId: dead?.messageId });
    if (!dead || !next) throw new Error('claimed twice');
    expect(await stores.deliveries.settle(dead, { ...ENDED, state: 'delivered' })).toBe(false);
    expect(await stores.deliveries.settle(next, { ...ENDED, state: 'delivered' })).toBe(true);
    expect(await deliveriesOf(stores)).toMatchObject([{ state: 'delivered', status: 204, nextOn: null }]);
    expect(await stores.webhooks.get(1, 1)).toMatchObject({ lastDeliveredOn: stores.time.now });
    expect(await stores.queue.countByKind()).toEqual([]);
  });

  test('waits for the next attempt; a released delivery is unchanged', async () => {
    const stores = await withMessages(1);
    const claimed = await begin(stores);
    if (!claimed) throw new Error('due');
    const nextOn = new Date(stores.time.now.getTime() + 5000);
    await stores.deliveries.settle(claimed, { ...ENDED, state: 'waiting', nextOn, status: 500 });
    expect(await stores.queue.msUntilDue('deliver')).toBe(5000);
    expect(await begin(stores)).toBeUndefined();
    later(stores, 5000);
    const again = await begin(stores);
    expect(again).toMatchObject({ attempts: 2 });
    if (again) await stores.deliveries.release(again);
    expect(await begin(stores)).toMatchObject({ attempts: 2 });
  });

  test('counts failures in a row, tests excepted, and starts again after a success', async () => {
    const stores = await withMessages(2);
    await stores.deliveries.addTest(1, 1, '{}');
    for (let index = 0; index < 3; index += 1) {
      const claimed = await begin(stores);
      if (claimed) await stores.deliveries.settle(claimed, { ...ENDED, state: 'failed', status: 500 });
    }
    expect(await stores.webhooks.get(1, 1)).toMatchObject({ consecutiveFailures: 2 });
    await stores.deliveries.requeue(1, 1);
    const claimed = await begin(stores);
    expect(claimed).toMatchObject({ id: 1, attempts: 1 });
    if (claimed) await stores.deliveries.settle(claimed, { ...ENDED, state: 'delivered' });
    expect(await stores.webhooks.get(1, 1)).toMatchObject({ consecutiveFailures: 0 });
  });

  test('disables a webhook that its receiver rejects for good, and cancels its waiting deliveries', async () => {
    const stores = await withMessages(3);
    const claimed = await begin(stores);
    if (claimed)
      await stores.deliveries.settle(claimed, {
        ...ENDED,
        state: 'failed',
        status: 410,
        problem: 'gone',
        disables: true,
      });
    expect(await stores.webhooks.get(1, 1)).toMatchObject({ enabled: false });
    expect((await deliveriesOf(stores)).map(({ state, problem }) => [state, problem])).toEqual([
      ['failed', 'webhook-disabled'],
      ['failed', 'webhook-disabled'],
      ['failed', 'gone'],
    ]);
    expect(await stores.queue.countByKind()).toEqual([]);
  });

  test('is silent for an archived bot, and goes on when it is restored', async () => {
    const stores = await withMessages(1);
    const archive = (on: number | null) =>
      stores.db.change('global', (trx) =>
        trx.updateTable('bot').set({ archived_on: on }).where('id', '=', 1).execute(),
      );
    await archive(stores.time.now.getTime());
    expect(await begin(stores)).toBeUndefined();
    await archive(null);
    expect(await begin(stores)).toMatchObject({ id: 1 });
  });

  test('is not sent after its job was cancelled, and at once where a person wants to try again', async () => {
    const stores = await withMessages(2);
    const keyOf = (subject: string) => ({ botId: 1, kind: 'deliver', subject }) as const;
    const claimed = await begin(stores);
    if (!claimed) throw new Error('due');
    expect(await stores.queue.cancel(keyOf('1'))).toBe(true);
    expect(await stores.deliveries.settle(claimed, { ...ENDED, state: 'delivered' })).toBe(false);
    expect(await stores.queue.cancel(keyOf('1'))).toBe(false);
    const nextOn = new Date(stores.time.now.getTime() + 5000);
    const second = await begin(stores);
    if (second) await stores.deliveries.settle(second, { ...ENDED, state: 'waiting', nextOn, status: 500 });
    expect(await stores.queue.get(keyOf('2'))).toMatchObject({
      state: 'retrying',
      reason: { code: 'http-status', parameters: { status: 500 } },
    });
    expect(await stores.queue.retry(keyOf('2'))).toBe(true);
    expect(await begin(stores)).toMatchObject({ id: 2, attempts: 1 });
    expect(await deliveriesOf(stores)).toMatchObject([
      { id: 2, state: 'waiting' },
      { id: 1, state: 'failed', problem: 'cancelled', nextOn: null },
    ]);
  });

  test('is shared with gateways of the version before, which know no jobs', async () => {
    const stores = await withMessages(3);
    const { db, deliveries, queue, time } = stores;
    const write = (values: object, id: number) =>
      db.change({ bot: 1 }, (trx) => trx.updateTable('delivery').set(values).where('id', '=', id).execute());
    const moment = time.now.getTime();
    const claimed = await begin(stores);
    // What is being sent here is leased to them as well.
    const columns = db.read.selectFrom('delivery').select(['id', 'leased_until', 'attempts']);
    expect(await columns.where('id', '=', 1).executeTakeFirst()).toEqual({
      id: 1,
      leased_until: moment + 60_000,
      attempts: 1,
    });
    if (claimed) await deliveries.settle(claimed, { ...ENDED, state: 'delivered' });
    // They send the second, and have put the third off.
    await write({ leased_until: moment + 2000 }, 2);
    await write({ next_on: moment + 3000, attempts: 1 }, 3);
    expect([await begin(stores), await begin(stores), await begin(stores)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await write({ state: 'delivered', next_on: null, leased_until: null }, 2);
    later(stores, 2000);
    expect(await begin(stores)).toBeUndefined();
    expect(await queue.list({}, { offset: 0, limit: 9 })).toMatchObject({ items: [{ subject: '3' }] });
    later(stores, 1000);
    expect(await begin(stores)).toMatchObject({ id: 3, attempts: 2 });
    // A message of theirs has no job.
    await write({ state: 'waiting', next_on: moment, attempts: 0 }, 1);
    expect([await deliveries.adopt(), await deliveries.adopt()]).toEqual([1, 0]);
    expect(await begin(stores)).toMatchObject({ id: 1, attempts: 1 });
  });

  test('sweeps old rows in slices', async () => {
    const stores = await withMessages(3);
    later(stores, 1000);
    expect(await stores.deliveries.sweep(stores.time.now, 2)).toBe(2);
    expect(await stores.deliveries.sweep(stores.time.now, 2)).toBe(1);
    expect(await deliveriesOf(stores)).toEqual([]);
    expect((await stores.queue.list({ kind: 'deliver' }, { offset: 0, limit: 9 })).total).toBe(0);
  });
});
