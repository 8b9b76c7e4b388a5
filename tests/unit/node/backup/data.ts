/** Data folders with a little knowledge in them, made through the adapters as a server makes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { openFile } from '#tests/support/open-test-database.ts';
import { addFile, addUnit, file } from '#tests/support/stores.ts';

const clock = { now: () => new Date() };

/** An open data folder. */
export async function openData(folder: string) {
  const paths = dataPaths(folder);
  const db = await openFile(paths.database);
  const stores = createSqlStores(db, clock);
  const blobs = await createDiskBlobs(paths.blobs);
  return {
    db,
    stores,
    blobs,
    paths,
    /** A file of this text, and its blob's key. */
    async addText(id: string, text: string): Promise<string> {
      const writer = await blobs.create();
      await writer.write(new TextEncoder().encode(text));
      const { key, size, sha256 } = await writer.commit();
      await addFile(stores, id, { blob: key, size, sentSize: size, sha256, path: `1/${id}/${id}.txt` });
      return key;
    },
  };
}

export const TEXTS = ['دليل الموظف: الإجازة ثلاثون يومًا.', 'سياسة السفر', 'English guide'];

/** A closed folder of three files, one of them with a unit, and both secrets. Returns the keys of the blobs. */
export async function fillData(folder: string): Promise<string[]> {
  const data = await openData(folder);
  await data.stores.bots.createIfMissing({ id: 1, name: 'دليل' }, new Date());
  const keys: string[] = [];
  for (const [index, text] of TEXTS.entries()) keys.push(await data.addText(`file-${index}`, text));
  await addUnit(data.stores, 'دليل الموظف', [file('file-0')]);
  await data.db.close();
  for (const name of ['signing-secret', 'sealing-key']) writeFileSync(join(folder, name), `bytes of ${name}`);
  return keys;
}

/** A folder for each test, in which data and backups lie. */
export function useFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-backup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

export const blobPath = (key: string) => join('blobs', key.slice(0, 2), key);
