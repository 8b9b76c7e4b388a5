import type * as z from 'zod/mini';
import { foldText } from '#common/fold-text.ts';
import type { RetrievedDocument } from '#contract/answers.ts';
import type { Run, RunDocument, RunList, RunSummary, runListQuerySchema } from '#contract/runs.ts';
import { localFault } from './local-fault.ts';
import type { LocalRun, LocalStore } from './local-store.ts';

/** How many runs of a bot a browser keeps; the oldest go first. */
const MAX_RUNS = 500;

/** What a gateway does not say of a passage: its unit, and its score. */
export const UNKNOWN_SOURCE = { unitId: 0, unitTitle: '' } as const;
const UNKNOWN_SCORE = Number.NaN;

export const toRunDocuments = (
  documents: readonly RetrievedDocument[],
  dates: readonly (string | null)[],
): RunDocument[] =>
  documents.map(({ text, score, metadata }, index) => ({
    ...UNKNOWN_SOURCE,
    text,
    score: score ?? UNKNOWN_SCORE,
    fileId: metadata.file_id,
    sectionTitle: metadata['Section Title'],
    ordinal: null,
    textDate: dates[index] ?? null,
    state: 'current',
  }));

/** A run of this browser; what is not given is what no gateway says without extensions. */
export const localRun = (
  facts: Pick<Run, 'id' | 'question' | 'askedOn' | 'action' | 'request'> & Partial<LocalRun>,
): LocalRun => ({
  origin: 'dashboard',
  outcome: 'complete',
  band: null,
  certainty: null,
  askedBy: '',
  mine: true,
  verdict: null,
  answer: '',
  kind: null,
  model: null,
  fallback: null,
  search: null,
  history: [],
  quoted: [],
  sentences: [],
  skipped: [],
  documents: [],
  hasPassages: false,
  fault: null,
  durationMs: 0,
  charge: null,
  verdicts: [],
  deletable: true,
  ...facts,
});

const cursorOf = ({ askedOn, id }: RunSummary) => `${Date.parse(askedOn)}-${id}`;
const newestFirst = (a: Run, b: Run) =>
  Date.parse(b.askedOn) - Date.parse(a.askedOn) || (a.id < b.id ? 1 : -1);

/** Keeps a run; those that tests name stay however many there are. */
export async function keepRun(store: LocalStore, run: LocalRun): Promise<void> {
  await store.put('run', run);
  const surplus = (await store.all('run')).toSorted(newestFirst).slice(MAX_RUNS);
  if (surplus.length === 0) return;
  const needed = new Set((await store.all('test')).map(({ runId }) => runId));
  for (const { id } of surplus) if (!needed.has(id)) await store.remove('run', id);
}

export async function readRun(store: LocalStore, id: string): Promise<LocalRun> {
  return (await store.get('run', id)) ?? localFault('run-not-found');
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
  return pageFrom(runs, cursorOf, before, Number(limit));
}

/** The page of a list behind the item with this cursor. */
export function pageFrom<Item>(
  list: readonly Item[],
  cursorOf: (item: Item) => string,
  before: string,
  limit: number,
): { items: Item[]; next: string | null } {
  const start = before === '' ? 0 : list.findIndex((item) => cursorOf(item) === before) + 1;
  const items = list.slice(start, start + limit);
  const last = items.at(-1);
  return { items, next: last !== undefined && start + items.length < list.length ? cursorOf(last) : null };
}

/** What a question costs on average, by the newest that this gateway charged; undefined before the first. */
export async function meanCharge(store: LocalStore): Promise<number | undefined> {
  const amounts = (await store.all('run'))
    .toSorted(newestFirst)
    .flatMap(({ charge }) => (charge === null ? [] : [charge.amount]))
    .slice(0, SAMPLE_SIZE);
  if (amounts.length === 0) return undefined;
  return amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
}
const SAMPLE_SIZE = 50;
