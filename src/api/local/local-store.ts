import type { Run } from '#contract/runs.ts';
import type { Evaluation, EvaluationChange, TestSet, TestWithHistory } from '#contract/tests.ts';
import { openObjectStore, toPromise } from '#src/api/stores/indexed-db.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';

/** `hasPassages`: whether the gateway sent a list of passages, if an empty one. */
export type LocalRun = Run & { hasPassages: boolean };
/** `fingerprint`: of the answer that it was last judged by; '' before the first. */
export type LocalTest = TestWithHistory & { fingerprint: string };
export type LocalSet = Omit<TestSet, 'counts'>;
export type LocalEvaluation = Evaluation & { changes: readonly EvaluationChange[] };

/** What this browser keeps of a bot, by kind. */
type Kept = { run: LocalRun; test: LocalTest; set: LocalSet; evaluation: LocalEvaluation };
type Kind = keyof Kept;
type Row = { owner: string; kind: Kind; id: string; value: unknown };

/** Rows of one bot at one address. */
export type LocalStore = {
  owner: string;
  all: <K extends Kind>(kind: K) => Promise<Kept[K][]>;
  get: <K extends Kind>(kind: K, id: string | number) => Promise<Kept[K] | undefined>;
  put: <K extends Kind>(kind: K, value: Kept[K]) => Promise<void>;
  remove: (kind: Kind, id: string | number) => Promise<void>;
};

type Rows = {
  all: (owner: string, kind: Kind) => Promise<Row[]>;
  get: (owner: string, kind: Kind, id: string) => Promise<Row | undefined>;
  put: (row: Row) => Promise<void>;
  remove: (owner: string, kind: Kind, id: string) => Promise<void>;
};

/** Rows that outlast the page. */
function storedRows(): Rows {
  const opened = openObjectStore('fihrist-local', 'rows', ['owner', 'kind', 'id']);
  // Each use of the database reports its failure.
  opened.catch(() => undefined);
  return {
    all: async (owner, kind) =>
      toPromise<Row[]>(
        (await opened)('readonly').getAll(IDBKeyRange.bound([owner, kind], [owner, kind, []])),
      ),
    get: async (...key) => toPromise<Row | undefined>((await opened)('readonly').get(key)),
    put: async (row) => void (await toPromise((await opened)('readwrite').put(row))),
    remove: async (...key) => {
      await toPromise((await opened)('readwrite').delete(key));
    },
  };
}

/** Rows of a browser without storage, as in some private windows: gone with the page. */
function passingRows(): Rows {
  const rows = new Map<string, Row>();
  const keyOf = (...key: [owner: string, kind: Kind, id: string]) => JSON.stringify(key);
  return {
    all: async (owner, kind) => [...rows.values()].filter((row) => row.owner === owner && row.kind === kind),
    get: async (...key) => rows.get(keyOf(...key)),
    put: async (row) => void rows.set(keyOf(row.owner, row.kind, row.id), structuredClone(row)),
    remove: async (...key) => void rows.delete(keyOf(...key)),
  };
}

const turns = new Map<string, Promise<unknown>>();

/** Reading rows and writing what follows from them, with nothing of this page between. */
export function inTurn<Result>({ owner }: LocalStore, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(owner) ?? Promise.resolve()).then(work);
  turns.set(
    owner,
    turn.catch(() => undefined),
  );
  return turn;
}

const databases = new WeakMap<IDBFactory, Rows>();
let passing: Rows | undefined;

function openRows(): Rows {
  const { indexedDB: factory } = globalThis;
  if (factory === undefined) return (passing ??= passingRows());
  const rows = databases.get(factory) ?? storedRows();
  databases.set(factory, rows);
  return rows;
}

/** What this browser keeps of the bot of a connection; it is never sent anywhere. */
export function openLocalStore(connection: Pick<Connection, 'id' | 'baseUrl' | 'bot'>): LocalStore {
  // A sign-in link makes another connection to the same bot; rows that go with the page belong to one.
  const place = globalThis.indexedDB === undefined ? connection.id : resolveBaseUrl(connection);
  const owner = `${place} ${connection.bot}`;
  const rows = openRows();
  return {
    owner,
    all: async <K extends Kind>(kind: K) =>
      (await rows.all(owner, kind)).map(({ value }) => value as Kept[K]),
    get: async <K extends Kind>(kind: K, id: string | number) =>
      (await rows.get(owner, kind, String(id)))?.value as Kept[K] | undefined,
    put: (kind, value) => rows.put({ owner, kind, id: String(value.id), value }),
    remove: (kind, id) => rows.remove(owner, kind, String(id)),
  };
}
