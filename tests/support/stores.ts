/**
 * The adapters of the storing ports, opened again for every test; one suite per port runs over both of them: over SQLite
 * in the unit tier, over PostgreSQL where `run-suites.ts` imports it.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely, TableMetadata } from 'kysely';
import { afterEach, beforeEach, describe } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import type { StoredKey, StoredPerson } from '#gateway/modules/access/model.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { NewSource, Unit } from '#gateway/modules/units/model.ts';
import { NO_LOCK, type SqlDatabase } from '#gateway/sql/database.ts';
import type { Tables } from '#gateway/sql/tables.ts';
import { createSqlStores, type SqlStores } from '#gateway/stores.ts';
import { openFile } from './open-test-database.ts';
import { skipWithout } from './postgres/skip-without.ts';
import { emptyDatabase, testedPostgres } from './postgres/test-database.ts';

const BEGINNING = '2026-11-21T09:00:00Z';
/** What a unit's first generation is numbered in tests whose clock stands still; the next ones count on from it. */
export const FIRST_GENERATION = Date.parse(BEGINNING) / 1000;

export interface OpenStores extends SqlStores {
  /** Of the adapter: `SQLite`. */
  name: string;
  db: SqlDatabase;
  /** The clock's time, for tests to move. */
  time: { now: Date };
}

interface Adapter {
  db: SqlDatabase;
  dispose(): void;
}

/** `skip` ends a test whose adapter this machine does not have. */
type OpenAdapter = (skip: (note: string) => void) => Promise<Adapter>;

/** A disk in memory where there is one: no test here pulls the plug, and each commit waits for the disk. */
const DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** As a server opens it. A database in memory, which gateways under test have, no server does. */
const openSqliteFile: OpenAdapter = async () => {
  const folder = mkdtempSync(join(DISK, 'fihrist-'));
  return {
    db: await openFile(join(folder, 'test.sqlite')),
    dispose: () => rmSync(folder, { recursive: true }),
  };
};

const openPostgres: OpenAdapter = async (skip) => ({
  db: await skipWithout(emptyDatabase(), skip),
  dispose: () => {},
});

/** SQLite, or the PostgreSQL that a file of another tier asked for. */
function testedAdapter(): [name: string, open: OpenAdapter] {
  const postgres = testedPostgres();
  return postgres ? [postgres.name, openPostgres] : ['SQLite', openSqliteFile];
}

/** A suite over the adapter of this tier. `stores()` is only good inside a test. */
export function describeStores(port: string, suite: (stores: () => OpenStores) => void): void {
  const [name, openAdapter] = testedAdapter();
  describe(`${port}: ${name}`, () => {
    let open: OpenStores | undefined;
    let dispose = () => {};
    beforeEach(async ({ skip }) => {
      const adapter = await openAdapter(skip);
      const time = { now: new Date(BEGINNING) };
      open = { ...createSqlStores(adapter.db, { now: () => time.now }), db: adapter.db, time, name };
      dispose = () => adapter.dispose();
    });
    afterEach(async () => {
      await open?.db.close();
      dispose();
    });
    suite(() => {
      if (!open) throw new Error('stores are opened for each test');
      return open;
    });
  });
}

/** Tables and their columns, on either database. */
export function tablesOf({ read }: Pick<SqlDatabase, 'read'>): Promise<TableMetadata[]> {
  return (read as Kysely<Tables>).introspection.getTables();
}

export function later(stores: OpenStores, ms: number): void {
  stores.time.now = new Date(stores.time.now.getTime() + ms);
}

export async function addFile(
  { files }: Pick<SqlStores, 'files'>,
  id: string,
  change: Partial<StoredFile> = {},
): Promise<StoredFile> {
  const file: StoredFile = {
    botId: 1,
    id,
    path: `1/${id}/دليل.pdf`,
    name: 'دليل.pdf',
    mime: 'application/pdf',
    kind: 'File',
    format: 'pdf',
    size: 1200,
    sentSize: 1300,
    sha256: 'ab'.repeat(32),
    blob: `blob-of-${id}`,
    origin: 'upload',
    createdOn: new Date('2026-11-20T08:00:00Z'),
    ...change,
  };
  await files.insert(file);
  return file;
}

export const url = (address: string): NewSource => ({ fileId: null, url: address });
export const file = (fileId: string): NewSource => ({ fileId, url: null });

/** Registers a unit that must not be refused. The page of a unit without `sources` counts as fetched. */
export async function addUnit(
  stores: Pick<SqlStores, 'units'> & MaybeDatabase,
  title: string,
  sources?: NewSource[],
  botId = 1,
  description = '',
): Promise<Unit> {
  const unit = { botId, title, titleKey: titleKey(title), description };
  const page = url('https://example.com/دليل');
  const added = accepted(await stores.units.register({ ...unit, sources: sources ?? [page] }));
  if (!sources) await skipFetching(stores);
  return added;
}

/** Without it, units are of files. */
interface MaybeDatabase {
  db?: SqlDatabase;
}

/** What is queued can be read, as if all addresses had been fetched. */
export async function skipFetching({ db }: MaybeDatabase): Promise<void> {
  await db?.change(NO_LOCK, (trx) =>
    trx.updateTable('job').set({ stage: 'read' }).where('kind', '=', 'index').execute(),
  );
}

export function accepted(result: Unit | { conflict: string } | undefined): Unit {
  if (!result || 'conflict' in result) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

/** Does the oldest free job with these texts as passages of its first source. */
export async function publish(
  stores: Pick<SqlStores, 'jobs' | 'index' | 'units'> & MaybeDatabase & { time?: { now: Date } },
  texts: string[],
  owner = 'indexer',
): Promise<Unit> {
  await skipFetching(stores);
  const job = await stores.jobs.lease(owner, 30_000);
  if (!job) throw new Error('no job is free');
  const { botId, unitId, generation } = job;
  const unit = await stores.units.get(botId, unitId);
  const sourceId = unit?.sources[0]?.id ?? 0;
  const passages = texts.map((text, ordinal) => ({ ordinal, text, sourceId, sectionTitle: 'مقدمة' }));
  await stores.index.writePassages(botId, unitId, generation, passages);
  const bytes = new TextEncoder().encode(texts.join());
  await stores.index.writeSegment(botId, unitId, generation, 1, [bytes, bytes, bytes]);
  const readOn = stores.time?.now ?? new Date();
  const outcome = { status: 'ready', reason: null, readOn, passages: texts.length } as const;
  const sources = [{ ...outcome, sourceId, warnings: [], pages: null }];
  const before = unit?.generation ?? null;
  const changesText = before !== null && !(await stores.index.hasSameText(botId, unitId, generation, before));
  await stores.jobs.settle(job, { ...outcome, sources, changesText });
  return accepted(await stores.units.get(botId, unitId));
}

/** The key of an owner of these bots, which nothing was done with yet. */
export const ownerKey = (id: string, bots: number[], createdOn: Date): StoredKey => ({
  id,
  hash: `hash of ${id}`,
  prefix: 'fih_abcd',
  name: id,
  role: 'owner',
  bots,
  allBots: false,
  caps: {},
  family: id,
  createdOn,
  expiresOn: null,
  lastUsedOn: null,
  revokedOn: null,
  rotatedOn: null,
  pausedOn: null,
  createdBy: 'owner',
  person: null,
});

/** An owner of all bots. */
export const person = (id: string, change: Partial<StoredPerson> = {}): StoredPerson => ({
  id,
  name: id,
  role: 'owner',
  bots: [],
  allBots: true,
  createdOn: new Date(BEGINNING),
  removedOn: null,
  ...change,
});
