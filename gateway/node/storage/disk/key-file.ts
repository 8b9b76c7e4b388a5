import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from './durable-files.ts';

const KEY_BYTES = 32;

/** A key file without a key of the right length: damaged, or another kind of file. */
export class DamagedKeyFileError extends Error {
  constructor(file: string, problem: string) {
    super(
      `${file} should hold a key of ${KEY_BYTES} bytes, but ${problem}. Put it back from a backup; ` +
        'without one, run "npm run fihrist -- secrets accept" and remove it: another is made at the next start, and what it had ' +
        'sealed or signed is void.',
    );
    this.name = 'DamagedKeyFileError';
  }
}

/**
 * The random key in a file of the folder, made when there is none: whole or not at all, whatever cuts it off, and the
 * same for all who make it at once. Throws `DamagedKeyFileError`.
 */
export async function readKeyFile(folder: string, name: string): Promise<Uint8Array> {
  const file = join(folder, name);
  return (await findKeyFile(folder, name)) ?? checkKey(file, await makeKeyFile(folder, file, name));
}

/** The key in a file of the folder; undefined without a file. Throws `DamagedKeyFileError`. */
export async function findKeyFile(folder: string, name: string): Promise<Uint8Array | undefined> {
  const file = join(folder, name);
  const key = await readIfThere(file);
  return key && checkKey(file, key);
}

function checkKey(file: string, key: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES) throw new DamagedKeyFileError(file, `has ${key.length}`);
  return key;
}

async function makeKeyFile(folder: string, file: string, name: string): Promise<Uint8Array> {
  const temporary = join(folder, `${name}.${randomUUID()}.unfinished`);
  try {
    await writeDurably(temporary, randomBytes(KEY_BYTES));
    // Unlike a rename, a link never takes the place of a file that another process made meanwhile.
    await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
  return readFile(file);
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'EISDIR') throw new DamagedKeyFileError(file, 'is a folder');
    throw error;
  });
}
