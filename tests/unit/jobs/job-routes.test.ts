import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job, JobKindView, JobList } from '#contract/jobs.ts';
import { queueJob } from '#gateway/modules/jobs/sql/job-rows.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey('owner-of-all', { allBots: true, bots: [] });
  await gateway.addKey('owner-of-one', { bots: [1] });
  await gateway.addKey('curator', { role: 'curator', bots: [1] });
  await gateway.ports.bots.createIfMissing({ id: 2, name: 'بوت الفرع' }, gateway.time.now);
});
afterEach(() => gateway.close());

const call = (path: string, method = 'GET', secret = 'owner-of-all', json?: unknown) =>
  gateway.call(path, {
    method,
    headers: { 'x-user-auth': secret },
    ...(json === undefined ? {} : { json }),
  });
const list = async (query = '', secret?: string) =>
  responseOf<JobList>(await call(`/api/Jobs${query}`, 'GET', secret));
const kinds = async (query = '', secret?: string) =>
  (await responseOf<{ items: JobKindView[] }>(await call(`/api/Jobs/kinds${query}`, 'GET', secret))).items;
const ensure = (botId: number, kind: Job['kind'], subject: string, delayMs = 0) =>
  gateway.ports.queue.ensure({ botId, kind, subject }, { delayMs });
const subjects = ({ items }: JobList) => items.map(({ subject }) => subject);

test('are listed for the bots of the key, named by what they are about', async () => {
  const unit = await gateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
  await ensure(2, 'embed', 'vectors');
  await ensure(0, 'chore', 'units.rows', 60_000);
  const { items, total } = await list();
  expect(total).toBe(3);
  const index = items.find(({ kind }) => kind === 'index');
  expect(index).toEqual({
    botId: 1,
    botName: 'دليل',
    kind: 'index',
    subject: String(unit),
    name: 'دليل الرسوم',
    state: 'waiting',
    progress: null,
    tries: 0,
    queuedOn: '2026-11-21T09:00:00.000Z',
    nextOn: '2026-11-21T09:00:00.000Z',
    first: false,
    reason: null,
  });
  expect(items.find(({ kind }) => kind === 'chore')).toMatchObject({
    botId: 0,
    botName: null,
    state: 'scheduled',
    nextOn: '2026-11-21T09:01:00.000Z',
  });
  expect(subjects(await list('?kind=embed&state=waiting'))).toEqual(['vectors']);
  expect(subjects(await list('?bot=2'))).toEqual(['vectors']);
  expect(subjects(await list('?bot=0'))).toEqual(['units.rows']);
  expect(subjects(await list('', 'owner-of-one'))).toEqual([String(unit)]);
  for (const bot of [0, 2, 99])
    expect(await faultOf(await call(`/api/Jobs?bot=${bot}`, 'GET', 'owner-of-one'))).toMatchObject({
      status: 404,
      fault: 'bot-not-found',
    });
});

test('are put first, tried again and cancelled', async () => {
  const [first, second] = [
    await gateway.addUnit('الأول', 'نص أول.'),
    await gateway.addUnit('الثاني', 'نص ثان.'),
  ];
  const pathOf = (unit: number) => `/api/Jobs/1/index/${unit}`;
  expect(await responseOf<Job>(await call(`${pathOf(second)}/first`, 'POST', 'curator'))).toMatchObject({
    name: 'الثاني',
    first: false,
  });
  expect(subjects(await list())).toEqual([String(second), String(first)]);
  expect((await list()).items[0]).toMatchObject({ first: true });
  const lease = await gateway.ports.queue.lease('index', 30_000, { stage: (await stageOf(second)) ?? '' });
  expect(await faultOf(await call(`${pathOf(second)}/retry`, 'POST'))).toMatchObject({
    status: 409,
    fault: 'job-running',
  });
  await gateway.ports.queue.release(lease!, { delayMs: 60_000, as: 'failed' });
  expect((await list('?state=retrying')).items).toMatchObject([{ subject: String(second), tries: 1 }]);
  await responseOf(await call(`${pathOf(second)}/retry`, 'POST'));
  expect((await list('?state=waiting')).total).toBe(2);
  await responseOf(await call(pathOf(first), 'DELETE', 'curator'));
  expect(subjects(await list())).toEqual([String(second)]);
  expect(await faultOf(await call(pathOf(first), 'DELETE'))).toMatchObject({
    status: 404,
    fault: 'job-not-found',
  });
});

test('what is done to the indexing of a unit is in the history of the unit', async () => {
  const unit = await gateway.addUnit('الرسوم', 'نص.');
  await responseOf(await call(`/api/Jobs/1/index/${unit}/first`, 'POST'));
  await responseOf(await call(`/api/Jobs/1/index/${unit}`, 'DELETE'));
  const filter = { kind: 'unit', subject: String(unit) } as const;
  const { items } = await gateway.ports.audit.list(1, { ...filter, offset: 0, limit: 2 });
  expect(items).toMatchObject([
    { action: 'cancelJob', subject: { kind: 'unit', name: 'الرسوم' } },
    { action: 'putJobFirst' },
  ]);
});

const stageOf = async (unit: number) =>
  (await gateway.ports.queue.get({ botId: 1, kind: 'index', subject: String(unit) }))?.stage;

test('of kinds that come again cannot be cancelled', async () => {
  await ensure(0, 'chore', 'units.rows', 60_000);
  expect(await faultOf(await call('/api/Jobs/0/chore/units.rows', 'DELETE'))).toMatchObject({
    status: 409,
    fault: 'job-recurring',
  });
  expect((await list()).total).toBe(1);
});

test('need the right of the work, and a key for the bot', async () => {
  for (const [botId, kind] of [
    [1, 'deliver'],
    [1, 'embed'],
    [1, 'index'],
    [2, 'index'],
    [0, 'chore'],
  ] as const)
    await ensure(botId, kind, 'س', 60_000);
  const outcome = async (path: string, secret: string) =>
    (await call(`/api/Jobs/${path}/first`, 'POST', secret)).status;
  expect(await outcome('1/index/س', 'curator')).toBe(200);
  for (const kind of ['deliver', 'embed'])
    expect([kind, await outcome(`1/${kind}/س`, 'curator')]).toEqual([kind, 403]);
  for (const path of ['2/index/س', '0/chore/س', '99/index/س'])
    expect([path, await outcome(path, 'owner-of-one')]).toEqual([path, 404]);
  expect(await outcome('2/index/س', 'owner-of-all')).toBe(200);
  expect(await outcome('0/chore/س', 'owner-of-all')).toBe(200);
});

test('of a kind are paused for one bot or for all, which everybody may see', async () => {
  await gateway.db.change({ bot: 1 }, (trx) =>
    queueJob(trx, { botId: 1, kind: 'index', subject: '1' }, gateway.time.now.getTime()),
  );
  const pause = (path: string, paused: boolean, secret?: string) =>
    call(`/api/Jobs/${path}`, 'PUT', secret, { paused });
  await responseOf(await pause('1/index', true, 'curator'));
  await responseOf(await pause('0/embed', true));
  expect((await pause('0/index', true, 'owner-of-one')).status).toBe(404);
  const pausedOn = '2026-11-21T09:00:00.000Z';
  expect(await kinds('', 'curator')).toEqual([
    { kind: 'index', running: 0, waiting: 1, pauses: [{ botId: 1, botName: 'دليل', pausedOn }] },
    { kind: 'read', running: 0, waiting: 0, pauses: [] },
    { kind: 'deliver', running: 0, waiting: 0, pauses: [] },
    { kind: 'embed', running: 0, waiting: 0, pauses: [{ botId: 0, botName: null, pausedOn }] },
    { kind: 'evaluate', running: 0, waiting: 0, pauses: [] },
    { kind: 'prove', running: 0, waiting: 0, pauses: [] },
    { kind: 'chore', running: 0, waiting: 0, pauses: [] },
  ]);
  expect((await kinds('?bot=2'))[0]).toMatchObject({ waiting: 0, pauses: [] });
  expect((await list('?state=paused')).items).toMatchObject([{ kind: 'index', state: 'paused' }]);
  await responseOf(await pause('1/index', false));
  expect((await list('?state=paused')).total).toBe(0);
});
