import { expect, test } from 'vitest';
import type { Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import { describeStores, later } from '#tests/support/stores.ts';

const DAY = 24 * 3_600_000;

describeStores('LedgerStore, a ledger taken away and granted again', (stores) => {
  const reserve = async (requestId: string, amount: number, more: Partial<Reservation> = {}) => {
    const { ledger, time } = stores();
    const call = { botId: 1, ledger: 'text', requestId, keyId: 'مفتاح', action: 'answer', amount } as const;
    return (await ledger.reserve({ ...call, on: time.now, ...more })).reserved;
  };
  const settle = (requestId: string, amount: number) =>
    stores().ledger.settle(1, requestId, { amount, estimated: false });
  const text = () => stores().ledger.state(1, 'text');

  test('keeps the usage and the amounts held by calls under way', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100, { period: 'monthly', zone: 'Africa/Cairo' });
    await reserve('قبل', 5);
    await settle('قبل', 5);
    await reserve('أثناء', 90);
    await ledger.withdraw(1, 'text');
    expect([await text(), await ledger.all(1), await reserve('بلا حصة', 1)]).toEqual([undefined, [], false]);
    await ledger.grant(1, 'text', 100);
    expect(await text()).toMatchObject({ used: 5, reserved: 90, period: 'monthly', zone: 'Africa/Cairo' });
    expect(await reserve('فوق', 6)).toBe(false);
    await settle('أثناء', 10);
    expect(await text()).toMatchObject({ used: 15, reserved: 0 });
  });

  test('counts calls that settle in between', async () => {
    const { ledger } = stores();
    await ledger.grant(1, 'text', 100);
    await reserve('أثناء', 90, { cap: 95 });
    await ledger.withdraw(1, 'text');
    await settle('أثناء', 70);
    await ledger.grant(1, 'text', 100);
    expect(await text()).toMatchObject({ used: 70, reserved: 0 });
    expect(await reserve('فوق', 31)).toBe(false);
    expect(await reserve('فوق حد المفتاح', 26, { cap: 95 })).toBe(false);
    expect(await reserve('بقي', 25, { cap: 95 })).toBe(true);
  });

  test('starts at zero when its period ended meanwhile', async () => {
    const open = stores();
    await open.ledger.grant(1, 'text', 100, { period: 'daily', zone: 'Asia/Riyadh' });
    await reserve('أمس', 80);
    await settle('أمس', 80);
    await open.ledger.withdraw(1, 'text');
    later(open, 2 * DAY);
    await open.ledger.grant(1, 'text', 100);
    expect(await text()).toMatchObject({ used: 0, reserved: 0, period: 'daily' });
  });

  test('stays away when the settings would open it', async () => {
    const { ledger } = stores();
    await ledger.ensure(1, 'text', 100);
    await ledger.withdraw(1, 'text');
    expect([await ledger.ensure(1, 'text', 100), await text()]).toEqual([false, undefined]);
  });

  test('sells no unit twice while calls come and go', async () => {
    const { ledger } = stores();
    const total = 200;
    await ledger.grant(1, 'text', total);
    const looks: { used: number; reserved: number }[] = [];
    const workers = { left: 20 };
    const spend = async (worker: number) => {
      let spent = 0;
      for (let index = 0; index < 40; index++) {
        const id = `طلب-${worker}-${index}`;
        if (!(await reserve(id, 3))) continue;
        await text();
        await settle(id, index % 4);
        spent += Math.min(3, index % 4);
      }
      workers.left--;
      return spent;
    };
    const toggle = async () => {
      while (workers.left > 0) {
        await ledger.withdraw(1, 'text');
        await ledger.grant(1, 'text', total);
        const state = await text();
        if (state) looks.push(state);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return 0;
    };
    const costs = await Promise.all([
      toggle(),
      ...Array.from({ length: workers.left }, (_, index) => spend(index)),
    ]);
    const spent = costs.reduce((sum, cost) => sum + cost, 0);
    expect(looks.filter(({ used, reserved }) => reserved < 0 || used + reserved > total)).toEqual([]);
    expect(await text()).toMatchObject({ used: spent, reserved: 0 });
    expect(spent).toBeGreaterThan(total - 3);
    expect(spent).toBeLessThanOrEqual(total);
  });
});
