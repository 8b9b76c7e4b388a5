/** Questions one after the other at several places by turns: how long an answer takes there. */
import { BENCH_KEY } from '#tests/bench/call-gateway.ts';
import { percentile, round } from '#tests/bench/figures.ts';
import { createClient } from '#tests/bench/search-client.ts';
import { cpuSeconds } from '#tests/bench/watch-processes.ts';
import { bodyOf, type Question } from './load.ts';
import type { Member } from './member.ts';
import type { FleetRow } from './report.ts';

export interface AskedPlace {
  side: 'sqlite' | 'postgres';
  /** Cache state of the segments, as printed in tables. */
  cache: string;
  member: Member;
}

/** Consecutive questions to a place before the next place. */
const TURN = 25;

export const createAsking = ({ origin }: Member) =>
  createClient<Question>({
    url: `${origin}/api/v1/RAG/Answer`,
    headers: { 'x-user-auth': BENCH_KEY, 'x-bot': '1' },
    body: bodyOf,
    holds: '"retrieved_documents":[',
  });

/** All questions once that do not count, then all once that do. */
export async function askAtAll(
  places: readonly AskedPlace[],
  questions: readonly Question[],
): Promise<FleetRow[]> {
  await askByTurns(places, questions);
  return askByTurns(places, questions);
}

async function askByTurns(
  places: readonly AskedPlace[],
  questions: readonly Question[],
): Promise<FleetRow[]> {
  const results = places.map((place) => ({ place, times: [] as number[], cpu: 0 }));
  for (let start = 0; start < questions.length; start += TURN)
    for (const result of results) {
      const ask = createAsking(result.place.member);
      const before = cpuSeconds(result.place.member.pid);
      for (const question of questions.slice(start, start + TURN)) result.times.push(await ask(question));
      result.cpu += cpuSeconds(result.place.member.pid) - before;
      ask.close();
    }
  return results.map(({ place: { side, cache }, times, cpu }) => ({
    figure: 'question',
    side,
    cache,
    questions: times.length,
    p50: round(percentile(times, 0.5), 1),
    p95: round(percentile(times, 0.95), 1),
    cpu_ms: round((1000 * cpu) / times.length, 1),
  }));
}
