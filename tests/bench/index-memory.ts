/** Memory of the server, its indexer and the reader below that while documents are indexed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { startServer } from '#tests/support/server.ts';
import { arabicBytes } from './arabic-text.ts';
import { BENCH_KEY, countPassages, registerFile, uploadBytes, waitSettled } from './call-gateway.ts';
import { type Figure, round, say } from './figures.ts';
import { idleMegabytes, type MemoryPeaks, watchProcesses } from './watch-processes.ts';

const FOLDER = new URL('../../../shared/data/documents/', import.meta.url);
const LARGE = 8 * 2 ** 20;

export async function measureIndexMemory(): Promise<Figure[]> {
  const documents: [string, Uint8Array<ArrayBuffer>][] = existsSync(FOLDER)
    ? readdirSync(FOLDER)
        .filter((name) => /\.(?:pdf|docx|rtf|odt|epub|html)$/.test(name))
        .map((name) => [name, readFileSync(new URL(name, FOLDER))])
    : [];
  const text = new Uint8Array(await new Blob([...arabicBytes(LARGE)]).arrayBuffer());
  const figures: Figure[] = [];
  if (documents.length > 0)
    figures.push(...(await measureSet(`${documents.length} documents at once`, documents)));
  figures.push(...(await measureSet('8 MB of text', [['نص.txt', text]])));
  return figures;
}

async function measureSet(
  name: string,
  documents: readonly [string, Uint8Array<ArrayBuffer>][],
): Promise<Figure[]> {
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  const { origin } = server;
  try {
    const pid = server.process.pid ?? 0;
    await idleMegabytes(pid);
    const idle = watchProcesses(pid)();
    const stop = watchProcesses(pid);
    const begun = performance.now();
    const ids = await Promise.all(
      documents.map(async ([fileName, bytes]) => {
        const file = await uploadBytes(origin, fileName, bytes);
        return registerFile(origin, `وثيقة ${fileName}`, file, bytes.byteLength);
      }),
    );
    let passages = 0;
    for (const id of ids)
      if ((await waitSettled(origin, id, true)) === 'ready') passages += await countPassages(origin, id);
      else say(`unit ${id} failed`);
    const seconds = (performance.now() - begun) / 1000;
    const peaks = stop();
    const show = (process: keyof MemoryPeaks): string =>
      `${round(idle[process])} -> ${round(peaks[process])}`;
    return [
      { figure: `${name}: server`, measured: show('server'), unit: 'MB, idle -> peak' },
      { figure: `${name}: indexer`, measured: show('indexer'), unit: 'MB, idle -> peak' },
      { figure: `${name}: readers`, measured: round(peaks.reader), unit: 'MB, peak' },
      { figure: `${name}: together`, measured: show('together'), unit: 'MB, idle -> peak' },
      { figure: `${name}: passages`, measured: passages, unit: `passages in ${round(seconds, 1)} s` },
    ];
  } finally {
    await server.stop();
  }
}
