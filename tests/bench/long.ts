/** Documents of a million lines: time until they are ready, memory of each process, and a question afterwards. */

import { LONG_DOCUMENTS } from '#tests/support/long-documents.ts';
import { startServer } from '#tests/support/server.ts';
import {
  BENCH_KEY,
  countPassages,
  registerFile,
  timeAnswer,
  uploadBytes,
  waitSettled,
} from './call-gateway.ts';
import { type Figure, round, say } from './figures.ts';
import { cpuSeconds, watchProcesses } from './watch-processes.ts';

const ROWS: Record<string, number> = {
  'CSV rows': 1_000_000,
  'TXT lines': 1_000_000,
  'TXT items': 1_000_000,
  'HTML rows': 300_000,
  'Markdown rows': 300_000,
  'XLSX rows': 300_000,
};
const QUESTIONS = 20;

export async function measureLong(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, rows] of Object.entries(ROWS)) figures.push(...(await measureOne(name, rows)));
  return figures;
}

async function measureOne(name: string, rows: number): Promise<Figure[]> {
  const { format, make } = LONG_DOCUMENTS[name]!;
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  const { origin } = server;
  const pid = server.process.pid ?? 0;
  try {
    const bytes = make(rows);
    const title = `${rows} ${name}`;
    const file = await uploadBytes(origin, `قائمة.${format}`, bytes);
    const stop = watchProcesses(pid);
    const cpu = cpuSeconds(pid);
    const begun = performance.now();
    const id = await registerFile(origin, title, file, bytes.byteLength);
    const status = await waitSettled(origin, id, true);
    const seconds = (performance.now() - begun) / 1000;
    const spent = cpuSeconds(pid) - cpu;
    const peaks = stop();
    if (status !== 'ready') say(`${title}: ${status}`);
    const passages = status === 'ready' ? await countPassages(origin, id) : 0;
    const answers = status === 'ready' ? await ask(origin, title, rows) : [];
    const size = round(bytes.byteLength / 1_000_000, 1);
    return [
      {
        figure: `${title}, ${size} MB`,
        measured: round(seconds, 1),
        unit: `s until ${status}, ${round(spent, 1)} s CPU`,
      },
      { figure: `${title}: passages`, measured: passages, unit: 'passages' },
      {
        figure: `${title}: reader / indexer / server`,
        measured: `${round(peaks.reader)} / ${round(peaks.indexer)} / ${round(peaks.serverMark)}`,
        unit: 'MB, peak',
      },
      {
        figure: `${title}: a question`,
        measured: `${round(answers[answers.length >> 1] ?? Number.NaN)} / ${round(answers.at(-1) ?? Number.NaN)}`,
        unit: 'ms, median / longest',
      },
    ];
  } finally {
    await server.stop();
  }
}

/** How long answers took, shortest first. */
async function ask(origin: string, title: string, rows: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < QUESTIONS; number++) {
    const wanted = Math.floor(((number + 0.5) * rows) / QUESTIONS);
    times.push(await timeAnswer(origin, `ما سعر الصنف رقم ${wanted} في الرياض؟`, [title], false));
  }
  return times.sort((a, b) => a - b);
}
