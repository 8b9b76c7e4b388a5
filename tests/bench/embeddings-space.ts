/** A bot whose passages have made-up vectors, in a database in a file: what searching them takes does not hang on what they mean. */

import { statSync } from 'node:fs';
import { titleKey } from '#common/title-key.ts';
import { createByteBudget } from '#gateway/core/byte-budget.ts';
import { quantiseVectors, readQuantised } from '#gateway/engine/vectors/quantise-vectors.ts';
import { cosineOf, scoreVectors } from '#gateway/engine/vectors/score-vectors.ts';
import { scoreUnits } from '#gateway/modules/embeddings/services/semantic-search.ts';
import { createVectorCache } from '#gateway/modules/embeddings/services/vector-cache.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { percentile, round, say } from './figures.ts';

export const UNITS = 20;
export const UNIT_PASSAGES = 5_000;
const BATCH = 64;
const QUESTIONS = 8;
const CLUSTERS = 500;
const clock = { now: () => new Date() };

/** Reproducible numbers in -1..1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 31 - 1;
}
function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return vector.map((value) => value / Math.sqrt(sum));
}
/** Vectors that lie in clusters, as those of texts do. */
function createMaker(dims: number) {
  const next = numbersFrom(dims);
  const centres = Array.from({ length: CLUSTERS }, () => Float32Array.from({ length: dims }, next));
  return () => {
    const centre = centres[Math.floor(((next() + 1) / 2) * CLUSTERS)] ?? new Float32Array(dims);
    return normalise(centre.map((value) => value + 1.2 * next()));
  };
}

/** What vectors of so many numbers take: to write, to keep, to search warm and cold, all units or three of them. */
export async function measureSpace(dims: number, file: string) {
  const db = await openSqlite(file);
  const stores = createSqlStores(db, clock);
  const make = createMaker(dims);
  const floats: Float32Array[] = [];
  const writes: number[] = [];
  const probe = new Float32Array(dims);
  const space = await stores.vectors.addSpace(1, { model: 'made-up', form: 'plain', dims, probe });
  const before = statSync(file).size;
  for (let id = 1; id <= UNITS; id++) {
    const title = `Unit ${id}`;
    const sources = [{ fileId: null, url: `https://example.com/${id}` }];
    await stores.units.register({ botId: 1, title, titleKey: titleKey(title), description: '', sources });
    const job = await stores.jobs.leaseFetch('bench', 60_000, { busyHosts: [], onlyFirstTries: false });
    if (!job) throw new Error('no job');
    const outcome = {
      status: 'ready',
      reason: null,
      readOn: new Date(),
      passages: UNIT_PASSAGES,
      sources: [],
    } as const;
    await stores.jobs.settle(job, { ...outcome, sources: [] });
    for (let first = 0; first < UNIT_PASSAGES; first += BATCH) {
      const count = Math.min(BATCH, UNIT_PASSAGES - first);
      const vectors = Array.from({ length: count }, make);
      if (floats.length < 2 * UNIT_PASSAGES) floats.push(...vectors);
      const begun = performance.now();
      const bytes = quantiseVectors(vectors);
      const of = { botId: 1, unitId: job.unitId, generation: job.generation, space: space.id };
      if (!(await stores.vectors.append(of, { first, count, bytes }))) throw new Error('not written');
      writes.push(performance.now() - begun);
    }
  }
  const diskBytes = statSync(file).size - before;
  say(`${dims}: written`);
  const questions = Array.from({ length: QUESTIONS }, make);
  const warm = createVectorCache(stores.vectors, createByteBudget(1024 * 1024 * 1024));
  const cold = createVectorCache(stores.vectors, createByteBudget(0));
  const seek = (cache: typeof warm, units: number) =>
    timeQuestions(questions, async (question) => {
      const requested = Array.from({ length: units }, (_, index) => ({
        id: index + 1,
        generation: 1,
        passages: UNIT_PASSAGES,
      }));
      if (!(await scoreUnits(cache, space, question, requested))) throw new Error('vectors are missing');
    });
  await seek(warm, UNITS);
  const figures = {
    write: writes,
    diskBytes,
    memory: warm.size(),
    all: await seek(warm, UNITS),
    three: await seek(warm, 3),
    cold: await seek(cold, UNITS),
    coldThree: await seek(cold, 3),
    recall: measureRecall(floats, questions, dims),
  };
  await db.close();
  return figures;
}

async function timeQuestions(
  questions: readonly Float32Array[],
  ask: (question: Float32Array) => Promise<void>,
) {
  const times: number[] = [];
  let longest = 0;
  let last = process.cpuUsage();
  const ticking = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
  }, 1);
  const before = process.cpuUsage();
  for (const question of questions) {
    const begun = performance.now();
    await ask(question);
    times.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  clearInterval(ticking);
  return {
    cpu: round((user + system) / 1000 / questions.length, 1),
    p50: round(percentile(times, 0.5), 1),
    p95: round(percentile(times, 0.95), 1),
    pause: round(longest, 0),
  };
}

/** Share of the nearest by floats that are the nearest by bytes too. */
function measureRecall(floats: readonly Float32Array[], questions: readonly Float32Array[], dims: number) {
  const packed = readQuantised(quantiseVectors(floats), floats.length, dims);
  if (!packed) throw new Error('not opened');
  const nearest = (scores: ArrayLike<number>, topK: number) =>
    Array.from(scores, (score, ordinal) => ({ score, ordinal }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK)
      .map(({ ordinal }) => ordinal);
  const recall = { at10: 0, at100: 0 };
  for (const question of questions) {
    const scores = new Float32Array(floats.length);
    scoreVectors(question, packed, scores, 0);
    const exact = nearest(
      Float32Array.from(floats, (vector) => cosineOf(vector, question)),
      100,
    );
    const byBytes = nearest(scores, 100);
    const same = (topK: number) => {
      const wanted = new Set(exact.slice(0, topK));
      return byBytes.slice(0, topK).filter((ordinal) => wanted.has(ordinal)).length / topK / questions.length;
    };
    recall.at10 += same(10);
    recall.at100 += same(100);
  }
  return recall;
}
