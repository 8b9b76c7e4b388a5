import { afterEach, beforeEach, expect, test } from 'vitest';
import { kindOfQuestionChange } from '#gateway/modules/evaluation/services/kept-questions.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, GUIDE, HOURS, type OpenEvaluation, openEvaluation } from './setup.ts';

const PARKING = 'كم رسوم موقف السيارة؟';
/** Without the fee, and with one of parking. */
const parked = GUIDE.replace('، ورسومه 300 ريال تدفع عبر المنصة', '').concat(
  '\n## المواقف\n\nرسوم موقف السيارة 12 ريالًا لليوم.\n',
);

let open: OpenEvaluation;
let worker: ReturnType<typeof createProofWorker>;
beforeEach(async () => {
  open = await openEvaluation();
  worker = createProofWorker(open.gateway.ports);
});
afterEach(() => open.gateway.close());

const wait = (ms: number) => {
  open.gateway.time.now = new Date(open.gateway.time.now.getTime() + ms);
};
async function prove(): Promise<void> {
  await worker.runDue();
  wait(2_000);
  await worker.runDue();
}
const proofOf = async () => (await open.drafts())[0]?.proof;
/** Kept questions with other answers in the newest proof of the draft. */
const changes = async (headers = {}) => {
  const path = `/api/Tests/1/evaluations/${(await proofOf())?.id ?? 0}`;
  return (
    await responseOf<{ questions: Awaited<ReturnType<typeof open.details>>['questions'] }>(
      await open.call('GET', path, undefined, headers),
    )
  ).questions;
};

test('a proof asks what was asked most, and says what drafts answer now, otherwise or not any more', async () => {
  await open.setRules({ personChanges: 'by-person' });
  for (const question of [FEES.question, 'كم رُسوم تجديد جواز السفر؟', PARKING, HOURS.question])
    await open.ask(question).then(() => wait(1_000));
  await open.change(parked);
  await prove();
  expect(await proofOf()).toMatchObject({
    state: 'done',
    tests: 0,
    lost: 0,
    questions: { total: 3, asked: 3, answered: 1 },
  });
  const [first, second] = await changes();
  expect(first).toMatchObject({
    change: 'answered',
    question: PARKING,
    times: 1,
    before: { band: 'not-found' },
  });
  expect(second).toMatchObject({
    question: 'كم رُسوم تجديد جواز السفر؟',
    times: 2,
    change: 'changed',
    because: { direct: true, units: [{ id: open.guide }] },
  });
  const answerOf = async (runId: string | null | undefined) =>
    (await responseOf<{ answer: string }>(await open.call('GET', `/api/Runs/1/${runId}`))).answer;
  expect(await answerOf(second?.before.runId)).toContain('300');
  expect(await answerOf(second?.after.runId)).not.toContain('300');
});

test('holds nothing: a draft that keeps its tests goes live whatever kept questions it answers otherwise', async () => {
  await open.add(HOURS);
  await open.setRules({ personChanges: 'unless-test-breaks' });
  await open.ask(FEES.question);
  await open.change(parked);
  await prove();
  expect(await open.drafts()).toEqual([]);
});

test('remembers what live knowledge answers until that moves', async () => {
  await open.setRules({ personChanges: 'by-person' });
  await open.ask(FEES.question);
  await open.change(parked);
  await prove();
  const [first] = await changes();
  await open.onDrafts('prove');
  await prove();
  const [again] = await changes();
  expect(again?.before.runId).toBe(first?.before.runId);
  expect(again?.after.runId).not.toBe(first?.after.runId);
  await open.call('POST', '/api/Synonyms/1', { expressions: ['رسوم', 'تكلفة'], note: '' });
  await open.onDrafts('prove');
  await prove();
  expect((await changes())[0]?.before.runId).not.toBe(first?.before.runId);
});

test('leaves out follow-ups, and what was asked more than 28 days ago', async () => {
  await open.setRules({ personChanges: 'by-person' });
  await open.ask(PARKING);
  wait(29 * 86_400_000);
  const follow = async (question: string) =>
    open.call('POST', '/api/v1/RAG/Answer', { Question: question, UpdateGlobal: true }, { 'x-run': 'keep' });
  await follow(HOURS.question);
  await follow(FEES.question);
  await open.change(parked);
  await prove();
  expect(await proofOf()).toMatchObject({ questions: { total: 1 } });
});

test('questions of programs are for who may read them, and a deleted question is shown to nobody', async () => {
  await open.setRules({ personChanges: 'by-person' });
  await open.call('PUT', '/api/Bots/1', { keptPercent: 100 });
  await open.call('POST', '/api/v1/RAG/Answer', { Question: FEES.question });
  const programRun = async () =>
    (await responseOf<{ items: { id: string }[] }>(await open.call('GET', '/api/Runs/1?origin=program')))
      .items[0];
  await expect.poll(programRun).toBeDefined();
  await open.ask(PARKING);
  await open.change(parked);
  await prove();
  await open.gateway.addKey('key-of-a-tester', { role: 'tester' });
  const asTester = { 'x-user-auth': 'key-of-a-tester' };
  expect((await changes()).map(({ question }) => question)).toEqual([PARKING, FEES.question]);
  expect((await changes(asTester)).map(({ question }) => question)).toEqual([PARKING]);
  const { before, after } = (await changes())[1] ?? {};
  for (const side of [before, after]) {
    const path = `/api/Runs/1/${side?.runId}`;
    expect(await faultOf(await open.call('GET', path, undefined, asTester))).toMatchObject({ status: 404 });
    expect((await open.call('GET', path)).status).toBe(200);
  }
  await open.call('DELETE', `/api/Runs/1/${(await programRun())?.id}`);
  expect((await changes()).map(({ question }) => question)).toEqual([PARKING]);
});

test('a question is answered where its answer reaches who asks', () => {
  const side = (band: 'answered' | 'weak' | 'not-found', fingerprint = band as string) => ({
    band,
    fingerprint,
  });
  expect(kindOfQuestionChange(side('weak'), side('weak'), true)).toBeUndefined();
  expect(kindOfQuestionChange(side('answered'), side('weak'), true)).toBe('changed');
  expect(kindOfQuestionChange(side('answered'), side('weak'), false)).toBe('unanswered');
  expect(kindOfQuestionChange(side('weak'), side('not-found'), false)).toBeUndefined();
  expect(kindOfQuestionChange(side('not-found'), side('not-found', 'others'), true)).toBeUndefined();
  expect(kindOfQuestionChange(side('answered'), side('answered', 'others'), true)).toBe('changed');
  expect(kindOfQuestionChange(side('not-found'), side('answered'), true)).toBe('answered');
});
