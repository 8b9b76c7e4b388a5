/**
 * A real gateway over HTTP: start to `/healthz`, a 40-page Arabic PDF from upload to ready, a large unit, answers over
 * some 500 passages. `node tests/bench/storage.ts`
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CRASH_KEY, createKillableGateway, pause } from '#tests/support/killable-gateway.ts';
import { createPlainClient, type PlainClient } from '#tests/support/plain-client.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const ENOUGH_PASSAGES = 500;
const QUESTIONS = 400;

if (!existsSync(DATA)) {
  console.log('No data: ../shared/data is absent.');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'fihrist-bench-'));
const gateway = await createKillableGateway(folder);
const client = createPlainClient(gateway.origin, CRASH_KEY);
try {
  console.log(`first start to /healthz   ${await timed(() => gateway.start())} ms`);
  await gateway.stop();
  console.log(`second start to /healthz  ${await timed(() => gateway.start())} ms`);
  await gateway.indexer();

  const atlas = readFileSync(new URL('documents/atlas.Chrome-Amiri.pdf', DATA));
  for (const round of [1, 2, 3])
    console.log(
      `40-page PDF, upload to ready (${round})  ${await timed(() => addUnit(client, `أطلس ${round}`, 'أطلس.pdf', atlas))} ms`,
    );

  const large = Buffer.from(largeText(10_000));
  const spent = await timed(() => addUnit(client, 'كبير', 'كبير.txt', large));
  const [unit] = (await client.list()).items.filter(({ title }) => title === 'كبير');
  const [state] = await client.states([unit?.id ?? 0]);
  console.log(`large text, ${state?.passages} passages, upload to ready  ${spent} ms`);

  const { titles, passages, questions } = await addQuestionSets(client);
  await measureAnswers(`answers over ${passages} passages in ${titles.length} units`, questions, titles);
  await measureAnswers('answers over the large unit alone', questions.slice(0, 100), ['كبير']);
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

async function addUnit(to: PlainClient, title: string, name: string, bytes: Buffer): Promise<void> {
  const file = await to.upload(name, new Blob([Uint8Array.from(bytes)]));
  await settle(to, [await to.register(title, file)]);
}

async function settle(to: PlainClient, ids: number[]): Promise<void> {
  for (;;) {
    const states = await to.states(ids);
    if (states.some(({ status }) => status === 'failed')) throw new Error('a unit failed');
    if (states.every(({ status }) => status === 'ready')) return;
    await pause(20);
  }
}

/** One unit per title of the sets, until there are enough passages; questions that these can answer. */
async function addQuestionSets(to: PlainClient) {
  const lines = <Line>(set: string, file: string) =>
    readFileSync(new URL(`retrieval/${set}/${file}.jsonl`, DATA), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const ids: number[] = [];
  const titles: string[] = [];
  const questions: string[] = [];
  let passages = 0;
  for (const set of ['arcd', 'xquad-ar']) {
    questions.push(...lines<{ text: string }>(set, 'questions').map(({ text }) => text));
    const units = Map.groupBy(lines<{ title: string; text: string }>(set, 'passages'), ({ title }) => title);
    for (const [title, group] of units) {
      if (passages >= ENOUGH_PASSAGES) break;
      const text = group.map((passage, at) => `## ${title} ${at + 1}\n\n${passage.text}`).join('\n\n');
      const name = `${set} ${title}`;
      const file = await to.upload(`${titles.length}.md`, new Blob([text]));
      ids.push(await to.register(name, file));
      titles.push(name);
      await settle(to, ids.slice(-1));
      passages += (await to.states(ids.slice(-1)))[0]?.passages ?? 0;
    }
  }
  return { titles, passages, questions };
}

async function measureAnswers(what: string, questions: string[], titles: string[]): Promise<void> {
  const step = Math.max(1, Math.floor(questions.length / QUESTIONS));
  const asked = questions.filter((_, at) => at % step === 0).slice(0, QUESTIONS);
  for (const question of asked.slice(0, 20)) await client.answer(question, titles);
  const spent: number[] = [];
  for (const question of asked) {
    const started = performance.now();
    await client.answer(question, titles);
    spent.push(performance.now() - started);
  }
  spent.sort((a, b) => a - b);
  const at = (share: number) => (spent[Math.floor(share * spent.length)] ?? Number.NaN).toFixed(1);
  console.log(
    `${what}, ${asked.length} questions  p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  p99 ${at(0.99)} ms`,
  );
}

function largeText(passages: number): string {
  const words =
    'صناعة الفخار والنسيج في القرى الجبلية القديمة كانت تمر من الآباء إلى الأبناء بلا كتب ولا مدارس'.split(
      ' ',
    );
  const sentence = (seed: number) =>
    Array.from(
      { length: 14 },
      (_, at) => `${words[(seed * 7 + at * at) % words.length]}${at === 5 ? seed : ''}`,
    ).join(' ');
  return Array.from({ length: passages }, (_, at) =>
    Array.from({ length: 10 }, (_, line) => `${sentence(at * 10 + line)}.`).join(' '),
  ).join('\n\n');
}
