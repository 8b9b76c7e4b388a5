import { sql } from 'kysely';
import { COPIED_TABLES } from '#gateway/tables.ts';
import { checkFiles, type FilesChecked } from './check-files.ts';
import { checkIndex, type IndexChecked } from './check-index.ts';
import { checkLedgers } from './check-ledgers.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkReadings } from './check-readings.ts';
import { checkReferences } from './check-references.ts';
import { checkSchema } from './check-schema.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSqlite } from './check-sqlite.ts';
import { type Finding, type OnProgress, problem, type Stage } from './finding.ts';
import { countHeldUpdates } from './held-updates.ts';
import type { ReadOnlyData } from './open-readonly.ts';

export const STAGES = [
  'database',
  'schema',
  'rows',
  'references',
  'ledgers',
  'secrets',
  'index',
  'readings',
  'files',
] as const;
type StageName = (typeof STAGES)[number];

/** What was checked, as far as it could be read, and what was found. */
export interface DataChecked {
  database: 'sqlite' | 'postgres';
  tables: number;
  rows: number;
  references: number;
  /** Units with a newer text of a page that waits for a person. */
  heldUpdates: number;
  index: IndexChecked;
  /** Whole readings of files and pages. */
  readings: number;
  files: FilesChecked;
  findings: Finding[];
}

interface Options {
  onFinding?: (finding: Finding) => void;
  onProgress?: (stage: StageName, done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Reads all data once and changes none. A database that is damaged ends the stage that meets it, not the others. */
export async function checkData(
  data: ReadOnlyData,
  { onFinding = () => {}, onProgress = () => {}, signal = new AbortController().signal }: Options = {},
): Promise<DataChecked> {
  const { database, db } = data;
  const outcome: DataChecked = {
    database: database.kind,
    tables: COPIED_TABLES.length,
    rows: 0,
    references: 0,
    heldUpdates: 0,
    index: { units: 0, passages: 0, outdated: 0 },
    readings: 0,
    files: { files: 0, bytes: 0, orphans: 0 },
    findings: [],
  };
  const report = (finding: Finding): void => {
    outcome.findings.push(finding);
    onFinding(finding);
  };
  const run = async (name: StageName, work: (stage: Stage) => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    const stage: Stage = { report, signal, onProgress: (done, total) => onProgress(name, done, total) };
    try {
      await work(stage);
    } catch (error) {
      signal.throwIfAborted();
      const finding = findingOf(error, name);
      if (!finding) throw error;
      report(finding);
    }
  };
  await run('database', (stage) =>
    database.kind === 'sqlite' ? checkSqlite(db, database.file, stage) : checkPostgres(db, stage),
  );
  await run('schema', (stage) => checkSchema(data, stage));
  await run('rows', async (stage) => void (outcome.rows = await countRows(data, stage.onProgress)));
  await run('references', async (stage) => {
    outcome.references = await checkReferences(db, stage);
    outcome.heldUpdates = await countHeldUpdates(db, data.schema);
  });
  await run('ledgers', (stage) => checkLedgers(db, stage));
  await run('secrets', (stage) => checkSecrets(data, stage));
  await run('index', async (stage) => void (outcome.index = await checkIndex(db, stage)));
  await run('readings', async (stage) => void (outcome.readings = await checkReadings(db, stage)));
  await run('files', async (stage) => {
    if (await data.isOfAnother())
      report(
        problem(
          'files-of-another',
          'files',
          'the store of the files is marked as another database’s',
          'Name the store of this database in the settings. Where this one is meant to be its own from now on: npm run fihrist -- store accept.',
        ),
      );
    outcome.files = await checkFiles(data, stage);
  });
  return outcome;
}

/** Every row of every table is read, which meets pages that are damaged. */
async function countRows({ db }: ReadOnlyData, onProgress: OnProgress): Promise<number> {
  let rows = 0;
  for (const [index, table] of COPIED_TABLES.entries()) {
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    rows += counted.rows[0]?.n ?? 0;
    onProgress(index + 1, COPIED_TABLES.length);
  }
  return rows;
}

/** What ended a stage, where it is about the data. */
function findingOf(error: unknown, stage: StageName): Finding | undefined {
  if (isSchemaLacking(error))
    return problem(
      'unchecked',
      stage,
      `not checked to the end: ${error.message}`,
      'Put the schema right first, then run the command again.',
    );
  return isDamage(error)
    ? problem(
        'database-damaged',
        'database',
        `it cannot be read to its end: ${error.message}`,
        'Restore the last backup. Keep the damaged data.',
      )
    : undefined;
}

/** A table or column is not there, which the schema's own stage names. */
function isSchemaLacking(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    /^no such (?:table|column)/u.test(error.message) || ('code' in error && LACKING.includes(error.code))
  );
}
const LACKING: readonly unknown[] = ['42P01', '42703'];

const SQLITE_DAMAGE: readonly unknown[] = [11, 26];
const POSTGRES_DAMAGE: readonly unknown[] = ['XX001', 'XX002'];

/** A page that is not as it was written, in either database; a disk that cannot read is one as well. */
function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number')
    return SQLITE_DAMAGE.includes(error.errcode & 0xff) || (error.errcode & 0xff) === 10;
  return 'code' in error && POSTGRES_DAMAGE.includes(error.code);
}
