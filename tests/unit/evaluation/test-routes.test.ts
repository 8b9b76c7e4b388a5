import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Run, runListSchema, runSchema } from '#contract/runs.ts';
import {
  EXPECTATION_PARTS,
  EXPECTED_BANDS,
  expectationSchema,
  TEST_OUTCOMES,
  testOverviewSchema,
  testSchema,
  testSetReceiptSchema,
  testSetSchema,
  testWithHistorySchema,
  type VerdictResult,
  verdictResultSchema,
} from '#contract/tests.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, GUIDE, HOURS, LOANS, type OpenEvaluation, openEvaluation } from './setup.ts';

const TESTER = { 'x-user-auth': 'fih_of-a-tester' };
const OTHER = { 'x-user-auth': 'fih_of-another-tester' };
const MONITOR = { 'x-user-auth': 'fih_of-a-monitor' };

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
  await open.gateway.addKey('fih_of-a-tester', { role: 'tester', name: 'الدعم' });
  await open.gateway.addKey('fih_of-another-tester', { role: 'tester', name: 'Desk' });
  await open.gateway.addKey('fih_of-a-monitor', { role: 'monitor' });
});
afterEach(() => open.gateway.close());

const judge = async (runId: string, body: object, headers = {}): Promise<VerdictResult> =>
  verdictResultSchema.parse(
    await responseOf(await open.call('PUT', `/api/Runs/1/${runId}/verdict`, body, headers)),
  );
const readRun = async (id: string): Promise<Run> =>
  runSchema.parse(await responseOf(await open.call('GET', `/api/Runs/1/${id}`)));
const runsOf = async (query: string) =>
  runListSchema.parse(await responseOf(await open.call('GET', `/api/Runs/1?${query}`))).items;
const refusal = async (json: unknown) => faultOf(await open.call('POST', '/api/Tests/1', json));

describe('a new test', () => {
  test('is asked, judged and kept with what it was answered', async () => {
    const { test: stored, outcome, failures, asked } = await open.add(FEES, TESTER);
    expect([outcome, failures]).toEqual(['passes', []]);
    expect(asked).toMatchObject({ band: 'answered', answer: expect.stringContaining('300') as string });
    expect(stored).toMatchObject({
      question: FEES.question,
      request: { IndexNames: null, Limit: 10, MaxLimit: 10, MaxOutputTokens: 1024 },
      expectation: expectationSchema.parse(FEES.expectation),
      owner: 'الدعم',
      mine: true,
      outcome: 'passes',
      because: null,
      fromRunId: null,
      deletable: true,
    });
    const run = await readRun(stored?.runId ?? '');
    expect(run).toMatchObject({
      action: 'evaluate',
      question: FEES.question,
      answer: asked?.answer,
      charge: null,
    });
    expect(run.documents[0]?.ordinal).not.toBeNull();
    expect(await runsOf('')).toEqual([]);
  });

  test('that does not pass is reported with its reasons before it is kept', async () => {
    const wrong = { ...FEES, expectation: { quotes: ['ورسومه 450 ريال'], lacks: ['300'] } };
    const tried = await open.add(wrong);
    expect(tried).toMatchObject({ test: null, outcome: 'fails', asked: { band: 'answered' } });
    expect(tried.failures.map(({ part }) => part)).toEqual(['quotes', 'lacks']);
    for (const { part } of tried.failures) expect(EXPECTATION_PARTS).toContain(part);
    expect(await open.add({ ...FEES, keep: 'never' })).toMatchObject({ test: null, outcome: 'passes' });
    expect((await open.list()).items).toEqual([]);
    expect(await open.add({ ...wrong, keep: 'always' })).toMatchObject({ test: { outcome: 'fails' } });
    expect((await open.list()).counts).toMatchObject({ fails: 1, total: 1 });
  });

  test('is asked for as many passages as its expectation looks at', async () => {
    const sections = Array.from(
      { length: 16 },
      (_, day) => `## الدورة ${day + 1}\n\nتبدأ الدورة في القاعة ${day + 31}.\n`,
    );
    await open.gateway.addUnit('الدورات', `# الدورات\n\n${sections.join('\n')}`);
    await open.gateway.indexAll();
    const question = 'في أي قاعة تبدأ الدورة؟';
    const all = { Limit: 50, MaxLimit: 50 };
    const listed = await open.add({
      question,
      request: all,
      expectation: { contains: ['الدورة'] },
      keep: 'never',
    });
    const hall = /القاعة \d+/.exec(listed.asked?.documents[12]?.text ?? '')?.[0] ?? '';
    expect(hall).not.toBe('');
    const quotes = [`تبدأ الدورة في ${hall}`];
    expect(await open.add({ question, expectation: { quotes, within: 10 } })).toMatchObject({
      outcome: 'fails',
    });
    const { test: stored } = await open.add({ question, expectation: { quotes, within: 13 } });
    expect(stored).toMatchObject({ outcome: 'passes', request: { Limit: 10, MaxLimit: 10 } });
    const run = await readRun(stored?.runId ?? '');
    expect([run.documents.length, run.request]).toMatchObject([13, { Limit: 13, MaxLimit: 13 }]);
    await open.evaluate();
    expect((await open.list()).items).toMatchObject([{ outcome: 'passes' }]);
  });

  test('of a unit that is gone cannot be asked, which an evaluation says as well', async () => {
    const named = { ...FEES, request: { IndexNames: ['دليل الخدمات'] } };
    expect(await open.add(named)).toMatchObject({ outcome: 'passes' });
    await open.evaluate();
    await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}?forever=true`);
    expect(await open.evaluate()).toMatchObject({ lost: 1 });
    expect((await open.list('?outcome=cannot-be-asked')).items).toHaveLength(1);
    const again = await open.add(named);
    expect(again).toMatchObject({
      test: null,
      outcome: 'cannot-be-asked',
      fault: { code: 'indexes-unknown' },
    });
    expect(again.fault?.message).toContain('دليل الخدمات');
  });

  test.each([
    ['without an expectation', { question: 'متى؟' }, { fault: 'invalid-field', field: 'expectation' }],
    [
      'without a question',
      { expectation: { contains: ['س'] } },
      { fault: 'invalid-field', field: 'question' },
    ],
    ['that states nothing', { ...FEES, expectation: {} }, { fault: 'expectation-empty' }],
    [
      'that names units without quotes',
      { ...FEES, expectation: { band: 'answered', units: [1] } },
      { fault: 'expectation-empty' },
    ],
    [
      'with a long quote',
      { ...FEES, expectation: { quotes: ['س'.repeat(301)] } },
      { fault: 'invalid-field' },
    ],
    ['with another band', { ...FEES, expectation: { band: 'good' } }, { fault: 'invalid-field' }],
    ['in a set that does not exist', { ...FEES, setId: 7 }, { fault: 'test-set-not-found', status: 404 }],
    ['of a run that does not exist', { run: 'x' }, { fault: 'run-not-found', status: 404 }],
  ])('%s is refused', async (_, json, expected) => {
    expect(await refusal(json)).toMatchObject({ status: 400, ...expected });
  });

  test.each(EXPECTED_BANDS)('may expect the band %s', async (band) => {
    const question = band === 'not-found' ? 'ما عاصمة البرازيل؟' : FEES.question;
    expect(await open.add({ question, expectation: { band } })).toMatchObject({ outcome: 'passes' });
  });
});

describe('a test of a run', () => {
  test('expects what the answer quotes, and its band', async () => {
    const run = await open.ask(FEES.question);
    const { test: stored, outcome } = await open.add({ run });
    expect(outcome).toBe('passes');
    expect(stored).toMatchObject({
      question: FEES.question,
      fromRunId: run,
      expectation: { band: 'answered' },
    });
    expect(stored?.expectation.quotes.join()).toContain('300');
    const response = await open.call('GET', `/api/Tests/1/${stored?.id}`);
    expect(testWithHistorySchema.parse(await responseOf(response)).history).toMatchObject([
      { by: 'اختبار', origin: 'right', runId: run, expectation: stored?.expectation },
    ]);
  });

  test('expects the passages that a person marks, or the words', async () => {
    const run = await open.ask(HOURS.question);
    const place = (await readRun(run)).documents.findIndex(({ text }) => text?.includes('الأحد'));
    const marked = await open.add({ run, verdict: 'passage', documents: [place] });
    expect(marked.expectation.quotes).toEqual([expect.stringContaining('يفتح المكتب من الأحد') as string]);
    const quoted = await open.add({ run, verdict: 'passage', quotes: ['من الثامنة صباحًا'] });
    expect(quoted).toMatchObject({
      outcome: 'passes',
      expectation: { quotes: ['من الثامنة صباحًا'], band: null },
    });
    const corrected = await open.add({ run, expectation: { contains: ['التاسعة'] }, keep: 'always' });
    expect(corrected).toMatchObject({ outcome: 'fails', test: { fromRunId: run } });
    expect(await refusal({ run, verdict: 'passage' })).toMatchObject({ fault: 'run-not-testable' });
    expect(await refusal({ run, verdict: 'passage', documents: [40] })).toMatchObject({
      fault: 'run-not-testable',
    });
  });

  test('that greets cannot be one', async () => {
    expect(await refusal({ run: await open.ask('مرحبا') })).toMatchObject({ fault: 'run-not-testable' });
  });
});

describe('a verdict', () => {
  test('of right keeps a test, which the same key takes back', async () => {
    const run = await open.ask(FEES.question);
    const { verdicts, result } = await judge(run, { verdict: 'right' }, TESTER);
    expect(verdicts).toMatchObject([{ verdict: 'right', by: 'الدعم', mine: true }]);
    expect(result).toMatchObject({ outcome: 'passes', test: { fromRunId: run, mine: true } });
    expect(await judge(run, { verdict: 'right' }, TESTER)).toMatchObject({
      result: { test: { id: result?.test?.id } },
    });
    expect((await open.list()).items).toHaveLength(1);
    expect(await judge(run, { verdict: null }, TESTER)).toEqual({ verdicts: [], result: null });
    expect((await open.list()).items).toEqual([]);
  });

  test('takes back no test that the same key made of the run', async () => {
    const run = await open.ask(FEES.question);
    const idsOf = async () => (await open.list()).items.map(({ id }) => id);
    const { result } = await judge(run, { verdict: 'right' }, TESTER);
    const { test: stored } = await open.add({ run }, TESTER);
    expect(await idsOf()).toEqual([stored?.id, result?.test?.id]);
    await judge(run, { verdict: null }, TESTER);
    expect(await idsOf()).toEqual([stored?.id]);
    expect(await judge(run, { verdict: 'right' }, TESTER)).toMatchObject({
      result: { test: { id: stored?.id } },
    });
    await judge(run, { verdict: 'wrong' }, TESTER);
    expect(await idsOf()).toEqual([stored?.id]);
    const { history } = testWithHistorySchema.parse(
      await responseOf(await open.call('GET', `/api/Tests/1/${stored?.id}`)),
    );
    expect(history.map(({ origin }) => origin)).toEqual(['right']);
  });

  test('stands in the audit log with the test that it makes and takes back', async () => {
    const run = await open.ask(FEES.question);
    const { result } = await judge(run, { verdict: 'right' });
    await judge(run, { verdict: 'right', note: 'نعم' });
    await judge(run, { verdict: null });
    const { items } = await open.gateway.ports.audit.list(1, { action: 'setVerdict', offset: 0, limit: 9 });
    const id = String(result?.test?.id);
    const change = { question: FEES.question, quotes: result?.expectation.quotes };
    const entries = items.map(({ subject: { kind, id: subject }, before, after }) => ({
      kind,
      subject,
      before,
      after,
    }));
    expect(entries.filter(({ kind }) => kind === 'test')).toMatchObject([
      { subject: id, before: change, after: null },
      { subject: id, before: null, after: change },
    ]);
    expect(entries.filter(({ kind }) => kind === 'run')).toHaveLength(3);
  });

  test('of two people stands beside the other, and the newest counts', async () => {
    const run = await open.ask(FEES.question);
    await judge(run, { verdict: 'right' }, TESTER);
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 1000);
    const { verdicts } = await judge(run, { verdict: 'wrong', note: 'الرسوم قديمة' }, OTHER);
    expect(verdicts.map(({ verdict, by, mine }) => [verdict, by, mine])).toEqual([
      ['wrong', 'Desk', true],
      ['right', 'الدعم', false],
    ]);
    expect((await readRun(run)).verdicts.map(({ note }) => note)).toEqual(['الرسوم قديمة', '']);
    expect((await runsOf('verdict=wrong')).map(({ id, verdict }) => [id, verdict])).toEqual([[run, 'wrong']]);
    expect(await runsOf('verdict=right')).toEqual([]);
    expect(await runsOf('verdict=none')).toEqual([]);
    // The test stays while anybody says right.
    expect((await open.list()).items).toHaveLength(1);
  });

  test('takes back no test that somebody changed', async () => {
    const run = await open.ask(FEES.question);
    const { result } = await judge(run, { verdict: 'right' });
    await open.call('PUT', `/api/Tests/1/${result?.test?.id}`, { tags: ['مهم'] });
    await judge(run, { verdict: 'wrong' });
    expect((await open.list('?tag=مهم')).items).toHaveLength(1);
  });

  test('of a greeting keeps no test, and one of no run is refused', async () => {
    const run = await open.ask('مرحبا');
    expect(await judge(run, { verdict: 'right' })).toMatchObject({
      verdicts: [{ verdict: 'right' }],
      result: null,
    });
    const refused = await open.call('PUT', '/api/Runs/1/x/verdict', { verdict: 'wrong' });
    expect(await faultOf(refused)).toMatchObject({ fault: 'run-not-found' });
  });
});

describe('a change of a test', () => {
  test('is asked where another answer may be right, and remembered', async () => {
    const { test: stored } = await open.add(FEES);
    const path = `/api/Tests/1/${stored?.id}`;
    const refused = await open.call('PUT', path, { expectation: { contains: ['450'] }, keep: 'if-passes' });
    expect(await responseOf(refused)).toMatchObject({ test: null, outcome: 'fails' });
    expect((await open.list()).items[0]).toMatchObject({ expectation: { contains: [] } });
    const changed = await open.call('PUT', path, { expectation: { contains: ['300'] }, tags: ['رسوم'] });
    expect(await responseOf(changed)).toMatchObject({ test: { outcome: 'passes', tags: ['رسوم'] } });
    const { history } = testWithHistorySchema.parse(await responseOf(await open.call('GET', path)));
    expect(history.map(({ origin }) => origin)).toEqual(['edited', 'written']);
  });

  test('accepts the new answer of a test that was broken on purpose', async () => {
    const { test: stored } = await open.add(FEES);
    await open.evaluate();
    await open.change(GUIDE.replace('300', '450'));
    await open.evaluate();
    const path = `/api/Tests/1/${stored?.id}`;
    const accepted = await responseOf(await open.call('POST', `${path}/accept`, undefined, TESTER));
    expect(accepted).toMatchObject({ outcome: 'passes', test: { outcome: 'passes', because: null } });
    const { history } = testWithHistorySchema.parse(await responseOf(await open.call('GET', path)));
    expect(history.map(({ origin, by }) => [origin, by])).toEqual([
      ['accepted', 'الدعم'],
      ['written', 'اختبار'],
    ]);
    expect(history[0]?.expectation.quotes.join()).toContain('450');
  });

  test('of one that does not exist is refused', async () => {
    for (const [method, path] of [
      ['GET', '/api/Tests/1/9'],
      ['PUT', '/api/Tests/1/9'],
      ['DELETE', '/api/Tests/1/9'],
      ['POST', '/api/Tests/1/9/accept'],
    ] as const)
      expect(await faultOf(await open.call(method, path, method === 'PUT' ? {} : undefined))).toMatchObject({
        status: 404,
        fault: 'test-not-found',
      });
  });
});

describe('sets', () => {
  const addSet = async (name: string) =>
    testSetSchema.parse(
      await responseOf(await open.call('POST', '/api/Tests/1/sets', { name, tags: ['أ'] })),
    );

  test('count their tests, and leave them or take them along', async () => {
    const [fees, books] = [await addSet('الرسوم'), await addSet('Books')];
    await open.add({ ...FEES, setId: fees.id });
    await open.add({ ...HOURS, setId: fees.id });
    await open.add({ ...LOANS, setId: books.id });
    const { sets, withoutSet, items } = await open.list(`?set=${fees.id}`);
    expect(items.map(({ question }) => question)).toEqual([HOURS.question, FEES.question]);
    expect(sets.map(({ name, counts }) => [name, counts.passes])).toEqual([
      ['Books', 1],
      ['الرسوم', 2],
    ]);
    expect(withoutSet.total).toBe(0);
    await open.call('DELETE', `/api/Tests/1/sets/${fees.id}`);
    expect((await open.list('?set=none')).items).toHaveLength(2);
    const receipt = await open.call('DELETE', `/api/Tests/1/sets/${books.id}?tests=delete`);
    expect(testSetReceiptSchema.parse(await responseOf(receipt))).toMatchObject({ deletedTests: 1 });
    expect((await open.list()).counts.total).toBe(2);
  });

  test('have names of their own', async () => {
    const { id } = await addSet('الرُّسوم');
    const other = await addSet('Books');
    const refused = await open.call('POST', '/api/Tests/1/sets', { name: 'الرسوم' });
    expect(await faultOf(refused)).toMatchObject({ fault: 'test-set-known', parameters: { id } });
    const renamed = await open.call('PUT', `/api/Tests/1/sets/${other.id}`, { name: 'رسوم' });
    expect(await responseOf(renamed)).toMatchObject({ name: 'رسوم', tags: ['أ'] });
    expect((await open.call('PUT', '/api/Tests/1/sets/99', { name: 'س' })).status).toBe(404);
  });
});

describe('the list of tests', () => {
  test('pages, newest first or changed last first, and finds by words, outcome and own key', async () => {
    for (const [minute, draft] of [FEES, HOURS, LOANS].entries()) {
      open.gateway.time.now = new Date(Date.UTC(2026, 10, 21, 10, minute));
      await open.add({ ...draft, tags: [`و${minute}`] }, minute === 1 ? TESTER : {});
    }
    const first = await open.list('?limit=2');
    expect(first.items.map(({ question }) => question)).toEqual([LOANS.question, HOURS.question]);
    const second = await open.list(`?limit=2&before=${first.next}`);
    expect([second.items.map(({ question }) => question), second.next]).toEqual([[FEES.question], null]);
    const changed = await open.list('?order=changed&limit=1');
    expect((await open.list(`?order=changed&before=${changed.next}`)).items).toHaveLength(2);
    const questions = async (query: string, headers = {}) =>
      (await open.list(query, headers)).items.map(({ question }) => question);
    expect(await questions(`?search=${encodeURIComponent('المكتب')}`)).toEqual([HOURS.question]);
    expect(await questions('?mine=true', TESTER)).toEqual([HOURS.question]);
    expect(await questions(`?tag=${encodeURIComponent('و2')}`)).toEqual([LOANS.question]);
    for (const outcome of TEST_OUTCOMES)
      expect(await questions(`?outcome=${outcome}`)).toHaveLength(outcome === 'passes' ? 3 : 0);
  });
});

describe('rights', () => {
  test('let monitors see counts and nothing that was asked', async () => {
    const { test: stored } = await open.add(FEES);
    const overview = await open.call('GET', '/api/Tests/1/sets', undefined, MONITOR);
    expect(testOverviewSchema.parse(await responseOf(overview)).counts.passes).toBe(1);
    expect((await open.call('GET', '/api/Tests/1/evaluations', undefined, MONITOR)).status).toBe(200);
    for (const path of ['', `/${stored?.id}`, '/evaluations/1'])
      expect((await open.call('GET', `/api/Tests/1${path}`, undefined, MONITOR)).status).toBe(403);
    expect((await open.call('POST', '/api/Tests/1', FEES, MONITOR)).status).toBe(403);
  });

  test('let testers delete their own tests, and curators all', async () => {
    const { test: own } = await open.add(FEES, TESTER);
    const { test: other } = await open.add(HOURS, OTHER);
    expect((await open.list('', TESTER)).items.map(({ deletable }) => deletable)).toEqual([false, true]);
    const refused = await open.call('DELETE', `/api/Tests/1/${other?.id}`, undefined, TESTER);
    expect(await faultOf(refused)).toMatchObject({ status: 403, fault: 'not-allowed' });
    const deleted = await open.call('DELETE', `/api/Tests/1/${own?.id}`, undefined, TESTER);
    expect(testSchema.parse(await responseOf(deleted)).question).toBe(FEES.question);
    await open.gateway.addKey('fih_of-a-curator', { role: 'curator' });
    const curator = { 'x-user-auth': 'fih_of-a-curator' };
    expect((await open.call('DELETE', `/api/Tests/1/${other?.id}`, undefined, curator)).status).toBe(200);
    expect((await open.call('DELETE', '/api/Tests/1/sets/1', undefined, TESTER)).status).toBe(403);
  });
});
