import * as z from 'zod';
import type { DatabaseLocation } from '#gateway/node/storage/data/open-database.ts';
import { DatabaseUrlError, parseDatabaseUrl } from '#gateway/node/storage/postgres/database-url.ts';
import { InvalidSettingsError } from './invalid-settings-error.ts';
import { explainSetTwice, readSettingFile } from './setting-fields.ts';

const url = z.string().transform((text, context) => {
  const problem = explainUrl(text);
  if (problem === undefined) return text;
  context.addIssue(problem);
  return z.NEVER;
});

type DatabaseSetting = 'FIHRIST_DATABASE' | 'FIHRIST_DATABASE_DIRECT';
const SETTINGS: readonly DatabaseSetting[] = ['FIHRIST_DATABASE', 'FIHRIST_DATABASE_DIRECT'];

/** By environment variable: the address of a database, or the path of a file that holds it. */
export const databaseSettingsShape = {
  FIHRIST_DATABASE: url.optional(),
  FIHRIST_DATABASE_FILE: z.string().min(1).optional(),
  FIHRIST_DATABASE_DIRECT: url.optional(),
  FIHRIST_DATABASE_DIRECT_FILE: z.string().min(1).optional(),
};
const shape = z.object(databaseSettingsShape);
type DatabaseSettings = z.output<typeof shape>;

/** Problems of combinations of the settings of the database. */
export function explainDatabaseSettings(settings: DatabaseSettings): { name: string; message: string }[] {
  const isSet = (name: DatabaseSetting) => settings[name] ?? settings[`${name}_FILE`];
  return [
    ...explainSetTwice(settings, SETTINGS),
    ...(isSet('FIHRIST_DATABASE_DIRECT') && !isSet('FIHRIST_DATABASE')
      ? [{ name: 'FIHRIST_DATABASE_DIRECT', message: 'needs FIHRIST_DATABASE, the address of the pooler' }]
      : []),
  ];
}

/**
 * Where the rows are: in the database that the settings name, else in the file of the data folder. Throws
 * `InvalidSettingsError`.
 */
export async function readDatabaseLocation(
  settings: DatabaseSettings,
  file: string,
): Promise<DatabaseLocation> {
  const address = await readUrl(settings, 'FIHRIST_DATABASE');
  if (address === undefined) return { kind: 'sqlite', file };
  return { kind: 'postgres', url: address, directUrl: await readUrl(settings, 'FIHRIST_DATABASE_DIRECT') };
}

async function readUrl(settings: DatabaseSettings, name: DatabaseSetting): Promise<string | undefined> {
  const file = settings[`${name}_FILE`];
  if (file === undefined) return settings[name];
  const text = await readSettingFile(`${name}_FILE`, file);
  const problem = explainUrl(text);
  if (problem !== undefined) throw new InvalidSettingsError([`${name}_FILE: its content ${problem}`]);
  return text;
}

function explainUrl(text: string): string | undefined {
  try {
    parseDatabaseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message;
    throw error;
  }
}
