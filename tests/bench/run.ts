/** `npm run bench`: figures, never a verdict. `npm run bench -- start answers` runs only those named. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measureAnswerTime } from './answer-time.ts';
import { measureBundle } from './bundle.ts';
import { type Bench, describeLoad, describeMachine } from './figures.ts';
import { measureIndexMemory } from './index-memory.ts';
import { measureInstall } from './install.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measurePdfReady } from './pdf-ready.ts';
import { measureStart } from './start.ts';
import { measureUploadMemory } from './upload-memory.ts';

/** What the product takes; all of them run when none is named. */
const BENCHES: Record<string, Bench> = {
  start: measureStart,
  pdf: measurePdfReady,
  upload: measureUploadMemory,
  indexing: measureIndexMemory,
  answers: measureAnswerTime,
  bundle: measureBundle,
  install: measureInstall,
  lighthouse: measureLighthouse,
};
/** How good reading, ranking and quoting are: programs of their own, run only when named. */
const QUALITY: Record<string, string> = {
  reading: 'reading.ts',
  ranking: 'ranking.ts',
  quoting: 'answers.ts',
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in BENCHES) && !(name in QUALITY));
if (unknown.length > 0) {
  const known = [...Object.keys(BENCHES), ...Object.keys(QUALITY)].join(', ');
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${known}.`);
  process.exit(1);
}

console.log(`${describeMachine()}\n${new Date().toISOString()}`);
for (const name of named.length > 0 ? named : Object.keys(BENCHES)) {
  console.log(`\n${name} (load before: ${describeLoad()})`);
  const bench = BENCHES[name];
  if (bench) await runBench(bench);
  else
    spawnSync(process.execPath, [fileURLToPath(new URL(QUALITY[name] ?? '', import.meta.url))], {
      stdio: 'inherit',
    });
}

/** One that cannot be measured here says so and lets the others run. */
async function runBench(bench: Bench): Promise<void> {
  try {
    const figures = await bench();
    console.table(
      Object.fromEntries(
        figures.map(({ figure, measured, unit, aim = '' }) => [figure, { measured, unit, aim }]),
      ),
    );
  } catch (error) {
    console.log(`  not measured: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
