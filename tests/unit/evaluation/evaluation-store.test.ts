import { expect, test } from 'vitest';
import type { StoredTest, TestDraft, TestState } from '#gateway/modules/evaluation/model.ts';
import type { TestQuery } from '#gateway/modules/evaluation/ports/tests.ts';
import type { JobKey } from '#gateway/modules/jobs/model.ts';
import { addUnit, describeStores, later, type OpenStores, publish } from '#tests/support/stores.ts';

const DRAFT: TestDraft = {
  question: 'كم رسومُ التجديد؟',
  request: { IndexNames: null, Limit: 10, MaxLimit: 10, MaxOutputTokens: 1024 },
  expectation: { quotes: ['ثلاثمئة ريال'], within: 3, contains: [], lacks: [], band: 'answered', units: [] },
  setId: 0,
  tags: ['رُسوم'],
};
const STATE: TestState = {
  outcome: 'passes',
  band: 'answered',
  fingerprint: 'f',
  passages: [[1, 'h']],
  quoteUnits: [1],
  since: new Date('2026-11-21T09:00:00Z'),
  because: null,
  runId: 'r',
  askedOn: null,
  askedIn: null,
};
const ENGINE = '1';
const JOB: JobKey = { botId: 1, kind: 'evaluate', subject: 'tests' };
const quiet = { describeLoss: () => '', describeClosing: () => '' };

const add = async (
  { tests }: OpenStores,
  change: Partial<TestDraft & TestState & { botId: number; family: string }> = {},
): Promise<StoredTest> => {
  const fresh = { ...DRAFT, ...STATE, botId: 1, keyName: 'الدعم', family: 'k1', fromRunId: null, ...change };
  const stored = await tests.add(fresh, 'written', 100);
  if (!stored) throw new Error('there is no room');
  return stored;
};
const addBot = ({ bots, time }: OpenStores) => bots.createIfMissing({ id: 1, name: 'دليل' }, time.now);
const lease = ({ queue }: OpenStores) => queue.lease('evaluate', 60_000);

describeStores('TestStore', (stores) => {
  test('keeps a test with the history of its expectation', async () => {
    const { tests } = stores();
    const stored = await add(stores());
    expect((await tests.get(1, stored.id))?.test).toEqual(stored);
    expect(await tests.get(2, stored.id)).toBeUndefined();
    const expectation = { ...DRAFT.expectation, quotes: ['أربعمئة ريال'] };
    const edited = await tests.edit(1, stored.id, { expectation, by: 'Desk', origin: 'edited' });
    expect(edited).toMatchObject({ expectation, revision: 2, outcome: 'passes' });
    expect((await tests.get(1, stored.id))?.history.map(({ by, origin }) => [by, origin])).toEqual([
      ['Desk', 'edited'],
      ['الدعم', 'written'],
    ]);
    expect(
      await tests.add(
        { ...DRAFT, ...STATE, botId: 1, keyName: '', family: '', fromRunId: null },
        'written',
        1,
      ),
    ).toBeUndefined();
    expect(await tests.outcomes(1, [stored.id, 9])).toEqual(new Map([[stored.id, 'passes']]));
    expect(await tests.remove(1, stored.id)).toBe(true);
    expect(await tests.remove(1, stored.id)).toBe(false);
  });

  test('lists from one page to the next, in both orders, by every filter', async () => {
    const { tests } = stores();
    const set = await tests.addSet(1, { name: 'الرسوم', tags: [], keyName: 'k' }, 9);
    if ('conflict' in set) throw new Error(set.conflict);
    await add(stores(), { setId: set.id, since: new Date(3) });
    await add(stores(), { outcome: 'fails', family: 'k2', tags: ['100%'], since: new Date(2) });
    await add(stores(), { question: 'متى الدوام؟', since: new Date(2) });
    const idsOf = async (query: Partial<TestQuery>) =>
      (await tests.list(1, { order: 'newest', limit: 10, ...query })).map(({ id }) => id);
    expect(await idsOf({})).toEqual([3, 2, 1]);
    expect(await idsOf({ before: { key: 0, id: 3 } })).toEqual([2, 1]);
    expect(await idsOf({ order: 'changed' })).toEqual([1, 3, 2]);
    expect(await idsOf({ order: 'changed', before: { key: 2, id: 3 } })).toEqual([2]);
    expect(await idsOf({ setId: set.id })).toEqual([1]);
    expect(await idsOf({ setId: 0, outcome: 'passes' })).toEqual([3]);
    expect(await idsOf({ outcome: 'fails' })).toEqual([2]);
    expect(await idsOf({ family: 'k2' })).toEqual([2]);
    expect(await idsOf({ tag: 'رسوم' })).toEqual([3, 1]);
    expect(await idsOf({ tag: '100%' })).toEqual([2]);
    expect(await idsOf({ search: 'رسوم تجديد' })).toEqual([2, 1]);
    expect(await tests.count(1)).toHaveLength(3);
    expect(await tests.removeSet(1, set.id, true)).toBe(1);
    expect(await tests.removeSet(1, set.id, true)).toBeUndefined();
    expect(await idsOf({})).toEqual([3, 2]);
  });
});

describeStores('EvaluationStore', (stores) => {
  test('queues an evaluation when the knowledge of a bot with tests moved, and once', async () => {
    const { evaluations, queue } = stores();
    await addBot(stores());
    await addUnit(stores(), 'دليل');
    await publish(stores(), ['نص']);
    await evaluations.schedule(ENGINE);
    expect(await queue.msUntilDue('evaluate')).toBeNull();
    await add(stores());
    await evaluations.schedule(ENGINE);
    await evaluations.schedule(ENGINE);
    expect((await queue.list({ kind: 'evaluate' }, { offset: 0, limit: 9 })).total).toBe(1);
    later(stores(), 2_000);
    const held = await lease(stores());
    if (!held) throw new Error('nothing is due');
    const begun = await evaluations.begin(held, [[1, 5, 'دليل']]);
    expect(begun).toMatchObject({ before: null, tests: [{ id: 1, quoteUnits: [1] }] });
    const id = begun?.evaluation.id ?? 0;
    expect((await evaluations.begin(held, []))?.evaluation.id).toBe(id);
    const [stored] = await stores().tests.list(1, { order: 'newest', limit: 1 });
    if (!stored) throw new Error('the test is gone');
    const because = { evaluationId: id, direct: true, units: [{ id: 1, title: 'دليل' }], more: 0 };
    const state = { ...STATE, outcome: 'fails', because, askedIn: id } as const;
    const side = { band: 'answered', runId: 'r' } as const;
    const change = {
      testId: 1,
      question: DRAFT.question,
      change: 'lost',
      before: { outcome: 'passes', ...side },
      after: { outcome: 'fails', ...side },
      because,
    } as const;
    expect(await evaluations.record(held, id, [{ test: stored, state, change }])).toBe(true);
    const ended = await evaluations.finish(held, id, { engine: ENGINE, units: because.units, ...quiet });
    expect(ended).toMatchObject({ state: 'done', tests: 1, asked: 1, lost: 1, from: null });
    expect(await evaluations.changes(1, id, { limit: 9 })).toEqual([change]);
    expect(await evaluations.list(1, { hasLosses: true, limit: 9 })).toEqual([ended]);
    expect((await stores().tests.get(1, 1))?.test).toMatchObject({ outcome: 'fails', because });
    await evaluations.schedule(ENGINE);
    expect((await queue.list({ kind: 'evaluate' }, { offset: 0, limit: 9 })).total).toBe(0);
    await evaluations.schedule('2');
    expect((await queue.list({ kind: 'evaluate' }, { offset: 0, limit: 9 })).total).toBe(1);
  });

  test('queues none for a bot whose tests were all deleted, until it has one again', async () => {
    const { evaluations, queue, tests } = stores();
    await addBot(stores());
    const { id } = await add(stores());
    await tests.remove(1, id);
    await evaluations.schedule(ENGINE);
    await evaluations.request(1);
    expect(await queue.get(JOB)).toBeUndefined();
    await add(stores());
    await evaluations.schedule(ENGINE);
    expect(await queue.get(JOB)).toBeDefined();
  });

  test('lets another follow where the knowledge moved meanwhile, and knows what the last one asked', async () => {
    const { evaluations, queue, synonyms } = stores();
    await add(stores());
    await evaluations.request(1);
    const held = await lease(stores());
    const begun = held && (await evaluations.begin(held, [[1, 5, 'دليل']]));
    if (!begun) throw new Error('nothing began');
    await synonyms.add(1, { expressions: ['رسوم', 'مصاريف'], keys: ['رسوم', 'مصاريف'], note: '' }, 9);
    await evaluations.finish(held, begun.evaluation.id, { engine: ENGINE, units: [], ...quiet });
    expect(await queue.msUntilDue('evaluate')).toBe(2_000);
    later(stores(), 2_000);
    const next = await lease(stores());
    const following = next && (await evaluations.begin(next, []));
    expect(following).toMatchObject({ before: [[1, 5, 'دليل']], evaluation: { from: begun.evaluation.to } });
  });

  test('lets nobody write who lost the lease, also to a person who cancelled', async () => {
    const { evaluations, queue } = stores();
    await addBot(stores());
    await add(stores());
    await evaluations.request(1);
    const held = await lease(stores());
    const begun = held && (await evaluations.begin(held, []));
    if (!begun) throw new Error('nothing began');
    const { id } = begun.evaluation;
    expect(await queue.cancel(JOB)).toBe(true);
    expect(await evaluations.record(held, id, [])).toBe(false);
    expect(await evaluations.finish(held, id, { engine: ENGINE, units: [], ...quiet })).toBeUndefined();
    expect(await evaluations.get(1, id)).toMatchObject({ state: 'cancelled' });
    await evaluations.schedule(ENGINE);
    expect(await queue.get(JOB)).toBeUndefined();
  });

  test.each(['scheduled', 'requested'])(
    'holds still after a %s one was cancelled until knowledge moves',
    async (way) => {
      const { evaluations, queue, synonyms } = stores();
      await addBot(stores());
      await add(stores());
      await evaluations.schedule(ENGINE);
      if (way === 'requested') await evaluations.request(1);
      expect(await queue.cancel(JOB)).toBe(true);
      await evaluations.schedule(ENGINE);
      expect(await queue.get(JOB)).toBeUndefined();
      await synonyms.add(1, { expressions: ['رسوم', 'مصاريف'], keys: ['رسوم', 'مصاريف'], note: '' }, 9);
      await evaluations.schedule(ENGINE);
      later(stores(), 2_000);
      const held = await lease(stores());
      expect(held && (await evaluations.begin(held, [[1, 5, 'دليل']]))).toMatchObject({
        before: null,
        evaluation: { from: null },
      });
    },
  );

  test.each([
    ['0.9.0', '0.10.0', true],
    ['0.10.0', '0.9.0', false],
    ['0.9', '0.9.0', false],
    ['0.9', '0.9.1', true],
    ['0.9.1', '0.9', false],
    ['0.3.0-rc.1', '0.3.0', true],
    ['0.3.0', '0.3.0-rc.1', false],
    ['unknown', '0.1.0', true],
  ])('after one by %s, version %s queues another: %s', async (previous, version, isQueued) => {
    const { evaluations, queue } = stores();
    await addBot(stores());
    await add(stores());
    await evaluations.schedule(previous);
    later(stores(), 2_000);
    const held = await lease(stores());
    const begun = held && (await evaluations.begin(held, []));
    if (!begun) throw new Error('nothing began');
    await evaluations.finish(held, begun.evaluation.id, { engine: previous, units: [], ...quiet });
    await evaluations.schedule(version);
    expect((await queue.get(JOB)) !== undefined).toBe(isQueued);
  });

  test('holds still after the one that follows an update was cancelled', async () => {
    const { evaluations, queue, synonyms } = stores();
    await addBot(stores());
    await add(stores());
    await evaluations.request(1);
    const held = await lease(stores());
    const begun = held && (await evaluations.begin(held, []));
    if (!begun) throw new Error('nothing began');
    await evaluations.finish(held, begun.evaluation.id, { engine: '1', units: [], ...quiet });
    await evaluations.schedule('2');
    expect(await queue.cancel(JOB)).toBe(true);
    await evaluations.schedule('2');
    expect(await queue.get(JOB)).toBeUndefined();
    await synonyms.add(1, { expressions: ['رسوم', 'مصاريف'], keys: ['رسوم', 'مصاريف'], note: '' }, 9);
    await evaluations.schedule('1');
    expect(await queue.cancel(JOB)).toBe(true);
    await evaluations.schedule('2');
    expect(await queue.get(JOB)).toBeUndefined();
    await evaluations.schedule('3');
    expect(await queue.get(JOB)).toBeDefined();
  });
});
