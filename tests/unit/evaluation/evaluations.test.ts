import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { evaluationSchema, expectationSchema } from '#contract/tests.ts';
import { evaluation as evaluationModule } from '#gateway/modules/evaluation/module.ts';
import type { TestEdit } from '#gateway/modules/evaluation/ports/tests.ts';
import { FEES, GUIDE, HOURS, LOANS, type OpenEvaluation, openEvaluation } from './setup.ts';

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
  for (const draft of [FEES, HOURS, LOANS]) await open.add(draft);
  await open.evaluate();
});
afterEach(() => open.gateway.close());

const dearer = GUIDE.replace('300', '450');

describe('an evaluation', () => {
  test('follows the first test, and nothing follows where nothing changes', async () => {
    const first = await open.evaluate();
    expect(evaluationSchema.parse(first)).toMatchObject({
      id: 1,
      state: 'done',
      reason: 'changed',
      from: null,
      tests: 3,
      asked: 3,
      lost: 0,
      changed: 0,
    });
    expect(await open.evaluate()).toEqual(first);
  });

  test('says what a change broke, and because of which unit', async () => {
    await open.change(dearer);
    expect(await open.evaluate()).toMatchObject({
      id: 2,
      lost: 1,
      gained: 0,
      changed: 1,
      units: [{ id: open.guide, title: 'دليل الخدمات' }],
    });
    const because = {
      evaluationId: 2,
      direct: true,
      units: [{ id: open.guide, title: 'دليل الخدمات' }],
      more: 0,
    };
    const { items, counts, lastLoss } = await open.list('?outcome=fails');
    expect(items).toMatchObject([{ question: FEES.question, outcome: 'fails', because }]);
    expect([counts.fails, counts.passes, lastLoss?.id]).toEqual([1, 2, 2]);
    const { changes, evaluation } = await open.details(2);
    expect(evaluation.lost).toBe(1);
    expect(changes).toMatchObject([
      {
        question: FEES.question,
        exists: true,
        change: 'lost',
        before: { outcome: 'passes', runId: expect.any(String) as string },
        after: { outcome: 'fails', runId: items[0]?.runId },
        because,
      },
      { question: HOURS.question, change: 'changed', before: { outcome: 'passes' } },
    ]);
    expect(changes[0]?.before.runId).not.toBe(changes[0]?.after.runId);
  });

  test('says because of which unit also where none was complete before the change', async () => {
    const fresh = await openEvaluation();
    for (const draft of [FEES, HOURS]) await fresh.add(draft);
    await fresh.change(dearer);
    const units = [{ id: fresh.guide, title: 'دليل الخدمات' }];
    expect(await fresh.evaluate()).toMatchObject({ id: 1, from: null, lost: 1, units, more: 0 });
    const { items } = await fresh.list('?outcome=fails');
    expect(items).toMatchObject([{ question: FEES.question, because: { direct: true, units } }]);
    await fresh.gateway.close();
  });

  test('that lost tests is sent once to each webhook that wants it', async () => {
    const hook = (name: string, kinds: string[]) =>
      open.call('POST', '/api/Alerts/1/webhooks', { name, url: `https://hooks.example.org/${name}`, kinds });
    await hook('tests', ['tests-failed']);
    await hook('quota', ['threshold']);
    await open.change(dearer);
    await open.evaluate();
    const { deliveries } = open.gateway.ports;
    const { items } = await deliveries.list(1, { offset: 0, limit: 9 });
    expect(items.map(({ webhookName, event }) => [webhookName, event])).toEqual([['tests', 'tests.failed']]);
    const { body } = await open.gateway.db.read
      .selectFrom('delivery')
      .select('body')
      .executeTakeFirstOrThrow();
    const { data } = webhookEventSchema.parse(JSON.parse(body));
    expect(data).toMatchObject({
      bot: { id: 1, name: 'دليل' },
      alert: null,
      tests: { evaluationId: 2, lost: 1, items: [{ question: FEES.question, outcome: 'fails' }] },
    });
    expect(data.message.en).toContain('tests that no longer pass: 1');
    expect(data.message.ar).toContain('دليل الخدمات');
    await open.change(`${dearer}\nنص آخر.\n`);
    await open.evaluate();
    expect((await deliveries.list(1, { offset: 0, limit: 9 })).total).toBe(1);
  });

  test('says what passes again', async () => {
    await open.change(dearer);
    await open.evaluate();
    await open.change(GUIDE);
    expect(await open.evaluate()).toMatchObject({ id: 3, lost: 0, gained: 1 });
    expect((await open.list()).counts.passes).toBe(3);
  });

  test('does not mind text that was added elsewhere, and says that the answer is another', async () => {
    await open.change(`${GUIDE}\n## المواقف\n\nالمواقف مجانية للزوار خلف المبنى.\n`);
    expect(await open.evaluate()).toMatchObject({ lost: 0, gained: 0 });
  });

  test('follows a unit into the bin and back', async () => {
    await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}`);
    expect(await open.evaluate()).toMatchObject({ lost: 2 });
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/restore`);
    expect(await open.evaluate()).toMatchObject({ gained: 2 });
  });

  test('follows synonyms and settings of the bot', async () => {
    await open.call('POST', '/api/Synonyms/1', { expressions: ['رسوم', 'مصاريف'] });
    expect(await open.evaluate()).toMatchObject({ id: 2, units: [] });
    await open.call('PUT', '/api/Bots/1', { weakAnswers: 'not-found' });
    expect(await open.evaluate()).toMatchObject({ id: 3, units: [] });
  });

  test('is free: no ledger, no quota and no limit of calls knows of it', async () => {
    const used = () => open.gateway.ports.ledger.state(1, 'text');
    const before = await used();
    await open.change(dearer);
    await open.evaluate();
    expect(await used()).toEqual(before);
  });

  test('waits until the changes have ended, at most half a minute', async () => {
    const { gateway, worker } = open;
    const dueIn = async () => {
      await worker.runDue();
      return gateway.ports.queue.msUntilDue('evaluate');
    };
    const wait = (seconds: number) => {
      gateway.time.now = new Date(gateway.time.now.getTime() + seconds * 1000);
    };
    await open.change(dearer);
    expect(await dueIn()).toBe(2_000);
    wait(1);
    expect(await dueIn()).toBe(1_000);
    for (let change = 0; change < 15; change++) {
      wait(1.9);
      await open.call('PUT', `/api/AIKnowledge/1/${open.library}`, { title: `Library ${change}` });
      await worker.runDue();
    }
    expect((await open.list()).evaluation?.id).toBe(1);
    wait(1.9);
    await worker.runDue();
    expect((await open.list()).evaluation?.id).toBe(2);
  });

  test('asks tests first whose quotes stand in what changed', async () => {
    const questions: string[] = [];
    const { tests } = open.gateway.ports;
    const get = tests.get.bind(tests);
    tests.get = async (botId, id) => {
      const stored = await get(botId, id);
      questions.push(stored?.test.question ?? '');
      return stored;
    };
    await open.change(`${GUIDE}\n`.replace('ظهرًا', 'عصرًا'));
    await open.evaluate();
    expect(questions).toEqual([FEES.question, HOURS.question, LOANS.question]);
    questions.length = 0;
    await open.change('# Borrowing\n\n## Loans\n\nA member may borrow six books.\n', open.library);
    await open.evaluate();
    expect(questions[0]).toBe(LOANS.question);
  });

  test('goes on where a killed one ended', async () => {
    const { gateway } = open;
    await open.change(dearer);
    const stop = new AbortController();
    const { evaluations } = gateway.ports;
    const record = evaluations.record.bind(evaluations);
    evaluations.record = async (...given) => {
      const isOurs = await record(...given);
      stop.abort();
      return isOurs;
    };
    await open.worker.runDue();
    gateway.time.now = new Date(gateway.time.now.getTime() + 2_000);
    await open.worker.run(stop.signal);
    evaluations.record = record;
    const half = (await open.list()).evaluation;
    expect(half).toMatchObject({ id: 2, state: 'running', tests: 3 });
    await open.worker.runDue();
    expect((await open.list()).evaluation).toMatchObject({ id: 2, state: 'done', asked: 3, lost: 1 });
  });

  test('that was cancelled asks no more until knowledge changes again, and then knows all that changed', async () => {
    const { gateway } = open;
    await open.change(dearer);
    await open.worker.runDue();
    const cancelled = await open.call('DELETE', '/api/Jobs/1/evaluate/tests');
    expect(cancelled.status).toBe(200);
    expect(await open.evaluate()).toMatchObject({ id: 1 });
    await open.call('PUT', `/api/AIKnowledge/1/${open.library}`, { title: 'Library' });
    const units = [
      { id: open.guide, title: 'دليل الخدمات' },
      { id: open.library, title: 'Library' },
    ];
    expect(await open.evaluate()).toMatchObject({ id: 2, lost: 1, units });
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('that is the first and was cancelled is followed by none, and the next names no unit that did not change', async () => {
    const fresh = await openEvaluation();
    for (const draft of [FEES, LOANS]) await fresh.add(draft);
    await fresh.worker.runDue();
    expect((await fresh.call('DELETE', '/api/Jobs/1/evaluate/tests')).status).toBe(200);
    expect(await fresh.evaluate()).toBeNull();
    expect((await fresh.list()).pending).toBe(false);
    await fresh.change(dearer);
    const units = [{ id: fresh.guide, title: 'دليل الخدمات' }];
    expect(await fresh.evaluate()).toMatchObject({ id: 1, from: null, lost: 1, units, more: 0 });
    await fresh.gateway.close();
  });

  test('that is cancelled while it runs ends there', async () => {
    const { gateway } = open;
    const { evaluations, queue } = gateway.ports;
    const record = evaluations.record.bind(evaluations);
    evaluations.record = async (...given) => {
      await queue.cancel({ botId: 1, kind: 'evaluate', subject: 'tests' });
      return record(...given);
    };
    await open.change(dearer);
    expect(await open.evaluate()).toMatchObject({ id: 2, state: 'cancelled', lost: 0 });
    evaluations.record = record;
    expect(await open.evaluate()).toMatchObject({ id: 2 });
    expect((await open.list()).counts.passes).toBe(3);
    expect(gateway.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  /** Changes each test between asking and recording. */
  const editMeanwhile = (edit: TestEdit) => {
    const { evaluations, tests } = open.gateway.ports;
    const record = evaluations.record.bind(evaluations);
    evaluations.record = async (lease, id, records) => {
      for (const {
        test: { id: testId },
      } of records)
        await tests.edit(1, testId, edit);
      return record(lease, id, records);
    };
  };

  test('leaves a test alone that a person asked otherwise meanwhile', async () => {
    editMeanwhile({ expectation: expectationSchema.parse({ contains: ['ريال'] }) });
    await open.change(dearer);
    expect(await open.evaluate()).toMatchObject({ lost: 0 });
    expect((await open.list()).counts.passes).toBe(3);
  });

  test('loses a test whose tags and set a person changed meanwhile', async () => {
    const set = await open.call('POST', '/api/Tests/1/sets', { name: 'الرسوم' });
    expect(set.status).toBe(200);
    editMeanwhile({ tags: ['جديد'], setId: 1 });
    await open.change(dearer);
    expect(await open.evaluate()).toMatchObject({ lost: 1, changed: 1 });
    const { items, counts } = await open.list('?outcome=fails');
    expect(items).toMatchObject([{ question: FEES.question, tags: ['جديد'], setId: 1 }]);
    expect(counts.passes).toBe(2);
  });

  test('keeps outcomes and no runs while the disk is full', async () => {
    const { ports } = open.gateway;
    const disk = { storage: 'database', freeBytes: 0 } as const;
    ports.diskSpace = { ...ports.diskSpace, reserveBytes: 1, read: () => Promise.resolve([disk]) };
    await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}`);
    expect(await open.evaluate()).toMatchObject({ lost: 2 });
    expect((await open.list('?outcome=fails')).items.map(({ runId }) => runId)).toEqual([null, null]);
  });

  test('goes on without a test that cannot be asked three times', async () => {
    const { gateway, worker } = open;
    const { units } = gateway.ports;
    const documentsOf = units.documentsOf.bind(units);
    let failures = 0;
    units.documentsOf = (...given) => {
      // Of one test: the others are answered.
      if (failures++ % 3 === 0) return Promise.reject(new Error('not to be had'));
      return documentsOf(...given);
    };
    await open.call('POST', '/api/Tests/1/evaluate');
    for (const seconds of [0, 5, 30]) {
      gateway.time.now = new Date(gateway.time.now.getTime() + seconds * 1000);
      failures = 0;
      await worker.runDue();
    }
    const { evaluation, counts } = await open.list();
    expect(evaluation).toMatchObject({ id: 2, state: 'done', asked: 3, lost: 1 });
    expect(counts).toMatchObject({ passes: 2, 'not-judged': 1 });
    expect(gateway.lines.map(({ event }) => event)).toContain('test-failed');
  });

  test('is asked for by a person', async () => {
    const response = await open.call('POST', '/api/Tests/1/evaluate');
    expect(response.status).toBe(200);
    expect((await open.list()).pending).toBe(true);
    await open.worker.runDue();
    const { evaluation, pending } = await open.list();
    expect([evaluation?.id, evaluation?.reason, pending]).toEqual([2, 'asked', false]);
  });

  test('is of one bot, and goes with it', async () => {
    const { gateway } = open;
    const all = { 'x-user-auth': 'fih_all' };
    await gateway.addKey('fih_all', { allBots: true });
    await open.call('POST', '/api/Bots/1/archive', undefined, all);
    await gateway.ports.queue.ensure({ botId: 1, kind: 'evaluate', subject: 'tests' });
    await open.worker.runDue();
    expect((await gateway.ports.evaluations.list(1, { limit: 9 })).map(({ id }) => id)).toEqual([1]);
  });

  test('goes after 400 days, with its changes', async () => {
    await open.change(dearer);
    await open.evaluate();
    const sweep = evaluationModule.chores.evaluations(open.gateway.ports);
    const inYears = (days: number) => new Date(open.gateway.time.now.getTime() + days * 86_400_000);
    expect(await sweep(inYears(399))).toMatchObject({ count: 0 });
    expect(await sweep(inYears(401))).toMatchObject({ count: 2 });
    expect((await open.call('GET', '/api/Tests/1/evaluations/2')).status).toBe(404);
    expect((await open.list()).items).toHaveLength(3);
  });
});
