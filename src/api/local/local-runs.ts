import type * as z from 'zod/mini';
import { foldText } from '#common/fold-text.ts';
import type { Run, RunList, RunSummary, runListQuerySchema } from '#contract/runs.ts';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';
import type { LocalStore } from './local-store.ts';

/** How many runs of a bot a browser keeps; the oldest go first. */
const MAX_RUNS = 500;

/** What a gateway does not say of a passage: its unit, and its score. */
export const UNKNOWN_SOURCE = { unitId: 0, unitTitle: '' } as const;
export const UNKNOWN_SCORE = Number.NaN;

const cursorOf = ({ askedOn, id }: RunSummary) => `${Date.parse(askedOn)}-${id}`;
const newestFirst = (a: Run, b: Run) =>
  Date.parse(b.askedOn) - Date.parse(a.askedOn) || (a.id < b.id ? 1 : -1);

/** Keeps a run; `needed` names the runs that stay however many there are. */
export async function keepRun(store: LocalStore, run: Run, needed: ReadonlySet<string> = new Set()) {
  await store.put('run', run);
  const surplus = (await store.all('run')).toSorted(newestFirst).slice(MAX_RUNS);
  for (const { id } of surplus) if (!needed.has(id)) await store.remove('run', id);
}

export async function readRun(store: LocalStore, id: string): Promise<Run> {
  const run = await store.get('run', id);
  if (run === undefined) throw createGatewayError({ status: 404, message: '', fault: 'run-not-found' });
  return run;
}

export async function listKeptRuns(
  store: LocalStore,
  { search = '', band, verdict, before = '', limit = '50' }: z.input<typeof runListQuerySchema> = {},
): Promise<RunList> {
  const words = foldText(search);
  const runs = (await store.all('run'))
    .toSorted(newestFirst)
    .filter(
      (run) =>
        run.action !== 'evaluate' &&
        (words === '' || foldText(run.question).includes(words)) &&
        (band === undefined || run.band === band) &&
        (verdict === undefined || (run.verdict ?? 'none') === verdict),
    );
  const start = before === '' ? 0 : runs.findIndex((run) => cursorOf(run) === before) + 1;
  const items = runs.slice(start, start + Number(limit));
  const last = items.at(-1);
  return { items, next: last !== undefined && start + items.length < runs.length ? cursorOf(last) : null };
}
