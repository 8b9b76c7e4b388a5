/** Going back to versions of a large unit: how long it takes, what answers meanwhile, and whether answers are as before. */

import { BENCH_KEY, callBot, countPassages, waitSettled } from '#tests/bench/call-gateway.ts';
import { percentile, round, say } from '#tests/bench/figures.ts';
import { addUnit } from '#tests/bench/fleet/knowledge.ts';
import type { Table } from '#tests/bench/report.ts';
import { type Corpus, makeUnit, shuffle } from '#tests/bench/search-corpus.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { cpuSeconds } from '#tests/bench/watch-processes.ts';
import { startServer } from '#tests/support/server.ts';
import { editPassage, waitLive } from './changes.ts';

/** Edits before the first rollback, each of which makes a version. */
const EDITS = 4;
/** Two versions before the live one, the live one of before, and the oldest, whose index is gone. */
const TARGETS = [4, 5, 3, 1];

export async function measureRollback(
  corpus: Corpus,
  { passages, questions }: { passages: number; questions: number },
): Promise<Table['rows']> {
  const server = await startServer({
    FIHRIST_API_KEY: BENCH_KEY,
    FIHRIST_LOG: 'error',
    FIHRIST_QUOTA_TOKENS: '1000000000000',
  });
  const { origin } = server;
  try {
    const random = createRandom(29);
    const unit = makeUnit(corpus, random, passages, 1);
    const id = await addUnit(origin, unit);
    await waitSettled(origin, id);
    const indexed = await countPassages(origin, id);
    say(`${indexed} passages are indexed`);
    const samples = shuffle(corpus.questions, random).slice(0, questions);
    const askAll = async () => {
      const answers: string[] = [];
      for (const question of samples) answers.push((await ask(origin, question, unit.title)).text);
      return answers;
    };
    const answersOf = new Map([[1, await askAll()]]);
    for (let number = 1; number <= EDITS; number++) {
      await editPassage(origin, id, Math.floor((number * indexed) / (EDITS + 1)), number);
      await waitLive(origin, id, number + 1);
      answersOf.set(number + 1, await askAll());
    }
    const rows = [];
    for (const [index, target] of TARGETS.entries()) {
      const number = EDITS + 2 + index;
      const { isIndexed, ...measured } = await goBack(
        origin,
        server.process.pid ?? 0,
        { id, target, number },
        () => ask(origin, samples[0] ?? '', unit.title),
      );
      const answers = await askAll();
      const same = answers.filter((answer, place) => answer === answersOf.get(target)?.[place]).length;
      rows.push({
        'to version': target,
        index: isIndexed ? 'kept' : 'made again',
        ...measured,
        'answers as before': `${same} of ${answers.length}`,
      });
      say(`back to version ${target}`);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Asks one question after the other until the version is live. */
async function goBack(
  origin: string,
  pid: number,
  { id, target, number }: { id: number; target: number; number: number },
  askOnce: () => Promise<{ milliseconds: number }>,
) {
  const live = new AbortController();
  const cpu = cpuSeconds(pid);
  const begun = performance.now();
  const { isIndexed } = await callBot<{ isIndexed: boolean }>(
    origin,
    `/api/AIKnowledge/1/${id}/versions/${target}/restore`,
    {},
  );
  const times: number[] = [];
  const asking = (async () => {
    while (!live.signal.aborted) times.push((await askOnce()).milliseconds);
  })();
  if (!isIndexed) await waitLive(origin, id, number);
  const seconds = (performance.now() - begun) / 1000;
  live.abort();
  await asking;
  return {
    isIndexed,
    seconds: round(seconds, 2),
    'CPU s, questions too': round(cpuSeconds(pid) - cpu, 2),
    'questions meanwhile': isIndexed ? 0 : times.length,
    'their p95, ms': isIndexed ? '' : round(percentile(times, 0.95)),
  };
}

async function ask(
  origin: string,
  question: string,
  title: string,
): Promise<{ text: string; milliseconds: number }> {
  const begun = performance.now();
  const response = await fetch(`${origin}/api/v1/RAG/Answer`, {
    method: 'POST',
    headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ Question: question, IndexNames: [title] }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { Response } = (await response.json()) as { Response: unknown };
  const facts = ['x-answer-band', 'x-answer-certainty'].map((name) => response.headers.get(name));
  return { text: JSON.stringify([Response, facts]), milliseconds: performance.now() - begun };
}
