import { expect, test } from 'vitest';
import type { ReportDraft, StoredTest, TestState } from '#gateway/modules/evaluation/model.ts';
import { addUnit, describeStores, later, type OpenStores, person, publish } from '#tests/support/stores.ts';

const [SALWA, OMAR] = [
  { id: 'k1', name: 'سلوى' },
  { id: 'k2', name: 'Omar' },
];
const report = (change: Partial<ReportDraft> = {}): ReportDraft => ({
  botId: 1,
  runId: 'a',
  question: 'كم رسومُ التجديد؟',
  reason: 'out-of-date',
  note: '',
  reporter: SALWA,
  owner: { id: '', name: '' },
  unit: { id: 1, title: 'دليل', sectionTitle: 'دليل › الرسوم' },
  ...change,
});
const repaired = (by: typeof SALWA) => ({ as: 'repaired', note: 'حُدّث', by }) as const;
const nothing = () => '';
const idsOf = (reports: readonly { id: number }[]) => reports.map(({ id }) => id);

const STATE: TestState = {
  outcome: 'fails',
  band: 'answered',
  fingerprint: 'f',
  passages: [],
  quoteUnits: [],
  since: new Date('2026-11-21T09:00:00Z'),
  because: null,
  runId: null,
  askedOn: null,
  askedIn: null,
};
async function addTest({ tests }: OpenStores, change: Partial<StoredTest> = {}): Promise<StoredTest> {
  const expectation = { quotes: ['٤٠٠'], within: 3, contains: [], lacks: [], band: null, units: [] };
  const request = { IndexNames: null, Limit: 10, MaxLimit: 10, MaxOutputTokens: 1024 };
  const draft = { question: 'كم رسوم التجديد؟', request, expectation, setId: 0, tags: [] };
  const by = { botId: 1, keyName: 'سلوى', family: 'k1', fromRunId: null };
  const stored = await tests.add({ ...draft, ...STATE, ...by, ...change }, 'written', 100);
  if (!stored) throw new Error('there is no room');
  return stored;
}

/** An evaluation after which the test has this outcome. */
async function evaluate(open: OpenStores, stored: StoredTest, outcome: 'passes' | 'fails'): Promise<number> {
  const { evaluations, queue, tests } = open;
  await evaluations.request(1);
  const lease = await queue.lease('evaluate', 60_000);
  const begun = lease && (await evaluations.begin(lease, []));
  const before = (await tests.get(1, stored.id))?.test;
  if (!lease || !begun || !before) throw new Error('nothing is evaluated');
  const { id } = begun.evaluation;
  const because = { evaluationId: id, direct: false, units: [], more: 0 };
  const state = { ...before, outcome, because, askedIn: id };
  const kind = outcome === 'passes' ? 'gained' : 'lost';
  const side = (of: 'passes' | 'fails') => ({ outcome: of, band: null, runId: null }) as const;
  const [from, to] = [side(outcome === 'passes' ? 'fails' : 'passes'), side(outcome)];
  const change = { testId: stored.id, question: '', change: kind, before: from, after: to, because } as const;
  const isSame = before.outcome === outcome;
  await evaluations.record(lease, id, [{ test: before, state, ...(isSame ? {} : { change }) }]);
  const describeClosing = (closed: number, [first]: readonly { id: number }[]) => `${closed} ${first?.id}`;
  const described = { describeLoss: nothing, describeClosing };
  await evaluations.finish(lease, id, { engine: '1', units: [], ...described });
  later(open, 1_000);
  return id;
}

describeStores('ReportStore', (stores) => {
  test('keeps one report of a run and a reporter, which filing again changes and opens', async () => {
    const { reports } = stores();
    const { report: first, before } = await reports.file(report());
    expect(before).toBeUndefined();
    expect(first).toMatchObject({ ...report(), id: 1, state: 'open', testId: null, closing: null });
    expect(await reports.get(1, 1)).toEqual(first);
    expect(await reports.get(2, 1)).toBeUndefined();
    expect((await reports.file(report({ reporter: OMAR }))).report.id).toBe(2);
    const again = await reports.file(report({ reason: 'unclear', note: 'غامضة' }));
    expect(again).toMatchObject({ before: first, report: { id: 1, reason: 'unclear', note: 'غامضة' } });
    later(stores(), 1_000);
    await reports.close(1, 1, repaired(OMAR), nothing);
    expect(await reports.count(1, { owners: [''], reporter: 'k1' })).toEqual({ open: 1, mine: 1, unseen: 1 });
    const { report: opened } = await reports.file(report());
    expect(opened).toMatchObject({ id: 1, state: 'open', closing: null, isUnseen: false });
    expect(opened.openedOn > opened.reportedOn).toBe(true);
    expect(await reports.get(1, 1)).toEqual(opened);
  });

  test('lists from one page to the next, by every filter', async () => {
    const { reports } = stores();
    const owner = { id: 'k9', name: 'هند' };
    await reports.file(report());
    await reports.file(report({ runId: 'b', owner, reason: 'unclear' }));
    await reports.file(report({ runId: 'c', reporter: OMAR }));
    await reports.file(report({ botId: 2 }));
    const list = async (query: object) =>
      idsOf(await reports.list(1, { state: 'open', limit: 10, ...query }));
    expect(await list({})).toEqual([3, 2, 1]);
    expect(await list({ limit: 1, before: 3 })).toEqual([2]);
    expect(await list({ owners: ['k9'] })).toEqual([2]);
    expect(await list({ owners: ['k9', ''] })).toEqual([3, 2, 1]);
    expect(await list({ reporter: 'k2' })).toEqual([3]);
    expect(await list({ reason: 'unclear' })).toEqual([2]);
    await reports.close(1, 2, repaired(OMAR), nothing);
    expect(await list({})).toEqual([3, 1]);
    expect(await list({ state: 'closed' })).toEqual([2]);
  });

  test('is closed by one person, and says so until its reporter has looked', async () => {
    const { reports, time } = stores();
    await reports.file(report());
    const two = [repaired(OMAR), { ...repaired(SALWA), as: 'duplicate' as const }];
    const closed = await Promise.all(two.map((closing) => reports.close(1, 1, closing, nothing)));
    const [winner, ...others] = closed.filter((result) => result !== undefined);
    expect(others).toEqual([]);
    expect(await reports.get(1, 1)).toEqual(winner);
    await reports.file(report({ runId: 'b' }));
    await reports.close(1, 2, repaired(OMAR), nothing);
    const by = { owners: ['k1'], reporter: 'k1' };
    const unseen = (await reports.count(1, by)).unseen;
    expect(await reports.markSeen(1, 'k1')).toBe(unseen);
    expect((await reports.count(1, by)).unseen).toBe(0);
    expect(await reports.expire(time.now, 10)).toBe(0);
    expect(await reports.expire(new Date(time.now.getTime() + 1), 1)).toBe(1);
  });

  test('goes to the heir of its owner, or to the owners of the bot', async () => {
    const { bots, persons, reports, time } = stores();
    await bots.createIfMissing({ id: 1, name: 'دليل' }, time.now);
    for (const id of ['salwa', 'omar']) await persons.insert(person(id, { allBots: true }));
    const owner = { id: 'salwa', name: 'سلوى' };
    await reports.file(report({ owner }));
    await reports.file(report({ owner, runId: 'b' }));
    await reports.close(1, 2, repaired(OMAR), nothing);
    const how = { heirId: 'omar', check: () => {} };
    await persons.remove('salwa', how, time.now);
    const ownersOf = async () => [(await reports.get(1, 1))?.owner.id, (await reports.get(1, 2))?.owner.id];
    expect(await ownersOf()).toEqual(['omar', 'salwa']);
    await persons.remove('omar', { ...how, heirId: null }, time.now);
    expect(await ownersOf()).toEqual(['', 'salwa']);
  });

  test('is withdrawn by its reporter alone', async () => {
    const { reports } = stores();
    await reports.file(report());
    expect(await reports.withdraw(1, 'a', OMAR)).toBeUndefined();
    expect(await reports.withdraw(1, 'a', SALWA)).toMatchObject({
      state: 'closed',
      closing: { as: 'withdrawn', by: 'سلوى' },
      isUnseen: false,
    });
    expect(await reports.withdraw(1, 'a', SALWA)).toBeUndefined();
  });

  test('gets the test of its question that does not pass, before it or after', async () => {
    const { reports, tests } = stores();
    await addTest(stores(), { outcome: 'passes' });
    await reports.file(report());
    expect((await reports.get(1, 1))?.testId).toBeNull();
    await addTest(stores(), { question: 'سؤال آخر' });
    const same = await addTest(stores());
    const later = await addTest(stores());
    expect((await reports.get(1, 1))?.testId).toBe(same.id);
    expect((await reports.file(report({ runId: 'b' }))).report.testId).toBe(later.id);
    const ofRun = await addTest(stores(), { question: 'كم الرسوم؟', fromRunId: 'c' });
    expect((await reports.file(report({ runId: 'c' }))).report.testId).toBe(ofRun.id);
    await tests.remove(1, same.id);
    const other = await tests.edit(1, later.id, { state: { ...STATE, outcome: 'weak' } });
    expect((await reports.get(1, 1))?.testId).toBe(other?.id);
  });

  test('is closed once its test passes after a change, and opened when the test is lost again', async () => {
    const open = stores();
    const { bots, reports, webhooks, db, time } = open;
    await bots.createIfMissing({ id: 1, name: 'دليل' }, time.now);
    await addUnit(open, 'دليل');
    const stored = await addTest(open);
    await reports.file(report());
    const state = async () => {
      const { state: of, closing, openedOn, reportedOn } = (await reports.get(1, 1)) ?? {};
      return [of, closing?.as, closing?.evaluationId, openedOn !== reportedOn];
    };
    const hook = { url: 'https://hooks.example.org', kinds: ['report-closed' as const] };
    await webhooks.add(1, { ...hook, name: 'بلاغات', enabled: true, secret: 's' }, 10);
    later(open, 1_000);
    // A test that was changed so that it passes is no change of the knowledge.
    await evaluate(open, stored, 'passes');
    expect((await state()).slice(0, 2)).toEqual(['open', undefined]);
    await evaluate(open, stored, 'fails');
    await publish(open, ['نص']);
    expect((await state())[0]).toBe('open');
    const closedIn = await evaluate(open, stored, 'passes');
    expect((await state()).slice(0, 3)).toEqual(['closed', 'test-passes', closedIn]);
    const sent = await db.read.selectFrom('delivery').select(['event', 'body']).execute();
    expect(sent).toEqual([{ event: 'report.closed', body: '1 1' }]);
    await evaluate(open, stored, 'fails');
    expect((await reports.get(1, 1))?.state).toBe('open');
    await evaluate(open, stored, 'passes');
    expect((await reports.get(1, 1))?.state).toBe('open');
    // What a person closed stays closed.
    await reports.close(1, 1, repaired(OMAR), nothing);
    await evaluate(open, stored, 'fails');
    expect((await state()).slice(0, 2)).toEqual(['closed', 'repaired']);
  });
});
