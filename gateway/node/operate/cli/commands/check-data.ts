import { isDataDamaged, StorageError } from '#gateway/core/errors.ts';
import { checkData, type DataChecked, STAGES } from '#gateway/node/operate/check-data/check-data.ts';
import type { Finding } from '#gateway/node/operate/check-data/finding.ts';
import { openReadOnly, UncheckableDataError } from '#gateway/node/operate/check-data/open-readonly.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
} from '#gateway/node/operate/cli/context/command.ts';
import { settingsOf } from '#gateway/node/operate/cli/context/open-data.ts';
import { createProgressBar, printMegabytes } from '#gateway/node/operate/cli/context/progress.ts';
import { DatabaseFileError } from '#gateway/node/storage/sqlite/database-file-error.ts';

const COULD_NOT_RUN = 2;

export const checkDataCommand: Command = {
  name: 'check-data',
  argNames: [],
  summary: 'check all stored data: database, search index, every file',
  details: `Reads everything once and changes nothing: no lock is taken, and servers may go on working. Files are compared
with the hash of their upload, the search index is decoded and compared with its passages, ledgers with their entries,
the schema with that of this version, secrets with their fingerprints, and the database is checked by its own means. Each finding says what to do.
Exit codes: 0 nothing is damaged, 1 something is, 2 it could not run or not to its end.`,
  async run(call) {
    const data = await openReadOnly(settingsOf(call)).catch((error: unknown) => {
      throw explain(error);
    });
    call.printLine('Nothing is changed. Servers may go on working meanwhile.');
    try {
      const checked = await checkData(data, {
        onFinding: (finding) => printFinding(call, finding),
        onProgress: progressOf(call),
        signal: call.signal,
      });
      report(call, checked);
    } catch (error) {
      throw explain(error);
    } finally {
      await data.close();
    }
  },
};

function progressOf({ drawProgress }: CommandContext) {
  const names = {
    database: 'Indexes',
    rows: 'Tables',
    schema: 'Schema',
    references: 'References',
    ledgers: 'Ledgers',
    secrets: 'Secrets',
    index: 'Passages',
    readings: 'Readings',
    files: 'Files',
  };
  const bars = Object.fromEntries(
    STAGES.map((stage) => [
      stage,
      createProgressBar(`Checking. ${names[stage]}:`, drawProgress, {
        unit: stage === 'files' ? 'MB' : 'items',
      }),
    ]),
  ) as Record<(typeof STAGES)[number], ReturnType<typeof createProgressBar>>;
  return (stage: (typeof STAGES)[number], done: number, total: number) => bars[stage](done, total);
}

/** One line each, though a database says several. Names that people gave may hold characters that a terminal obeys. */
function printFinding(call: CommandContext, { level, subject, what, remedy }: Finding): void {
  const clean = (text: string) => text.replace(/\s*\n\s*/gu, ' · ').replace(/[\p{Cc}\p{Cf}]/gu, '?');
  call.printLine(`${level === 'problem' ? 'PROBLEM' : 'Note'}  ${clean(subject)}: ${clean(what)}`);
  if (remedy !== '') call.printLine(`         ${remedy}`);
}

function report(call: CommandContext, checked: DataChecked): void {
  const { database, tables, rows, references, heldUpdates, index, readings, files, findings } = checked;
  const problems = findings.filter(({ level }) => level === 'problem').length;
  call.printLine(
    `Database (${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}): ${tables} tables, ${rows} rows, ${references} kinds of references`,
  );
  call.printLine(`Held updates: ${heldUpdates} units have a newer text of a page that waits for a person`);
  call.printLine(`Search index: ${index.units} units, ${index.passages} passages; ${readings} readings`);
  call.printLine(`Files: ${files.files} read and compared, ${printMegabytes(files.bytes)} MB`);
  call.printJson({ problems, ...checked });
  if (problems > 0)
    throw new CommandError(problems === 1 ? '1 problem was found.' : `${problems} problems were found.`);
  call.printLine('Nothing is damaged.');
}

/** What hinders the check says nothing of the data. */
function explain(error: unknown): unknown {
  if (error instanceof CommandError) return error;
  if (error instanceof UncheckableDataError) return new CommandError(error.message, COULD_NOT_RUN);
  if (error instanceof StorageError)
    return new CommandError(
      `The object store does not respond (${error.code}). Check FIHRIST_BLOBS and its settings, then run the command again.`,
      COULD_NOT_RUN,
    );
  if (error instanceof DatabaseFileError)
    return new CommandError(error.message, isDataDamaged(error.cause) ? 1 : COULD_NOT_RUN);
  return error;
}
