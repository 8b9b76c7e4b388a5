import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchFailure } from './report.ts';

export interface BenchOptions {
  /** Benches to run, in order. */
  named: string[];
  data?: string;
  sets: string[];
  /** Sets whose articles are asked along with the guides. */
  beside: string[];
  /** How many units are asked, or loaded, each number by itself; empty: all that there are. */
  units: number[];
  /** Cases to run; empty: all. */
  only: string[];
  quick: boolean;
  folder?: string;
  before?: string;
  json?: string;
  write?: string;
  markdown: boolean;
  help: boolean;
}

export const USAGE = `npm run bench -- [bench ...] [options]
  --data DIR    a folder of set folders (reading: of documents) instead of ../shared/data
  --set NAME    only this set; again, or with commas, for more
  --only ID     reports: only this case; again, or with commas, for more
  --beside NAME staff: articles of this set as further units; again, or with commas, for more
  --units N     staff: ask so many units, the guides among them; again, or with commas, for more
                fleet-million: load so many instead of 2,000
  --quick       search, whole-bot, cost, load, fleet, fleet-million: small counts, to see that it runs
  --folder DIR  fleet-million: keep database and files there, and load what is missing in it
  --before DIR  cost, load, one-machine, reading-cost, whole-bot: another checkout, with what it has installed
  --json FILE   the figures as an array of rows
  --markdown    print tables as Markdown
  --write FILE  put tables as Markdown between <!-- NAME --> and <!-- /NAME --> of a file`;

/** The words after `npm run bench --`. Throws `BenchFailure` with what is wrong and what there is. */
export function parseOptions(words: readonly string[]): BenchOptions {
  const { values, positionals } = readWords(words);
  const path = (value: string | undefined, mustExist: boolean) => value && fromCaller(value, mustExist);
  const [data, before] = [path(values.data, true), path(values.before, true)];
  const [folder, json, write] = [values.folder, values.json, values.write].map((value) => path(value, false));
  return {
    named: positionals,
    sets: splitList(values.set),
    beside: splitList(values.beside),
    units: splitList(values.units).map(readCount),
    only: splitList(values.only),
    quick: values.quick ?? false,
    markdown: values.markdown ?? false,
    help: values.help ?? false,
    ...(data && { data }),
    ...(folder && { folder }),
    ...(before && { before }),
    ...(json && { json }),
    ...(write && { write }),
  };
}

/** Values given again and again or with commas, each once. */
function splitList(values: readonly string[] = []): string[] {
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

function readCount(word: string): number {
  if (!/^[1-9]\d{0,5}$/.test(word)) throw new BenchFailure(`--units takes numbers, not ${word}.\n${USAGE}`);
  return Number(word);
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        set: { type: 'string', multiple: true },
        beside: { type: 'string', multiple: true },
        units: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
        quick: { type: 'boolean' },
        folder: { type: 'string' },
        before: { type: 'string' },
        json: { type: 'string' },
        write: { type: 'string' },
        markdown: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node's own words explain how to pass a name that begins with a dash; the first sentence says what is wrong.
    const [first] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new BenchFailure(`${first}.\n${USAGE}`, { cause: error });
  }
}

/** npm runs scripts in the package's folder; a path is meant from where the caller stands. */
function fromCaller(path: string, mustExist: boolean): string {
  const caller = process.env['npm_lifecycle_event'] === 'bench' ? process.env['INIT_CWD'] : undefined;
  const fromThere = resolve(caller ?? '.', path);
  return mustExist && !existsSync(fromThere) && existsSync(path) ? resolve(path) : fromThere;
}
