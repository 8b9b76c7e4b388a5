import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerSchema } from '#contract/answers.ts';
import { parseTitles } from '#contract/headers.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { sweepOnce } from '#tests/support/sweep.ts';
import { FEES, type OpenEvaluation, openEvaluation } from '../evaluation/setup.ts';

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
});
afterEach(() => open.gateway.close());

const GUIDE = 'دليل الخدمات';
const LIBRARY = 'Library rules';
const QUESTION = 'كم رسوم تجديد جواز السفر؟';
const ON = { off: false, validFrom: null, validUntil: null };

const set = (validity: object, unit = open.guide) =>
  open.call('PUT', `/api/AIKnowledge/1/${unit}/availability`, { ...ON, ...validity });
const ask = (IndexNames?: string[]) =>
  open.call('POST', '/api/v1/RAG/Answer', { Question: QUESTION, ...(IndexNames ? { IndexNames } : {}) });
const textOf = async (response: Response) => answerSchema.parse(await responseOf(response)).answer;

test('a unit that is switched off leaves answers at once and is named where it was asked for', async () => {
  expect(await textOf(await ask())).toContain('300');
  expect(await responseOf(await set({ off: true }))).toEqual({ ...ON, off: true, availability: 'off' });
  expect(await textOf(await ask())).not.toContain('300');
  const named = await ask([GUIDE, LIBRARY]);
  expect(parseTitles(named.headers.get('x-skipped-indexes'))).toEqual([GUIDE]);
  expect(await textOf(named)).not.toContain('300');
  await set({});
  expect(await textOf(await ask([GUIDE]))).toContain('300');
});

test('says why nothing is left to search', async () => {
  const fault = async (names?: string[]) => {
    const { status, fault: code, parameters, field } = await faultOf(await ask(names));
    expect([status, field]).toEqual([400, 'IndexNames']);
    return [code, parameters];
  };
  await set({ off: true });
  expect(await fault([GUIDE])).toEqual(['indexes-off', { names: [GUIDE] }]);
  await set({ validFrom: '2026-12-01T00:00:00+03:00' });
  const validFrom = '2026-11-30T21:00:00.000Z';
  expect(await fault([GUIDE])).toEqual(['indexes-not-yet-valid', { names: [GUIDE], validFrom }]);
  const validUntil = '2026-11-01T00:00:00.000Z';
  await set({ validUntil });
  expect(await fault([GUIDE])).toEqual(['indexes-expired', { names: [GUIDE], validUntil }]);
  await set({ off: true }, open.library);
  expect(await fault([GUIDE, LIBRARY])).toEqual(['indexes-unavailable', { names: [GUIDE, LIBRARY] }]);
  expect(await fault()).toEqual(['nothing-available', {}]);
});

test('tells the state of a unit, and lists units that are in no answer', async () => {
  await set({ validUntil: '2026-11-01T00:00:00Z' });
  const expected = {
    off: false,
    validFrom: null,
    validUntil: '2026-11-01T00:00:00.000Z',
    availability: 'expired',
  };
  const states = await open.call('GET', `/api/AIKnowledge/1/states?ids=${open.guide}`);
  expect(await responseOf(states)).toMatchObject({ items: [expected] });
  const details = await open.call('GET', `/api/AIKnowledge/1/${open.guide}/details`);
  expect(await responseOf(details)).toMatchObject({ state: expected });
  const list = await open.call('GET', '/api/AIKnowledge/all/1?available=false');
  expect(await responseOf(list)).toMatchObject({ total: 1, items: [{ id: open.guide, title: GUIDE }] });
});

test('refuses an end that is not after the start, and a unit that is not there', async () => {
  const moment = '2026-12-01T00:00:00Z';
  expect(await faultOf(await set({ validFrom: moment, validUntil: moment }))).toMatchObject({
    status: 400,
    fault: 'invalid-field',
    field: 'validUntil',
  });
  expect(await faultOf(await set({}, 999))).toMatchObject({ status: 404, fault: 'unit-not-found' });
});

test('evaluations ask again when a unit is switched off, and when its time comes', async () => {
  await open.add(FEES);
  await open.evaluate();
  await set({ off: true });
  expect(await open.evaluate()).toMatchObject({ id: 2, lost: 1, units: [{ id: open.guide }] });
  const now = open.gateway.time.now.getTime();
  await set({ validUntil: new Date(now + 60_000).toISOString() });
  expect(await open.evaluate()).toMatchObject({ id: 3, gained: 1 });
  open.gateway.time.now = new Date(now + 60_000);
  expect(await open.evaluate()).toMatchObject({ id: 3 });
  await sweepOnce(open.gateway.ports);
  expect(await open.evaluate()).toMatchObject({ id: 4, lost: 1, units: [{ id: open.guide }] });
});
