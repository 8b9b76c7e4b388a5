/** A 40-page Arabic PDF: from the first byte of the upload until its unit is ready, over HTTP. */
import { existsSync, readFileSync } from 'node:fs';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY, countPassages, registerFile, uploadBytes, waitSettled } from './call-gateway.ts';
import { type Figure, median, round } from './figures.ts';
import { cpuSeconds } from './watch-processes.ts';

const FOLDER = new URL('../../../shared/data/documents/', import.meta.url);
const FILES = ['atlas.Chrome-Amiri.pdf', 'atlas.LO-NotoNaskhArabic.pdf'];
const TIMES = 3;

export async function measurePdfReady(): Promise<Figure[]> {
  if (!existsSync(FOLDER))
    return [{ figure: 'skipped: no ../shared/data/documents', measured: '', unit: '' }];
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  const { origin } = server;
  const figures: Figure[] = [];
  try {
    for (const name of FILES) {
      const bytes = readFileSync(new URL(name, FOLDER));
      const times: number[] = [];
      const pid = server.process.pid ?? 0;
      const before = cpuSeconds(pid);
      let passages = 0;
      for (let run = 0; run < TIMES; run++) {
        const begun = performance.now();
        const file = await uploadBytes(origin, name, bytes);
        const id = await registerFile(origin, `أطلس ${name} ${run}`, file, bytes.byteLength);
        await waitSettled(origin, id);
        times.push(performance.now() - begun);
        passages = await countPassages(origin, id);
      }
      figures.push(
        {
          figure: `${name}, upload to ready, first`,
          measured: round((times[0] ?? 0) / 1000, 2),
          unit: 's',
          aim: '<= 5',
        },
        {
          figure: `${name}, upload to ready`,
          measured: round(median(times) / 1000, 2),
          unit: 's, median of 3',
          aim: '<= 5',
        },
        {
          figure: `${name}, processor time`,
          measured: round((cpuSeconds(pid) - before) / TIMES, 2),
          unit: 's a document, all processes',
        },
        { figure: `${name}, passages`, measured: passages, unit: 'passages' },
      );
    }
    return figures;
  } finally {
    await server.stop();
  }
}
