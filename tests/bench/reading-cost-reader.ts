/** Reads each file of a folder with the reader of one checkout: `ROOT FOLDER`; prints milliseconds of CPU of a reading by file. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** So many milliseconds of CPU a file before the measurement, which load libraries and compile what is hot, and in it. */
const WARM_UP = 300;
const MEASURED = 500;

const [root = '.', folder = '.'] = process.argv.slice(2);
const reader: typeof import('#gateway/engine/reading/read-document.ts') = await import(
  pathToFileURL(resolve(root, 'gateway/engine/reading/read-document.ts')).href
);

const milliseconds: Record<string, number> = {};
for (const name of readdirSync(folder)) {
  const bytes = readFileSync(join(folder, name));
  const format = extname(name).slice(1) as Parameters<typeof reader.readDocument>[1];
  await readFor(WARM_UP, bytes, format);
  milliseconds[name] = await readFor(MEASURED, bytes, format);
}
process.stdout.write(JSON.stringify(milliseconds));

/** Reads again and again for at least so many milliseconds of CPU; the mean of a reading. */
async function readFor(
  least: number,
  bytes: Uint8Array,
  format: Parameters<typeof reader.readDocument>[1],
): Promise<number> {
  const begun = process.cpuUsage();
  for (let readings = 1; ; readings++) {
    await reader.readDocument(new Uint8Array(bytes), format);
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 >= least) return (user + system) / 1000 / readings;
  }
}
