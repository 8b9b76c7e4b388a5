import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { SECRET_FILES } from '#gateway/node/storage/data/data-folder.ts';

export const MANIFEST = 'manifest.json';
export const DATABASE = 'fihrist.sqlite';

/** Version of the layout of backups. */
const FORMAT = 1;

/** The only paths of a backup, so that no path leads out of the folder to restore. */
const PATH = new RegExp(
  `^(?:${DATABASE.replace('.', '\\.')}|${SECRET_FILES.join('|')}|blobs/[0-9a-f]{2}/[0-9a-f]{32})$`,
);

const fileSchema = z.object({
  path: z.string().regex(PATH),
  size: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  product: z.literal('Fihrist'),
  format: z.number().int(),
  /** Version of Fihrist that took the backup. */
  version: z.string(),
  /** Schema of the database. */
  schema: z.number().int(),
  takenOn: z.iso.datetime(),
  counts: z.object({
    bots: z.number(),
    units: z.number(),
    passages: z.number(),
    files: z.number(),
    keys: z.number(),
  }),
  /** Blobs that were missing or changed in the data folder already, before the backup. */
  faulty: z.array(z.object({ path: z.string(), fault: z.enum(['missing', 'changed']) })),
  files: z.array(fileSchema),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupFile = z.output<typeof fileSchema>;

export function makeManifest(facts: Omit<Manifest, 'product' | 'format'>): Manifest {
  return { product: 'Fihrist', format: FORMAT, ...facts };
}

/** Reads the manifest of a backup. Throws `BackupError` where the file is missing, damaged or of a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new BackupError(`${folder} is no backup: it has no ${MANIFEST}.`);
    throw error;
  });
  const { data, success } = manifestSchema.safeParse(parse(text));
  if (!success)
    throw new BackupError(`The backup ${folder} is damaged: ${MANIFEST} is not as it was written.`);
  if (data.format !== FORMAT)
    throw new BackupError(`The backup ${folder} was taken by a newer version of Fihrist (${data.version}).`);
  if (!data.files.some(({ path }) => path === DATABASE))
    throw new BackupError(`The backup ${folder} is damaged: ${MANIFEST} names no ${DATABASE}.`);
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A backup that cannot be taken or restored; the message says why and what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}
