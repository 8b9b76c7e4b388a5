import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Invitation,
  invitationSchema,
  personCodeSchema,
  personListSchema,
  personRemovalSchema,
} from '#contract/persons.ts';
import { keyListSchema, sessionSchema, signInResponseSchema } from '#contract/session.ts';
import { createSignInCode } from '#gateway/modules/access/services/sign-in.ts';
import { nameFamilies } from '#gateway/modules/usage/services/name-groups.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey('owner of all', { allBots: true, bots: [] });
});
afterEach(() => gateway.close());

type Init = Parameters<TestGateway['call']>[1];
const by = (secret: string, path: string, init: Init = {}) =>
  gateway.call(path, { ...init, headers: { 'x-user-auth': secret, ...init.headers } });
const invite = async (json: object = {}): Promise<Invitation> => {
  const invited = { name: 'سارة', role: 'curator', bots: [1], ...json };
  const reply = await by('owner of all', '/api/Persons', { method: 'POST', json: invited });
  return invitationSchema.parse(await responseOf(reply));
};
const exchange = (code: string) =>
  gateway.call('/api/Session', {
    method: 'POST',
    json: { code, name: 'Firefox', zone: 'Asia/Riyadh' },
    headers: { 'x-user-auth': null, 'x-bot': null },
  });
const signIn = async (code: string) => signInResponseSchema.parse(await responseOf(await exchange(code)));
const change = (id: string, json: object, secret = 'owner of all') =>
  by(secret, `/api/Persons/${id}`, { method: 'PUT', json });
const remove = (id: string, query = '') =>
  by('owner of all', `/api/Persons/${id}${query}`, { method: 'DELETE' });
const list = async (secret: string) =>
  personListSchema.parse(await responseOf(await by(secret, '/api/Persons'))).items;
const addUnit = (secret: string) =>
  by(secret, '/api/AIKnowledge/1', {
    method: 'POST',
    json: { title: 'دليل الرسوم', KnowledgeSource: 1, SourceContent: ['https://example.org/'] },
  });

test('an invitation signs in once, as the person, within seven days', async () => {
  const { code, expiresOn, person } = await invite();
  expect(expiresOn).toBe('2026-11-28T09:00:00.000Z');
  expect(person).toMatchObject({ name: 'سارة', current: false, details: { role: 'curator', bots: [1] } });
  gateway.time.now = new Date('2026-11-27T09:00:00Z');
  const { key, botId, view } = await signIn(code);
  expect(view).toMatchObject({ role: 'curator', bots: [1], allBots: false, createdBy: 'code' });
  expect(botId).toBe(1);
  const session = sessionSchema.parse(await responseOf(await by(key, '/api/Session')));
  expect(session.person).toEqual({ id: person.id, name: 'سارة' });
  expect(await faultOf(await exchange(code))).toMatchObject({ status: 401, fault: 'code-used' });
  // Only owners set a time zone of bots by signing in.
  expect(session.bots.map(({ zone }) => zone)).toEqual(['UTC']);
  expect((await list(key))[0]).toEqual({ id: person.id, name: 'سارة', current: true, details: null });
  expect((await list('owner of all'))[0]?.details?.lastSeenOn).toBe('2026-11-27T09:00:00.000Z');
});

test('an invitation is unknown to the version before, which would make an owner of who follows the link', async () => {
  const { code } = await invite();
  const codes = await gateway.db.read.selectFrom('sign_in_code').select('hash').execute();
  expect(codes).toEqual([{ hash: `person:${await gateway.ports.sha256(code)}` }]);
  gateway.time.now = new Date('2026-11-28T09:00:00Z');
  expect(await faultOf(await exchange(code))).toMatchObject({ status: 401, fault: 'code-used' });
});

test('another link signs the same person in again, and rotation keeps the person', async () => {
  const { code, person } = await invite();
  const first = await signIn(code);
  const reply = await by('owner of all', `/api/Persons/${person.id}/code`, { method: 'POST' });
  const second = await signIn(personCodeSchema.parse(await responseOf(reply)).code);
  const rotated = await by('owner of all', `/api/Keys/${first.view.id}/rotate`, { method: 'POST' });
  expect(rotated.status).toBe(200);
  const keys = keyListSchema.parse(await responseOf(await by('owner of all', '/api/Keys?kind=sessions')));
  expect(keys.items.map((key) => key.person?.name)).toEqual(['سارة', 'سارة', 'سارة']);
  expect(second.view.id).not.toBe(first.view.id);
});

test('a narrowed or removed person is refused with the next call', async () => {
  const { code, person } = await invite();
  const { key } = await signIn(code);
  expect((await addUnit(key)).status).toBe(200);
  expect((await change(person.id, { role: 'tester' })).status).toBe(200);
  expect(await faultOf(await addUnit(key))).toMatchObject({ status: 403, fault: 'not-allowed' });
  expect((await change(person.id, { bots: [2] })).status).toBe(200);
  expect((await by(key, '/api/Session')).status).toBe(403);
  const reply = await by('owner of all', `/api/Persons/${person.id}`, {
    method: 'DELETE',
    headers: { 'x-bot': '2' },
  });
  expect(personRemovalSchema.parse(await responseOf(reply))).toMatchObject({ keys: 1 });
  expect((await by(key, '/api/Session', { headers: { 'x-bot': '2' } })).status).toBe(401);
});

test('only owners with all bots of a person change the person, and nobody grants more than they have', async () => {
  const { person } = await invite({ bots: [1, 2] });
  for (const role of ['curator', 'tester', 'monitor'] as const) {
    await gateway.addKey(role, { role });
    expect((await list(role)).map(({ name, details }) => [name, details])).toEqual([['سارة', null]]);
    expect((await change(person.id, { role: 'owner' }, role)).status).toBe(403);
    expect((await by(role, '/api/Persons', { method: 'POST', json: person })).status).toBe(403);
  }
  await gateway.addKey('owner of 1');
  expect(await list('owner of 1')).toMatchObject([{ details: { bots: [1], manageable: false } }]);
  expect((await change(person.id, { role: 'tester' }, 'owner of 1')).status).toBe(403);
  const beyond = { name: 'عمر', role: 'tester', bots: [1, 2] };
  expect((await by('owner of 1', '/api/Persons', { method: 'POST', json: beyond })).status).toBe(403);
  const nowhere = { ...beyond, bots: [] };
  const reply = await by('owner of all', '/api/Persons', { method: 'POST', json: nowhere });
  expect(await faultOf(reply)).toMatchObject({ status: 400, fault: 'key-without-bots', field: 'bots' });
  expect(await faultOf(await change('nobody', { name: 'عمر' }))).toMatchObject({
    status: 404,
    fault: 'person-not-found',
  });
  expect((await change(person.id, { name: '  ' })).status).toBe(400);
});

test('an owner gives a key to a person who may do as much, and takes it away again', async () => {
  const { person } = await invite({ role: 'tester' });
  await gateway.addKey('of a script', { role: 'tester', name: 'برنامج' });
  const stored = (await gateway.ports.keys.list()).find(({ name }) => name === 'برنامج');
  const give = (json: object) => by('owner of all', `/api/Keys/${stored?.id}`, { method: 'PUT', json });
  expect(await responseOf(await give({ personId: person.id }))).toMatchObject({
    person: { id: person.id, name: 'سارة' },
  });
  expect(await faultOf(await give({ role: 'curator' }))).toMatchObject({
    status: 400,
    fault: 'key-exceeds-person',
    field: 'personId',
  });
  expect(await faultOf(await give({ personId: '' }))).toMatchObject({ status: 404, field: 'personId' });
  expect(await responseOf(await give({ personId: null }))).toMatchObject({ person: null });
});

test('audit log and requests name the person, also after the person is removed', async () => {
  const { code, person } = await invite();
  const { key, view } = await signIn(code);
  await addUnit(key);
  await by(key, '/api/v1/RAG/Answer', { method: 'POST', json: { Question: 'كم الرسوم؟' } });
  expect((await remove(person.id)).status).toBe(200);
  const { items } = await gateway.ports.audit.list(1, { offset: 0, limit: 10 });
  expect(items.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['removePerson', 'اختبار'],
    ['registerUnit', 'سارة'],
    ['signIn', 'سارة'],
    ['invitePerson', 'اختبار'],
  ]);
  expect((await nameFamilies(gateway.ports)).get(view.id)).toBe('سارة');
});

test('the printed link signs in the first owner, who is named in the language of the browser', async () => {
  const link = () => createSignInCode(gateway.ports.keys, gateway.ports.clock.now());
  const reply = await gateway.call('/api/Session', {
    method: 'POST',
    json: { code: await link() },
    headers: { 'x-user-auth': null, 'x-bot': null, 'accept-language': 'ar' },
  });
  const first = signInResponseSchema.parse(await responseOf(reply));
  expect(first.view).toMatchObject({ role: 'owner', allBots: true, person: { name: 'المالك' } });
  const second = await signIn(await link());
  expect(second.view.person).toEqual(first.view.person);
});

test('a unit belongs to the person who added it, and is listed and handed over by owner', async () => {
  const sara = await invite();
  const omar = await invite({ name: 'عمر', role: 'owner', bots: [1] });
  const other = await invite({ name: 'ليلى', bots: [2] });
  const { key } = await signIn(sara.code);
  const { id } = await responseOf<{ id: number }>(await addUnit(key));
  await by('owner of all', '/api/AIKnowledge/1', {
    method: 'POST',
    json: { title: 'بلا مسؤول', KnowledgeSource: 1, SourceContent: ['https://example.org/'] },
  });
  const titles = async (owner: string, secret = key) => {
    const list = await responseOf(await by(secret, `/api/AIKnowledge/all/1?sort=title&owner=${owner}`));
    return (list as { items: { title: string }[] }).items.map(({ title }) => title);
  };
  expect(await titles('mine')).toEqual(['دليل الرسوم']);
  expect(await titles('mine', 'owner of all')).toEqual([]);
  expect(await titles('nobody')).toEqual(['بلا مسؤول']);
  expect(await titles(omar.person.id)).toEqual([]);
  const give = (personId: string | null, unit = id, secret = key) =>
    by(secret, `/api/AIKnowledge/1/${unit}/owner`, { method: 'PUT', json: { personId } });
  const before = (await by(key, `/api/AIKnowledge/byId/${id}`)).headers.get('etag');
  expect(await responseOf(await give(omar.person.id))).toEqual({
    owner: { id: omar.person.id, name: 'عمر' },
  });
  expect((await by(key, `/api/AIKnowledge/byId/${id}`)).headers.get('etag')).toBe(before);
  expect(await titles(omar.person.id)).toEqual(['دليل الرسوم']);
  const states = await responseOf(await by(key, `/api/AIKnowledge/1/states?ids=${id}`));
  expect(states).toMatchObject({ items: [{ owner: { id: omar.person.id, name: 'عمر' } }] });
  expect(await faultOf(await give(other.person.id))).toMatchObject({
    status: 404,
    fault: 'person-not-found',
    field: 'personId',
  });
  expect(await faultOf(await give(null, 99))).toMatchObject({ status: 404, fault: 'unit-not-found' });
  await gateway.addKey('of a tester', { role: 'tester' });
  expect((await give(null, id, 'of a tester')).status).toBe(403);
  const removed = await remove(omar.person.id, `?units=${sara.person.id}`);
  expect(personRemovalSchema.parse(await responseOf(removed))).toEqual({ keys: 0, units: 1 });
  expect(await titles('mine')).toEqual(['دليل الرسوم']);
  const unknown = await remove(sara.person.id, `?units=${other.person.id}`);
  expect(await faultOf(unknown)).toMatchObject({ status: 404, fault: 'person-not-found', field: 'units' });
  expect((await remove(sara.person.id)).status).toBe(200);
  expect(await titles('nobody', 'owner of all')).toEqual(['بلا مسؤول', 'دليل الرسوم']);
});
