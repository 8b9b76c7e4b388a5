/** Memory of the most readers that run side by side: of two units, and of two files that nobody has added yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_KEY, callBot, registerFile, uploadBytes, waitSettled } from '#tests/bench/call-gateway.ts';
import { round } from '#tests/bench/figures.ts';
import type { Table } from '#tests/bench/report.ts';
import { watchProcesses } from '#tests/bench/watch-processes.ts';
import { LONG_DOCUMENTS } from '#tests/support/long-documents.ts';
import { startServer } from '#tests/support/server.ts';

const DOCUMENT = 'TXT lines';

export async function measureReaders(lines: number): Promise<Table['rows']> {
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  const { origin } = server;
  try {
    const { format, make } = LONG_DOCUMENTS[DOCUMENT]!;
    const bytes = make(lines);
    const upload = (name: string) => uploadBytes(origin, `${name}.${format}`, bytes);
    const files = [await upload('قائمة أولى'), await upload('قائمة ثانية')];
    const dry = { files: files.map(({ FilePath }) => FilePath) };
    const stop = watchProcesses(server.process.pid ?? 0);
    await callBot(origin, '/api/AIKnowledge/1/readings', dry);
    const isIn = async (state: string) => {
      const { files: states } = await callBot<{ files: { state: string }[] }>(
        origin,
        '/api/AIKnowledge/1/readings/states',
        dry,
      );
      return states.every((file) => file.state === state);
    };
    while (!(await isIn('reading'))) await sleep(20);
    const ids = [];
    for (const name of ['قائمة ثالثة', 'قائمة رابعة'])
      ids.push(await registerFile(origin, name, await upload(name), bytes.byteLength));
    for (const id of ids) await waitSettled(origin, id);
    while (!(await isIn('ended'))) await sleep(100);
    const { readers, reader, indexer, serverMark, together } = stop();
    return [
      {
        documents: `4 of ${lines} ${DOCUMENT}`,
        'readers at once': readers,
        'readers, MB': round(reader),
        'indexer, MB': round(indexer),
        'server, MB': round(serverMark),
        'together, MB': round(together),
      },
    ];
  } finally {
    await server.stop();
  }
}
