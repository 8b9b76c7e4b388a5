/** What files made to hold up, mislead or rob a reader cost a gateway, and whether it answers all the while. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningCanary, startCanary } from '#tests/support/canary.ts';
import { CLEAR_OUTCOME, type HostileOutcome, indexHostileFiles } from '#tests/support/index-hostile.ts';
import { type HostileFile, makeHostile } from '#tests/support/make-hostile.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { percentile, round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import type { QualityOptions, Report } from './report.ts';
import { watchProcesses } from './watch-processes.ts';

const MAX_SECONDS = 20;
const MAX_MEGABYTES = 512;

interface Fed extends HostileOutcome {
  from: 'given' | 'made here';
}

export async function measureHostile({ data }: QualityOptions): Promise<Report> {
  const folder = dataFolder('hostile', data);
  const given = readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
  const bait = await startCanary();
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  try {
    const fed: Fed[] = [];
    const feed = async (files: readonly HostileFile[], from: Fed['from']) => {
      say(`${files.length} files, ${from}`);
      const gateway = { origin: server.origin, key: BENCH_KEY };
      const watchMemory = () => watchProcesses(server.process.pid ?? 0);
      const outcomes = await indexHostileFiles(gateway, files, watchMemory);
      fed.push(...outcomes.map((outcome) => ({ ...outcome, from })));
    };
    await feed(given, 'given');
    await feed(makeHostile(bait), 'made here');
    return describe(fed, bait);
  } finally {
    await server.stop();
    await bait.remove();
  }
}

function describe(fed: readonly Fed[], bait: RunningCanary): Report {
  const maxOf = (values: number[]) => round(Math.max(...values), 1);
  const slowest = fed.map((result) => result.slowest);
  return {
    tables: [
      {
        title: 'Hostile files, one after the other, from upload to settled',
        rows: fed.map(({ name, from, outcome, milliseconds, readerPeak, asked, unanswered, slowest }) => ({
          file: name,
          from,
          outcome,
          seconds: round(milliseconds / 1000, 1),
          'reader MB': round(readerPeak),
          'health asked': asked,
          unanswered,
          'slowest ms': round(slowest),
        })),
      },
    ],
    rows: fed.map(({ name, from, outcome, milliseconds, readerPeak, asked, unanswered, slowest }) => ({
      bench: 'hostile',
      document: name,
      from,
      outcome,
      seconds: milliseconds / 1000,
      readerMegabytes: Number.isNaN(readerPeak) ? null : readerPeak,
      asked,
      unanswered,
      slowest,
    })),
    notes: [
      `At most ${maxOf(fed.map((result) => result.milliseconds / 1000))} s (aim <= ${MAX_SECONDS}) and ${maxOf(fed.map((result) => result.readerPeak))} MB for its reader (aim <= ${MAX_MEGABYTES}).`,
      `The gateway was asked for its health ${fed.reduce((sum, result) => sum + result.asked, 0)} times meanwhile; slowest answer a file: median ${round(percentile(slowest, 0.5))} ms, most ${maxOf(slowest)} ms.`,
      `Addresses asked for: ${bait.visits.length}. Files that gave the words of another file: ${leaks(fed, bait).length}.`,
    ],
    failures: findFailures(fed, bait),
  };
}

const leaks = (fed: readonly Fed[], bait: RunningCanary): Fed[] =>
  fed.filter(({ text }) => text.includes(bait.secret));

function findFailures(fed: readonly Fed[], bait: RunningCanary): string[] {
  const failures = fed.flatMap(({ name, outcome, milliseconds, readerPeak, unanswered }) => {
    const faults = [
      ...(CLEAR_OUTCOME.test(outcome) ? [] : [`ended unclearly: ${outcome}`]),
      ...(milliseconds > MAX_SECONDS * 1000 ? [`took ${round(milliseconds / 1000, 1)} s`] : []),
      ...(readerPeak > MAX_MEGABYTES ? [`held ${round(readerPeak)} MB`] : []),
      ...(unanswered > 0 ? [`left ${unanswered} calls unanswered`] : []),
    ];
    return faults.map((fault) => `${name} ${fault}.`);
  });
  for (const address of bait.visits) failures.push(`${address} was asked for.`);
  for (const { name } of leaks(fed, bait)) failures.push(`${name} gave the words of another file.`);
  return failures;
}
