/** `npm run bench`: figures, never a verdict. `npm run bench -- start retrieval` runs only those named. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRODUCT, QUALITY } from './benches.ts';
import { describeLoad, describeMachine } from './figures.ts';
import { type BenchOptions, parseOptions, USAGE } from './options.ts';
import { BenchFailure, BenchSkipped, formatTable, type Report, type Row } from './report.ts';
import { writeRegion } from './write-region.ts';

/** Benches that support an option. */
const GO_WITH: Record<'beside' | 'units' | 'only' | 'quick' | 'folder' | 'before', readonly string[]> = {
  beside: ['staff'],
  only: ['reports'],
  units: ['staff', 'fleet-million'],
  quick: ['search', 'whole-bot', 'proof', 'cost', 'load', 'fleet', 'fleet-million', 'versions'],
  folder: ['fleet-million'],
  before: ['cost', 'load', 'one-machine', 'reading-cost', 'whole-bot'],
};

try {
  const options = readOptions();
  if (options.help) console.log(`${USAGE}\nBenches: ${Object.keys({ ...PRODUCT, ...QUALITY }).join(', ')}.`);
  else await runBenches(options);
} catch (error) {
  if (!(error instanceof BenchFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function runBenches(options: BenchOptions): Promise<void> {
  console.log(`${describeMachine()}\n${new Date().toISOString()}`);
  const rows: Row[] = [];
  for (const name of options.named.length > 0 ? options.named : Object.keys(PRODUCT)) {
    const load = describeLoad();
    console.log(`\n${name} (load before: ${load})`);
    try {
      const report = await runBench(name, options);
      rows.push(...report.rows);
      print(report, options);
      for (const failure of report.failures ?? []) console.log(`\n${failure}`);
      if (report.failures?.length) process.exitCode = 1;
      if (options.write) writeRegion(options.write, name, describe(name, report, options, load));
    } catch (error) {
      // One that cannot be measured here says so and lets the others run.
      console.log(`  ${explain(error)}`);
      if (!(error instanceof BenchSkipped)) process.exitCode = 1;
    }
  }
  if (!options.json) return;
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
  console.log(`\n${rows.length} rows are in ${options.json}`);
}

function readOptions(): BenchOptions {
  const options = parseOptions(process.argv.slice(2));
  const names = [...Object.keys(PRODUCT), ...Object.keys(QUALITY)];
  const unknown = options.named.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new BenchFailure(`No bench is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  const takesData = options.named.some((name) => name in QUALITY);
  if ((options.data ?? options.sets[0]) !== undefined && !takesData)
    throw new BenchFailure(`--data and --set go with ${Object.keys(QUALITY).join(', ')}: name one of them.`);
  for (const [option, benches] of Object.entries(GO_WITH)) {
    const given = options[option as keyof typeof GO_WITH];
    const isGiven = Array.isArray(given) ? given.length > 0 : Boolean(given);
    if (isGiven && !benches.some((name) => options.named.includes(name)))
      throw new BenchFailure(`--${option} goes with ${benches.join(', ')}: name one of them.`);
  }
  return options;
}

async function runBench(name: string, options: BenchOptions): Promise<Report> {
  const quality = await QUALITY[name]?.();
  if (quality) return quality(options);
  const figures = (await (await PRODUCT[name]?.())?.()) ?? [];
  return {
    tables: [
      {
        title: name,
        rows: figures.map(({ figure, measured, unit, aim = '' }) => ({ figure, measured, unit, aim })),
      },
    ],
    rows: figures.map((figure) => ({ bench: name, ...figure })),
  };
}

function print({ tables, notes = [] }: Report, { markdown }: BenchOptions): void {
  for (const table of tables) console.log(`\n${formatTable(table, markdown)}`);
  if (notes.length > 0) console.log(`\n${notes.map((note) => `- ${note}`).join('\n')}`);
}

/** A report as it stands in a document: where and how it was made, then the tables. */
function describe(name: string, { tables, notes = [] }: Report, options: BenchOptions, load: string): string {
  const sets = options.sets.map((set) => ` --set ${set}`).join('');
  const data = options.data ? ' --data DIR' : '';
  const isOf = (option: keyof typeof GO_WITH) => GO_WITH[option].includes(name);
  const listed = (['beside', 'units', 'only'] as const)
    .filter((option) => isOf(option) && options[option].length > 0)
    .map((option) => ` --${option} ${options[option].join(',')}`);
  const quick = isOf('quick') && options.quick ? ' --quick' : '';
  return [
    `\`npm run bench -- ${name}${data}${sets}${listed.join('')}${quick}\`, ${new Date().toISOString().slice(0, 10)}, ${describeMachine()}, load ${load} before.`,
    ...tables.map((table) => formatTable(table, true)),
    ...(notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n');
}

function explain(error: unknown): string {
  if (error instanceof BenchFailure || error instanceof BenchSkipped) return error.message;
  return `not measured: ${error instanceof Error ? error.message : String(error)}`;
}
