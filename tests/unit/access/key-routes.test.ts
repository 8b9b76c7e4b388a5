import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CreatedKey, createdKeySchema, type KeyChange, type NewKey } from '#contract/keys.ts';
import { keyListSchema, keyViewSchema, type ListedKey } from '#contract/session.ts';
import { createChargeMeter } from '#gateway/http/charge-meter.ts';
import type { ConcurrencyLimiter } from '#gateway/http/concurrency-limiter.ts';
import { hashSecret } from '#gateway/modules/access/services/secrets.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const ALL = 'fih_key-of-the-owner-of-all';
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey(ALL, { allBots: true, bots: [], name: 'مالك الكل' });
});
afterEach(() => gateway.close());

type Init = Parameters<TestGateway['call']>[1];
const as = (key: string, init: Init = {}, bot = '1'): Init => ({
  ...init,
  headers: { 'x-user-auth': key, 'x-bot': bot },
});
const create = (wanted: NewKey, by = ALL) =>
  gateway.call('/api/Keys', as(by, { method: 'POST', json: wanted }));
const make = async (wanted: NewKey, by = ALL): Promise<CreatedKey> =>
  createdKeySchema.parse(await responseOf(await create(wanted, by)));
const change = (id: string, json: KeyChange, by = ALL, bot = '1') =>
  gateway.call(`/api/Keys/${id}`, as(by, { method: 'PUT', json }, bot));
const rotate = (id: string, json?: object, by = ALL) =>
  gateway.call(`/api/Keys/${id}/rotate`, as(by, { method: 'POST', ...(json ? { json } : {}) }));
const revoke = (id: string, by = ALL, bot = '1') =>
  gateway.call(`/api/Keys/${id}`, as(by, { method: 'DELETE' }, bot));
const list = async (by = ALL, bot = '1'): Promise<ListedKey[]> =>
  keyListSchema.parse(await responseOf(await gateway.call('/api/Keys', as(by, {}, bot)))).items;
const works = async (key: string, bot = '1'): Promise<boolean> =>
  (await gateway.call('/api/Session', as(key, {}, bot))).ok;
const tester = { name: '  شاشة   الاستقبال ', role: 'tester', bots: [1] } as const satisfies NewKey;
const stored = async (id: string) => (await gateway.ports.keys.list()).find((key) => key.id === id);

test('a new key is recorded once, kept as a hash, known by its beginning, and works at once', async () => {
  const wanted = { ...tester, caps: { text: 500 }, expiresOn: '2026-12-01T03:00:00+03:00' };
  const { key, view } = await make(wanted);
  expect(key).toMatch(/^fih_[\w-]{43}$/);
  expect(view).toMatchObject({
    name: 'شاشة الاستقبال',
    prefix: key.slice(0, 8),
    role: 'tester',
    bots: [1],
    allBots: false,
    caps: { text: 500 },
    expiresOn: '2026-12-01T00:00:00.000Z',
    createdBy: 'owner',
    rotatedOn: null,
    current: false,
    manageable: true,
  });
  expect(await works(key)).toBe(true);
  expect(await works(key, '2')).toBe(false);
  const row = await stored(view.id);
  expect(row).toMatchObject({ hash: await hashSecret(key), family: view.id });
  expect(JSON.stringify(row)).not.toContain(key.slice(8));
  const listed = await (await gateway.call('/api/Keys', as(ALL))).text();
  expect(listed).toContain(view.id);
  expect(listed).not.toContain(key.slice(8));
  gateway.time.now = new Date('2026-12-01T00:00:00Z');
  expect(await works(key)).toBe(false);
});

test('a new key that has ended already is refused, in the language asked for', async () => {
  const reply = await gateway.call('/api/Keys', {
    method: 'POST',
    json: { ...tester, expiresOn: '2026-11-21T12:00:00+03:00' },
    headers: { 'x-user-auth': ALL, 'accept-language': 'ar' },
  });
  expect(await faultOf(reply)).toMatchObject({
    status: 400,
    fault: 'invalid-field',
    field: 'expiresOn',
    text: expect.stringContaining('المستقبل'),
  });
});

test('a key for all bots covers later bots, and lists the present bots', async () => {
  const { key, view } = await make({ name: 'مراقب', role: 'monitor', allBots: true, bots: [2] });
  expect(view).toMatchObject({ allBots: true, bots: [1, 2] });
  expect(await works(key, '3')).toBe(false);
  await gateway.ports.bots.createIfMissing({ id: 3, name: 'ثالث' }, gateway.ports.clock.now());
  expect(await works(key, '3')).toBe(true);
  await gateway.ports.bots.moveToBin(3, gateway.ports.clock.now());
  expect(await works(key, '3')).toBe(false);
});

test('an owner grants no bot beyond the own grant, and the refusal reads like that of an unknown bot', async () => {
  const refused = async (wanted: Partial<NewKey>) =>
    faultOf(await create({ ...tester, ...wanted }, TEST_KEY));
  const unknown = await refused({ bots: [99] });
  expect(unknown).toMatchObject({ status: 403, fault: 'not-allowed' });
  for (const wanted of [{ bots: [2] }, { bots: [1, 2] }, { allBots: true }])
    expect(await refused(wanted)).toEqual(unknown);
  expect((await create({ ...tester, role: 'owner' }, TEST_KEY)).status).toBe(200);
  expect(await faultOf(await create({ ...tester, bots: [99] }))).toMatchObject({
    status: 404,
    fault: 'bot-not-found',
    parameters: { id: 99 },
  });
  expect(await faultOf(await create({ ...tester, bots: [] }))).toMatchObject({
    status: 400,
    fault: 'key-without-bots',
    field: 'bots',
  });
});

test('a key is listed with the usage of its family, in this bot and the current period', async () => {
  const { key, view } = await make({ ...tester, caps: { text: 500 } });
  const { ledger } = gateway.ports;
  await ledger.grant(1, 'text', 10_000, { period: 'daily', zone: 'UTC' });
  const use = (requestId: string, amount: number) =>
    ledger.reserve({
      botId: 1,
      ledger: 'text',
      requestId,
      keyId: view.id,
      action: 'answer',
      amount,
      on: gateway.time.now,
    });
  await use('settled', 40);
  await ledger.settle(1, 'settled', { amount: 30, estimated: true });
  await use('under way', 5);
  await rotate(view.id);
  const listed = (await list()).filter(({ family }) => family === view.id);
  expect(listed.map(({ used, caps }) => [used, caps])).toEqual([
    [{ text: 35 }, { text: 500 }],
    [{ text: 35 }, { text: 500 }],
  ]);
  expect(key).not.toBe('');
  gateway.time.now = new Date(gateway.time.now.getTime() + 24 * 3_600_000);
  const nextDay = (await list()).find(({ family }) => family === view.id);
  expect(nextDay?.used).toEqual({ text: 5 });
});

test('owner keys have no caps, neither at creation nor after a change', async () => {
  const capped = await make({ ...tester, caps: { text: 100 } });
  const free = await make({ name: 'مالك', role: 'owner', bots: [1], caps: {} });
  for (const attempt of [
    create({ name: 'مالك محدود', role: 'owner', bots: [1], caps: { text: 100 } }),
    change(capped.view.id, { role: 'owner' }),
    change(free.view.id, { caps: { speech: 5 } }),
    change(capped.view.id, { role: 'owner', caps: { text: 0 } }),
  ])
    expect(await faultOf(await attempt)).toMatchObject({
      status: 400,
      fault: 'owner-key-capped',
      field: 'caps',
    });
  const view = keyViewSchema.parse(
    await responseOf(await change(capped.view.id, { role: 'owner', caps: {} })),
  );
  expect(view).toMatchObject({ role: 'owner', caps: {} });
  const arabic = await gateway.call(`/api/Keys/${free.view.id}`, {
    method: 'PUT',
    json: { caps: { text: 1 } },
    headers: { 'x-user-auth': ALL, 'accept-language': 'ar' },
  });
  expect((await faultOf(arabic)).text).toMatch(/سقف/);
});

test('a change applies to the given fields at once', async () => {
  const { key, view } = await make(tester);
  const ask = () => gateway.call('/api/Keys', as(key));
  expect((await ask()).status).toBe(403);
  const changed = keyViewSchema.parse(
    await responseOf(await change(view.id, { role: 'owner', bots: [2, 1, 2] })),
  );
  expect(changed).toEqual({ ...view, role: 'owner', bots: [1, 2], lastUsedOn: '2026-11-21T09:00:00.000Z' });
  expect((await ask()).status).toBe(200);
  expect(await works(key, '2')).toBe(true);
  await change(view.id, { bots: [2] }, ALL, '2');
  expect(await works(key)).toBe(false);
  await change(view.id, { expiresOn: '2026-11-21T08:59:59Z' }, ALL, '2');
  expect(await works(key, '2')).toBe(false);
  expect(await faultOf(await change(view.id, { name: 'x' }, ALL, '2'))).toMatchObject({
    status: 404,
    fault: 'key-not-found',
  });
});

test('a rotated key stays valid for the overlap, is listed as rotated, and shares its usage', async () => {
  const { key, view } = await make({ ...tester, caps: { text: 500 } });
  const next = createdKeySchema.parse(await responseOf(await rotate(view.id, { overlapHours: 6 })));
  expect(next.key).not.toBe(key);
  expect(next.view).toMatchObject({
    name: view.name,
    role: 'tester',
    bots: [1],
    caps: { text: 500 },
    rotatedOn: null,
  });
  expect((await stored(next.view.id))?.family).toBe((await stored(view.id))?.family);
  expect([await works(key), await works(next.key)]).toEqual([true, true]);
  expect((await list()).find(({ id }) => id === view.id)).toMatchObject({
    rotatedOn: '2026-11-21T09:00:00.000Z',
    expiresOn: '2026-11-21T15:00:00.000Z',
  });
  for (const attempt of [rotate(view.id), change(view.id, { expiresOn: null })])
    expect(await faultOf(await attempt)).toMatchObject({ status: 409, fault: 'key-rotated' });
  gateway.time.now = new Date('2026-11-21T15:00:00Z');
  expect([await works(key), await works(next.key)]).toEqual([false, true]);
  expect((await list()).map(({ id }) => id)).not.toContain(view.id);

  const third = createdKeySchema.parse(await responseOf(await rotate(next.view.id, { overlapHours: 0 })));
  expect([await works(next.key), await works(third.key)]).toEqual([false, true]);
  const fourth = createdKeySchema.parse(await responseOf(await rotate(third.view.id)));
  expect((await list()).find(({ id }) => id === third.view.id)?.expiresOn).toBe('2026-11-22T15:00:00.000Z');
  expect((await revoke(third.view.id)).status).toBe(200);
  expect([await works(third.key), await works(fourth.key)]).toEqual([false, true]);
});

test('revoking ends a recently used key at once', async () => {
  const { key, view } = await make(tester);
  for (let call = 0; call < 3; call += 1) expect(await works(key)).toBe(true);
  await revoke(view.id);
  expect(await works(key)).toBe(false);
  expect(await faultOf(await revoke(view.id))).toMatchObject({ status: 404, fault: 'key-not-found' });
});

test('the last owner key cannot be revoked, restricted or given an end, and the refusal names the bots', async () => {
  const mine = await list(TEST_KEY);
  const { id: all } = (await list()).find(({ current }) => current) ?? { id: '' };
  const { id: currentId } = mine.find(({ current }) => current) ?? { id: '' };
  for (const attempt of [
    revoke(all),
    change(all, { role: 'curator' }),
    change(all, { allBots: false, bots: [1] }),
    change(all, { expiresOn: '2026-11-21T09:00:00Z' }),
    change(all, { expiresOn: '2026-11-21T09:00:00.001Z' }),
    change(all, { expiresOn: '2027-11-21T09:00:00Z' }),
  ])
    expect(await faultOf(await attempt)).toMatchObject({
      status: 409,
      fault: 'last-owner-key',
      parameters: { bots: ['2'] },
    });
  // Bot 1 has another owner.
  expect((await revoke(currentId)).status).toBe(200);
  expect(await faultOf(await revoke(all))).toMatchObject({ parameters: { bots: ['1', '2'] } });
  const arabic = await gateway.call(`/api/Keys/${all}`, {
    method: 'DELETE',
    headers: { 'x-user-auth': ALL, 'accept-language': 'ar' },
  });
  expect((await faultOf(arabic)).text).toMatch(/مفتاح مالك صالح لمدة أسبوع/);
  expect(await works(ALL)).toBe(true);
});

test('of two concurrent calls that revoke the last two owner keys, one is refused', async () => {
  const other = await make({ name: 'مالك ثان', role: 'owner', allBots: true });
  const { id } = (await list()).find(({ current }) => current) ?? { id: '' };
  const replies = await Promise.all([revoke(other.view.id), revoke(id, other.key)]);
  // The later call is refused, or finds its own key already ended.
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([401, 409]).toContain(replies.find(({ status }) => status !== 200)?.status);
  expect([await works(ALL), await works(other.key)].filter(Boolean)).toHaveLength(1);
});

test("answers 403 for a key beyond the owner's rights, and 404 for an invisible key as for an unknown one", async () => {
  const both = await make({ ...tester, bots: [1, 2] });
  const second = await make({ ...tester, bots: [2] });
  const attempts = (id: string) => [
    change(id, { name: 'x' }, TEST_KEY),
    rotate(id, {}, TEST_KEY),
    revoke(id, TEST_KEY),
  ];
  for (const attempt of attempts(both.view.id))
    expect(await faultOf(await attempt)).toMatchObject({ status: 403, fault: 'not-allowed' });
  for (const [index, attempt] of attempts(second.view.id).entries()) {
    const nobody = await attempts('nobody')[index];
    expect(await faultOf(await attempt)).toEqual(nobody && (await faultOf(nobody)));
  }
  const seen = await list(TEST_KEY);
  expect(seen.find(({ id }) => id === both.view.id)).toMatchObject({ bots: [1], manageable: false });
  expect(seen.map(({ id }) => id)).not.toContain(second.view.id);
});

test('the audit log shows each bot its keys, without a secret and without the ids of other bots', async () => {
  const creation = await make({ ...tester, bots: [1, 2] });
  await change(creation.view.id, { bots: [2], name: 'شاشة المخزن' });
  const next = createdKeySchema.parse(
    await responseOf(
      await gateway.call(`/api/Keys/${creation.view.id}/rotate`, as(ALL, { method: 'POST' }, '2')),
    ),
  );
  await revoke(next.view.id, ALL, '2');
  const entries = async (botId: number) => {
    const { items } = await gateway.ports.audit.list(botId, { offset: 0, limit: 50 });
    return items.toReversed().map(({ action, before, after }) => ({ action, before, after }));
  };
  expect(await entries(1)).toMatchObject([
    { action: 'createKey', before: null, after: { role: 'tester', bots: [1] } },
    {
      action: 'changeKey',
      before: { bots: [1], name: 'شاشة الاستقبال' },
      after: { bots: [], name: 'شاشة المخزن' },
    },
  ]);
  expect((await entries(2)).map(({ action }) => action)).toEqual([
    'createKey',
    'changeKey',
    'rotateKey',
    'rotateKey',
    'revokeKey',
  ]);
  const recorded = JSON.stringify([await entries(1), await entries(2)]);
  for (const secret of [creation.key, next.key]) {
    expect(recorded).not.toContain(secret.slice(8));
    expect(recorded).not.toContain(await hashSecret(secret));
  }
});

test('a paused key is refused with all keys of its family at once, and works again when it is resumed', async () => {
  const first = await make(tester);
  const next = createdKeySchema.parse(await responseOf(await rotate(first.view.id)));
  const pause = (id: string, paused: boolean, by = ALL) =>
    gateway.call(`/api/Keys/${id}/pause`, as(by, { method: 'PUT', json: { paused } }));
  const view = keyViewSchema.parse(await responseOf(await pause(first.view.id, true)));
  expect(view).toMatchObject({ id: next.view.id, pausedOn: gateway.time.now.toISOString() });
  for (const { key } of [first, next])
    expect(await faultOf(await gateway.call('/api/Session', as(key)))).toMatchObject({
      status: 403,
      fault: 'key-paused',
      parameters: { name: 'شاشة الاستقبال' },
    });
  expect((await list()).find(({ id }) => id === next.view.id)).toMatchObject({ pausedOn: view.pausedOn });
  // A successor is paused too.
  const third = createdKeySchema.parse(await responseOf(await rotate(next.view.id)));
  expect(await works(third.key)).toBe(false);
  await pause(third.view.id, false);
  expect([await works(first.key), await works(third.key)]).toEqual([true, true]);
  expect(await faultOf(await pause('nobody', true))).toMatchObject({ status: 404, fault: 'key-not-found' });
});

test('a call of a key that is paused meanwhile keeps what it reserved, and gets no more', async () => {
  const key = await gateway.addKey('fih_key-of-a-call', { role: 'tester' });
  await gateway.ports.ledger.grant(1, 'text', 1000);
  const call = { botId: 1, key, ledger: 'text', requestId: 'r', action: 'answer' } as const;
  const limiter = { acquire: () => () => {}, running: () => 0 } as unknown as ConcurrencyLimiter;
  const meter = createChargeMeter(gateway.ports, limiter, { ...call, signal: new AbortController().signal });
  const charge = await meter.begin(100);
  await gateway.ports.keys.pause(key.family, gateway.time.now, gateway.time.now, () => {});
  await expect(meter.begin(200)).rejects.toMatchObject({ code: 'key-paused' });
  await charge.settle(90);
  expect(await meter.finish()).toMatchObject({ amount: 90 });
  expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ used: 90, reserved: 0 });
});

test('keys of all bots are searched and paged, browser sessions apart; those of other bots are changed from there', async () => {
  const query = async (text: string, by = ALL) =>
    keyListSchema.parse(await responseOf(await gateway.call(`/api/Keys?${text}`, as(by))));
  for (let index = 0; index < 6; index++) await make({ ...tester, name: `شاشة ${index}`, bots: [2] });
  const ofBoth = await make({ ...tester, name: 'إدارة الشاشات', bots: [1, 2] });
  await gateway.addKey('fih_of-a-browser', { name: 'شاشة المتصفح', createdBy: 'code' });
  expect((await query('')).items.map(({ name }) => name)).not.toContain('شاشة 1');

  const { items, total } = await query('bots=all&kind=keys&limit=3&offset=1&search=%20شاشه');
  expect([items.map(({ name }) => name), total]).toEqual([['شاشة 1', 'شاشة 2', 'شاشة 3'], 6]);
  expect(items[0]).toMatchObject({ ofBot: false, manageable: false, bots: [2] });
  expect(await faultOf(await change(items[0]?.id ?? '', { name: 'x' }))).toMatchObject({
    fault: 'key-not-found',
  });
  expect((await change(items[0]?.id ?? '', { name: 'x' }, ALL, '2')).status).toBe(200);

  const { key } = createdKeySchema.parse(await responseOf(await rotate(ofBoth.view.id)));
  expect(key).not.toBe(ofBoth.key);
  const family = await query(`bots=all&search=${ofBoth.view.id}`);
  expect(family.items.map(({ rotatedOn, ofBot }) => [rotatedOn === null, ofBot])).toEqual([
    [true, true],
    [false, true],
  ]);
  expect((await query('bots=all&kind=sessions')).items.map(({ name }) => name)).toEqual(['شاشة المتصفح']);
  expect((await query('bots=all', TEST_KEY)).items.map(({ bots }) => bots).flat()).not.toContain(2);
});
