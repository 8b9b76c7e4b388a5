import { expect, test } from 'vitest';
import { parseConsumption } from '#contract/envelope.ts';
import { parseCharge } from '#contract/headers.ts';
import { createSearchQueue } from '#gateway/modules/answers/services/search-queue.ts';
import type { Ports } from '#gateway/ports.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { eventsOf, faultOf, responseOf } from '#tests/support/replies.ts';
import { QUESTION as LONGER_QUESTION, withGateway as withUnit } from './setup.ts';

const QUESTION = { ...LONGER_QUESTION, MaxOutputTokens: 20 };
const QUOTA = { concurrency: 5000 };

// What is exact here is the ledger: all of a rush reaches it.
const withGateway: typeof withUnit = (options, work) =>
  withUnit({ searches: createSearchQueue({ maxWaiting: 5000 }), ...options }, work);
const ask = (gateway: TestGateway, headers: Record<string, string> = {}): Promise<Response> =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: QUESTION, headers });
const stream = (gateway: TestGateway): Promise<Response> =>
  gateway.call('/api/v1/RAG/Stream/Answer', { method: 'POST', json: { ...QUESTION, IsStream: true } });
const text = async ({ ports }: TestGateway) => {
  const state = await ports.ledger.state(1, 'text');
  if (!state) throw new Error('no ledger');
  return state;
};

/** Ports whose ledger is looked at whenever it has changed: `worst` is the most that was ever promised. */
function watchLedger() {
  const seen = { worst: 0 };
  const ports = ({ ledger }: Ports): Partial<Ports> => ({
    ledger: {
      ...ledger,
      async reserve(wanted) {
        const outcome = await ledger.reserve(wanted);
        const state = await ledger.state(1, 'text');
        seen.worst = Math.max(seen.worst, (state?.used ?? 0) + (state?.reserved ?? 0));
        return outcome;
      },
    },
  });
  return { seen, ports };
}

test('1,000 calls at once against a quota of 100 oversell by none', () => {
  const { seen, ports } = watchLedger();
  return withGateway({ quota: 100, settings: QUOTA, ports }, async (gateway) => {
    const replies = await Promise.all(Array.from({ length: 1000 }, () => ask(gateway)));
    const answered = replies.filter(({ status }) => status === 200);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 402]));
    const charged = answered.reduce(
      (sum, { headers }) => sum + (parseCharge(headers.get('x-charge'))?.amount ?? 0),
      0,
    );
    expect(await text(gateway)).toMatchObject({ used: charged, reserved: 0 });
    expect(charged).toBeGreaterThan(0);
    expect(seen.worst).toBeLessThanOrEqual(100);
    // A second rush takes what is left, and not one more.
    while ((await ask(gateway)).status === 200);
    const { used } = await text(gateway);
    expect(used).toBeLessThanOrEqual(100);
    const { parameters } = await faultOf(await ask(gateway));
    expect(Number(parameters['needed'])).toBeGreaterThan(100 - used);
  });
});

test('a cap is held as exactly, and 402 says that it is the key’s', () =>
  withGateway({ quota: 10_000, settings: QUOTA }, async (gateway) => {
    const key = await gateway.addKey('capped', { caps: { text: 60 } });
    const asCapped = { 'x-user-auth': 'capped' };
    await Promise.all(Array.from({ length: 100 }, () => ask(gateway, asCapped)));
    while ((await ask(gateway, asCapped)).status === 200);
    const { items } = await gateway.ports.usage.groups({
      botId: 1,
      ledger: 'text',
      by: 'key',
      from: 20261121,
      to: 20261121,
    });
    const [use] = items;
    expect(use?.id).toBe(key.family);
    expect(use?.amount).toBeLessThanOrEqual(60);
    const refused = await ask(gateway, { ...asCapped, 'accept-language': 'ar' });
    expect(refused.headers.get('x-charge')).toBe('0');
    const fault = await faultOf(refused);
    expect(fault).toMatchObject({
      status: 402,
      fault: 'key-cap-exceeded',
      parameters: {
        ledger: 'text',
        key: key.id,
        name: 'اختبار',
        used: use?.amount,
        total: 60,
        left: 60 - (use?.amount ?? 0),
        held: 0,
        frees: 'raise',
      },
    });
    expect(fault.text).toContain('رموز النص');
    expect(fault.text).toContain('اختبار');
    // A rotated key keeps its cap and its usage.
    await gateway.addKey('rotated', { caps: { text: 60 }, family: key.family });
    expect((await ask(gateway, { 'x-user-auth': 'rotated' })).status).toBe(402);
    expect((await ask(gateway)).status).toBe(200);
  }));

test('402 says what frees it: calls under way, the reset, or neither', () =>
  withGateway({ quota: 40, now: new Date('2026-11-21T09:00:00Z') }, async (gateway) => {
    const reserve = (amount: number) =>
      gateway.ports.ledger.reserve({
        botId: 1,
        ledger: 'text',
        requestId: `held ${amount}`,
        keyId: 'آخر',
        action: 'answer',
        amount,
        on: gateway.time.now,
      });
    await reserve(30);
    const held = await faultOf(await ask(gateway));
    expect(held).toMatchObject({
      status: 402,
      parameters: { left: 10, held: 30, resetsOn: '', frees: 'calls' },
    });
    expect(held.text).toContain('hold 30 of them');
    await gateway.ports.ledger.settle(1, 'held 30', { amount: 30, estimated: false });
    expect(await faultOf(await ask(gateway))).toMatchObject({ parameters: { held: 0, frees: 'raise' } });
    await gateway.ports.ledger.grant(1, 'text', 40, { period: 'monthly', zone: 'Asia/Riyadh' });
    const spent = await faultOf(await ask(gateway));
    expect(spent).toMatchObject({ parameters: { resetsOn: '2026-11-30T21:00:00.000Z', frees: 'reset' } });
    expect(spent.text).toContain('2026-11-30T21:00:00.000Z');
    gateway.time.now = new Date('2026-11-30T21:00:00Z');
    const again = await ask(gateway);
    expect(again.status).toBe(200);
    const charge = parseCharge(again.headers.get('x-charge'));
    expect(parseConsumption(again.headers.get('x-consumption') ?? '')).toEqual({
      used: charge?.amount,
      total: 40,
    });
  }));

test('Consumption is the state after the call: whole, streamed, refused, and in the header', () =>
  withGateway({ quota: 200 }, async (gateway) => {
    const used = async () => `${(await text(gateway)).used}/200`;
    const whole = await ask(gateway);
    const cost = parseCharge(whole.headers.get('x-charge'));
    expect(cost).toEqual({ amount: (await text(gateway)).used, estimated: true });
    expect(whole.headers.get('x-consumption')).toBe(await used());
    expect(await whole.json()).toMatchObject({ Consumption: await used() });

    const before = (await text(gateway)).used;
    const events = await eventsOf(await stream(gateway));
    const final = events.at(-1) as { metadata: { total_tokens: number }; consumption: string };
    expect(final.consumption).toBe(await used());
    expect((await text(gateway)).used).toBe(before + final.metadata.total_tokens);

    const free = await ask(gateway, { 'x-answerer': 'none' });
    expect([free.headers.get('x-charge'), free.headers.get('x-consumption')]).toEqual(['0', await used()]);
    const listed = await gateway.call('/api/AIKnowledge/all/1');
    expect([listed.headers.get('x-charge'), listed.headers.get('x-consumption')]).toEqual([
      null,
      await used(),
    ]);
    await responseOf(listed);
    const chat = await gateway.call('/api/v1/Model/chat/completions', {
      method: 'POST',
      json: { Message: 'مرحبا', Config: { MaxTokens: 10 } },
    });
    expect([chat.status, chat.headers.get('x-charge'), chat.headers.get('x-consumption')]).toEqual([
      503,
      '0',
      await used(),
    ]);
    while ((await ask(gateway)).status === 200);
    const refused = await ask(gateway);
    expect(refused.headers.get('x-consumption')).toBe(await used());
    expect(await refused.json()).toMatchObject({ StatusCode: 402, Consumption: await used() });
  }));

test('under load every response reports a state that includes its own charge', () =>
  withGateway({ quota: 1_000_000, settings: QUOTA }, async (gateway) => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask(gateway)));
    const reported = replies.map(({ headers }) => ({
      used: parseConsumption(headers.get('x-consumption') ?? '')?.used ?? 0,
      cost: parseCharge(headers.get('x-charge'))?.amount ?? 0,
    }));
    for (const { used, cost } of reported) expect(used).toBeGreaterThanOrEqual(cost);
    const spent = reported.reduce((sum, { cost }) => sum + cost, 0);
    expect(Math.max(...reported.map(({ used }) => used))).toBe(spent);
    expect(await text(gateway)).toMatchObject({ used: spent, reserved: 0 });
  }));

test('the limit of calls under way is the bot’s own where it has one, and counts a family of keys once', () =>
  withGateway({ settings: { concurrency: 1 } }, async (gateway) => {
    const key = await gateway.addKey('first', {});
    await gateway.addKey('second', { family: key.family });
    const open = await gateway.call('/api/v1/RAG/Stream/Answer', {
      method: 'POST',
      json: { ...QUESTION, IsStream: true },
      headers: { 'x-user-auth': 'first' },
    });
    expect((await ask(gateway, { 'x-user-auth': 'second' })).status).toBe(429);
    await gateway.ports.bots.change(1, { settings: { concurrency: 2 } });
    expect((await ask(gateway, { 'x-user-auth': 'second' })).status).toBe(200);
    await gateway.ports.bots.change(1, { settings: { concurrency: null } });
    const refused = await ask(gateway, { 'x-user-auth': 'second' });
    expect(refused.headers.get('retry-after')).toBe('1');
    await open.body?.cancel();
    expect((await ask(gateway, { 'x-user-auth': 'second' })).status).toBe(200);
  }));
