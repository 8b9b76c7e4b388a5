/** What callers wait while many ask at once and documents are indexed, each call over a new connection. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeLoad, percentile, round, say } from '#tests/bench/figures.ts';
import { readArabicCorpus } from '#tests/bench/fleet/knowledge.ts';
import { dataFolder } from '#tests/bench/question-sets.ts';
import type { QualityOptions, Report } from '#tests/bench/report.ts';
import { chooseQuestions, makeLibrary, makeUnit } from '#tests/bench/search-corpus.ts';
import { indexLibraryOf } from '#tests/bench/search-library.ts';
import { createRandom } from '#tests/bench/statistics.ts';
import { cpuSeconds } from '#tests/bench/watch-processes.ts';
import type { Answered, Calls } from './callers.ts';
import { type ServedLibrary, serveLibrary } from './served-library.ts';

interface Crowd {
  name: string;
  callers: number;
  intervalMs: number;
  obeys: boolean;
}

const CROWDS: readonly Crowd[] = [
  { name: '50 without pause', callers: 50, intervalMs: 0, obeys: false },
  { name: '200, each every 5 s', callers: 200, intervalMs: 5_000, obeys: false },
  { name: '200 without pause', callers: 200, intervalMs: 0, obeys: false },
  { name: '400, none but what 429 asks for', callers: 400, intervalMs: 0, obeys: true },
];
const FULL = { passages: 6_000, units: 300, documents: 300, seconds: 20 };
const QUICK = { passages: 600, units: 30, documents: 20, seconds: 3 };
/** A document that is indexed beside. */
const DOCUMENT_PASSAGES = 20;
const MAX_UNITS = 10;
const QUESTIONS = 2_000;
/** So many that no key reaches the limit of its own calls. */
const KEYS = 25;
/** The first questions compile code and load segments. */
const WARM_UP = { callers: 1, intervalMs: 0, obeys: false, seconds: 5 };
const PROBE_INTERVAL_MS = 100;

interface Measured extends Crowd {
  checkout: string;
  answered: Answered;
  probed: Answered;
  /** The same on the port of the metrics; none of a checkout that does not answer there. */
  probedApart: Answered;
  longestTurnMs: number;
  cpuMs: number;
  /** Documents that were still to be indexed at the end: with none, part of it was measured without indexing. */
  waiting: number;
}

export async function measureLoad(options: QualityOptions): Promise<Report> {
  const scale = options.quick ? QUICK : FULL;
  const library = makeLibrary(dataFolder('retrieval', options.data), scale, options.sets);
  const corpus = readArabicCorpus(options);
  const random = createRandom(3);
  const documents = Array.from({ length: scale.documents }, (_, index) =>
    makeUnit(corpus, random, DOCUMENT_PASSAGES, 10_000 + index),
  );
  const bodies = chooseQuestions(library.questions, library.units.length, {
    count: QUESTIONS,
    most: MAX_UNITS,
  }).map(({ question, units }) =>
    JSON.stringify({ Question: question, IndexNames: units.map((unit) => library.units[unit]?.title) }),
  );
  const checkouts = { ...(options.before && { before: options.before }), now: resolve('.') };
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-load-'));
  const sides: { checkout: string; server: ServedLibrary }[] = [];
  try {
    for (const [checkout, path] of Object.entries(checkouts)) {
      await indexLibraryOf(path, join(folder, checkout), library);
      const server = await serveLibrary(path, join(folder, checkout), { documents, keys: KEYS });
      sides.push({ checkout, server });
      say(`${checkout}: ${documents.length} documents are queued`);
      await send(askedBy(server, WARM_UP, bodies));
      server.setRunning(false);
    }
    const measured: Measured[] = [];
    for (const crowd of CROWDS)
      for (const { checkout, server } of sides) {
        server.setRunning(true);
        measured.push({
          ...crowd,
          checkout,
          ...(await measureCrowd(server, { ...crowd, seconds: scale.seconds }, bodies)),
        });
        server.setRunning(false);
        say(`${checkout}, ${crowd.name} (load ${describeLoad()})`);
      }
    return describe(measured, scale);
  } finally {
    for (const { server } of sides) {
      server.setRunning(true);
      await server.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCrowd(
  server: ServedLibrary,
  crowd: Omit<Calls, 'url' | 'method' | 'headers' | 'bodies'>,
  bodies: string[],
) {
  await server.keepIndexing();
  await server.longestTurn();
  const before = cpuSeconds(server.pid);
  const probe = (origin: string) =>
    send({
      url: `${origin}/healthz`,
      method: 'GET',
      headers: [],
      bodies: [],
      callers: 5,
      intervalMs: 5 * PROBE_INTERVAL_MS,
      seconds: crowd.seconds,
      obeys: false,
    });
  const [answered, probed, probedApart] = await Promise.all([
    send(askedBy(server, crowd, bodies)),
    probe(server.origin),
    probe(server.metricsOrigin),
  ]);
  const cpuMs = (1000 * (cpuSeconds(server.pid) - before)) / answered.times.length;
  const longestTurnMs = await server.longestTurn();
  return { answered, probed, probedApart, longestTurnMs, cpuMs, waiting: await server.countWaiting() };
}

function askedBy(
  { origin, keys }: ServedLibrary,
  { callers, intervalMs, obeys, seconds }: Omit<Calls, 'url' | 'method' | 'headers' | 'bodies'>,
  bodies: string[],
): Calls {
  const url = `${origin}/api/v1/RAG/Answer`;
  return { url, method: 'POST', headers: keys, bodies, callers, intervalMs, obeys, seconds };
}

async function send(calls: Calls): Promise<Answered> {
  const child = fork(fileURLToPath(new URL('./callers.ts', import.meta.url)), [], {
    execArgv: [],
    serialization: 'advanced',
  });
  return new Promise<Answered>((resolve, reject) => {
    child.once('message', (answered) => resolve(answered as Answered));
    child.once('exit', (code) => reject(new Error(`the callers ended with ${code}`)));
    child.send(calls);
  });
}

function describe(measured: readonly Measured[], scale: typeof FULL): Report {
  const rows = measured.map(
    ({ name, checkout, answered, probed, probedApart, longestTurnMs, cpuMs, waiting }) => {
      const quantile = (share: number) => round(percentile(answered.times, share));
      const others = Object.entries(answered.statuses).filter(([status]) => status !== '200');
      return {
        callers: name,
        checkout,
        'answers a second': round(answered.times.length / answered.seconds, 1),
        'p50 ms': quantile(0.5),
        'p95 ms': quantile(0.95),
        'p99 ms': quantile(0.99),
        'longest ms': quantile(1),
        'other than 200': others.map(([status, count]) => `${count} × ${status}`).join(', ') || 'none',
        '/healthz p50 ms': round(percentile(probed.times, 0.5)),
        '/healthz longest ms': round(percentile(probed.times, 1)),
        '/healthz other than 200': Object.keys(probed.statuses).filter((status) => status !== '200').length,
        '/healthz of the metrics port, p50 / longest ms':
          probedApart.times.length === 0
            ? 'none'
            : `${round(percentile(probedApart.times, 0.5))} / ${round(percentile(probedApart.times, 1))}`,
        'longest turn ms': round(longestTurnMs),
        'CPU ms an answer, indexing too': round(cpuMs, 1),
        'still to index': waiting,
      };
    },
  );
  return {
    rows: rows.map((row) => ({ bench: 'load', ...row })),
    tables: [{ title: `Asking while ${scale.documents} documents are indexed`, rows }],
    notes: [
      `${scale.seconds} s each, a new connection for every call, questions in 1 to ${MAX_UNITS} of ${scale.units} units (${scale.passages} passages), answers quoted, ${KEYS} keys of one bot. Documents of ${DOCUMENT_PASSAGES} passages are queued again before each. Callers, the probes of /healthz (ten a second on each port) and the indexer share the cores with the server.`,
      `Aims: of the first two p99 <= 2,000 ms, /healthz <= 500 ms, nothing but 200; of 200 without pause nothing but 200 and 429, and no fewer answers a second than of 50. Load after: ${describeLoad()}.`,
    ],
  };
}
