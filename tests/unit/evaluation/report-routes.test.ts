import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { invitationSchema } from '#contract/persons.ts';
import {
  CLOSINGS,
  type NewReport,
  REPORT_REASONS,
  REPORT_STATES,
  type Report,
  type ReportList,
  reportListSchema,
  reportSchema,
  reportsSeenSchema,
} from '#contract/reports.ts';
import { signInResponseSchema } from '#contract/session.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, GUIDE, type OpenEvaluation, openEvaluation } from './setup.ts';

const TESTER = { 'x-user-auth': 'fih_of-a-tester' };
const CURATOR = { 'x-user-auth': 'fih_of-a-curator' };
const NOBODY = { 'x-user-auth': null, 'x-bot': null };
const MONITOR = { 'x-user-auth': 'fih_of-a-monitor' };

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
  await open.gateway.addKey('fih_of-a-tester', { role: 'tester', name: 'الدعم' });
  await open.gateway.addKey('fih_of-a-curator', { role: 'curator', name: 'Desk' });
  await open.gateway.addKey('fih_of-a-monitor', { role: 'monitor' });
});
afterEach(() => open.gateway.close());

const file = async (report: NewReport, headers: Record<string, string> = TESTER): Promise<Report> =>
  reportSchema.parse(await responseOf(await open.call('POST', '/api/Reports/1', report, headers)));
const list = async (query = '', headers: Record<string, string> = TESTER): Promise<ReportList> =>
  reportListSchema.parse(
    await responseOf(await open.call('GET', `/api/Reports/1${query}`, undefined, headers)),
  );
const close = (id: number, body: unknown, headers: Record<string, string> = CURATOR) =>
  open.call('POST', `/api/Reports/1/${id}/close`, body, headers);
const dearer = GUIDE.replace('300', '450');
/** The fee has risen, and the guide does not say so. */
const RISEN = { ...FEES, expectation: { quotes: ['ورسومه 450 ريال'] }, keep: 'always' as const };

describe('a report', () => {
  test('names run, reporter, owner and the cited unit, and judges the run wrong', async () => {
    const run = await open.ask(FEES.question, TESTER);
    await open.ask(FEES.question, CURATOR);
    const report = await file({ run, reason: 'out-of-date', note: '  ارتفعت   الرسوم ' });
    expect(report).toMatchObject({
      id: 1,
      runId: run,
      question: FEES.question,
      reason: 'out-of-date',
      note: 'ارتفعت الرسوم',
      reporter: { name: 'الدعم', mine: true },
      owner: { name: '', mine: false },
      state: 'open',
      reopened: false,
      unit: { id: open.guide, title: 'دليل الخدمات', exists: true },
      timesAsked: 2,
      test: null,
      closing: null,
      unseen: false,
    });
    const judged = await responseOf(await open.call('GET', `/api/Runs/1/${run}`, undefined, TESTER));
    expect(judged).toMatchObject({ verdict: 'wrong' });
    const ofOwner = await list('', {});
    expect(ofOwner.items).toMatchObject([{ reporter: { mine: false }, owner: { mine: true } }]);
    expect(ofOwner.counts).toEqual({ open: 1, mine: 1, unseen: 0 });
    expect((await list()).counts).toEqual({ open: 1, mine: 0, unseen: 0 });
    expect((await list('?of=reporter&reason=out-of-date')).items).toHaveLength(1);
    expect((await list('?of=owner')).items).toEqual([]);
  });

  test('goes to the person who owns the cited unit', async () => {
    await open.gateway.addKey('fih_of-all', { allBots: true, bots: [] });
    const invited = { name: 'هند', role: 'curator', bots: [1] };
    const invitation = await open.call('POST', '/api/Persons', invited, { 'x-user-auth': 'fih_of-all' });
    const { code, person } = invitationSchema.parse(await responseOf(invitation));
    const signIn = await open.call('POST', '/api/Session', { code, name: 'Firefox' }, NOBODY);
    const { key } = signInResponseSchema.parse(await responseOf(signIn));
    await open.gateway.ports.units.setOwner(1, open.guide, person.id);
    const run = await open.ask(FEES.question);
    const report = await file({ run, reason: 'unclear' });
    expect(report.owner).toEqual({ name: 'هند', mine: false });
    expect((await list('?of=owner', {})).items).toEqual([]);
    const asPerson = { 'x-user-auth': key };
    expect(await list('?of=owner', asPerson)).toMatchObject({ items: [{ id: 1 }], counts: { mine: 1 } });
    const own = await file({ run, reason: 'unclear' }, asPerson);
    expect(own).toMatchObject({ id: 2, reporter: { name: 'هند', mine: true }, owner: { mine: true } });
  });

  test('of a question keeps what comes back for it as a run', async () => {
    const report = await file({ question: FEES.question, reason: 'wrong-passage' });
    expect(report).toMatchObject({ question: FEES.question, timesAsked: 1, unit: { id: open.guide } });
    const run = await responseOf(await open.call('GET', `/api/Runs/1/${report.runId}`, undefined, TESTER));
    expect(run).toMatchObject({ action: 'evaluate', verdict: 'wrong' });
    const nothing = await file({ question: 'كم سعر التذكرة إلى القمر؟', reason: 'not-in-knowledge' });
    expect(nothing).toMatchObject({ unit: null, owner: { name: '' } });
  });

  test('stays with its question when the run is deleted and the unit is gone', async () => {
    const run = await open.ask(FEES.question);
    await file({ run, reason: 'unclear' });
    await open.call('DELETE', `/api/Runs/1/${run}`);
    await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}`);
    const unit = { title: 'دليل الخدمات', exists: false };
    expect((await list()).items).toMatchObject([{ question: FEES.question, runId: null, unit }]);
  });

  test('of a question of a program is filed by who may read the question', async () => {
    await open.gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 100 } });
    const response = await open.call('POST', '/api/v1/RAG/Answer', { Question: FEES.question });
    const run = response.headers.get('x-request-id') ?? '';
    await expect.poll(() => open.gateway.ports.runs.get(1, run)).toBeDefined();
    const filed = { run, reason: 'unclear' };
    for (const [path, body] of [
      ['/api/Reports/1', filed],
      ['/api/Tests/1', { run, verdict: 'right', keep: 'never' }],
    ] as const)
      expect(await faultOf(await open.call('POST', path, body, TESTER))).toMatchObject({
        fault: 'run-not-found',
      });
    const judging = await open.call('PUT', `/api/Runs/1/${run}/verdict`, { verdict: 'wrong' }, TESTER);
    expect(await faultOf(judging)).toMatchObject({ fault: 'run-not-found' });
    expect((await list()).items).toEqual([]);
    expect(await file({ run, reason: 'unclear' }, CURATOR)).toMatchObject({ runId: run });
    expect((await list()).items).toMatchObject([{ runId: null }]);
  });

  test('takes back the test that its reporter kept of the answer', async () => {
    const run = await open.ask(FEES.question);
    const verdict = { verdict: 'right', keep: 'always' };
    await open.call('PUT', `/api/Runs/1/${run}/verdict`, verdict, TESTER);
    expect((await open.list()).items).toHaveLength(1);
    await file({ run, reason: 'out-of-date' });
    expect((await open.list()).items).toEqual([]);
  });

  test('is withdrawn with the verdict', async () => {
    const run = await open.ask(FEES.question);
    await file({ run, reason: 'unclear' });
    await open.call('PUT', `/api/Runs/1/${run}/verdict`, { verdict: null }, CURATOR);
    expect((await list()).items).toHaveLength(1);
    await open.call('PUT', `/api/Runs/1/${run}/verdict`, { verdict: null }, TESTER);
    expect((await list()).items).toEqual([]);
    expect((await list('?state=closed')).items).toMatchObject([
      { closing: { as: 'withdrawn', by: 'الدعم' }, unseen: false },
    ]);
  });

  test('is closed by hand with a reason, once, and its reporter is told', async () => {
    const kinds = ['report-closed'];
    const hook = { name: 'reports', url: 'https://hooks.example.org/reports', kinds };
    await open.call('POST', '/api/Alerts/1/webhooks', hook);
    await file({ run: await open.ask(FEES.question), reason: 'unclear' });
    const closed = await responseOf(await close(1, { as: 'other', note: 'سؤال آخر' }));
    expect(reportSchema.parse(closed)).toMatchObject({
      state: 'closed',
      closing: { as: 'other', by: 'Desk', note: 'سؤال آخر', evaluationId: null },
    });
    expect(await faultOf(await close(1, { as: 'repaired' }))).toMatchObject({ fault: 'report-closed' });
    expect((await list()).counts).toEqual({ open: 0, mine: 0, unseen: 1 });
    expect((await list('?state=closed')).items).toMatchObject([{ unseen: true }]);
    expect((await list('?state=closed', CURATOR)).items).toMatchObject([{ unseen: false }]);
    const seen = await open.call('POST', '/api/Reports/1/seen', undefined, TESTER);
    expect(reportsSeenSchema.parse(await responseOf(seen))).toEqual({ seen: 1 });
    expect((await list()).counts.unseen).toBe(0);
    const { body } = await open.gateway.db.read
      .selectFrom('delivery')
      .select('body')
      .executeTakeFirstOrThrow();
    const { type, data } = webhookEventSchema.parse(JSON.parse(body));
    const item = { id: 1, question: FEES.question, reason: 'unclear', reporter: 'الدعم' };
    expect([type, data.reports]).toEqual([
      'report.closed',
      { closed: 1, items: [{ ...item, as: 'other', by: 'Desk' }] },
    ]);
    expect(data.message.en).toContain('Closed by \u2068Desk\u2069');
    expect(data.message.ar).toContain(FEES.question);
  });

  test('is closed by its test after a change of the knowledge', async () => {
    const run = await open.ask(FEES.question, TESTER);
    await open.add(RISEN, TESTER);
    const report = await file({ run, reason: 'out-of-date' });
    expect(report.test).toMatchObject({ outcome: 'fails' });
    await open.evaluate();
    expect((await list()).counts.open).toBe(1);
    await open.change(dearer);
    const evaluation = await open.evaluate();
    const { items, counts } = await list('?state=closed');
    expect(items).toMatchObject([
      { closing: { as: 'test-passes', by: '', evaluationId: evaluation?.id }, unseen: true },
    ]);
    expect(counts).toEqual({ open: 0, mine: 0, unseen: 1 });
    await open.change(GUIDE);
    await open.evaluate();
    expect((await list()).items).toMatchObject([{ id: 1, reopened: true, test: { outcome: 'fails' } }]);
  });
});

describe('reports', () => {
  test('are filed and read by testers, closed by curators and owners, and nothing to monitors', async () => {
    const run = await open.ask(FEES.question);
    await file({ run, reason: 'unclear' });
    const statuses = async (headers: Record<string, string>) => [
      (await open.call('POST', '/api/Reports/1', { run, reason: 'unclear' }, headers)).status,
      (await open.call('GET', '/api/Reports/1', undefined, headers)).status,
      (await open.call('POST', '/api/Reports/1/seen', undefined, headers)).status,
      (await open.call('GET', '/api/Gaps/1', undefined, headers)).status,
      (await open.call('GET', '/api/Gaps/1/units', undefined, headers)).status,
      (await open.call('GET', '/api/Gaps/1/days', undefined, headers)).status,
      (await close(9, { as: 'repaired' }, headers)).status,
    ];
    expect(await statuses(MONITOR)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await statuses(TESTER)).toEqual([200, 200, 200, 200, 200, 200, 403]);
    expect(await statuses(CURATOR)).toEqual([200, 200, 200, 200, 200, 200, 404]);
    expect(await statuses({})).toEqual([200, 200, 200, 200, 200, 200, 404]);
  });

  test('are paged, and refuse what is not sensible', async () => {
    for (const question of ['س1', 'س2', 'س3']) await file({ question, reason: 'unclear' });
    const first = await list('?limit=2');
    expect(first.items.map(({ question }) => question)).toEqual(['س3', 'س2']);
    const second = await list(`?limit=2&before=${first.next}`);
    expect([second.items.map(({ question }) => question), second.next]).toEqual([['س1'], null]);
    const run = await open.ask(FEES.question);
    const fieldOf = async (body: unknown) => {
      const response = await open.call('POST', '/api/Reports/1', body);
      return [response.status, response.headers.get('x-fault-field')];
    };
    expect(await fieldOf({ reason: 'unclear' })).toEqual([400, 'question']);
    expect(await fieldOf({ run, reason: 'ugly' })).toEqual([400, 'reason']);
    expect(await fieldOf({ run: 'x', reason: 'unclear' })).toEqual([404, 'run']);
    const request = { IndexNames: ['لا وجود لها'] };
    expect((await fieldOf({ question: 'س', request, reason: 'unclear' }))[0]).toBe(400);
    const closing = await close(1, { as: 'other' });
    expect([closing.status, closing.headers.get('x-fault-field')]).toEqual([400, 'note']);
    expect((await close(1, { as: 'test-passes' })).status).toBe(400);
    expect([REPORT_REASONS.length, REPORT_STATES.length, CLOSINGS.length]).toEqual([5, 2, 6]);
  });
});
