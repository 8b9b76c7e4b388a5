import { expect, test } from 'vitest';
import { createMemoryBlobs } from '#gateway/modules/files/adapters/blobs-memory.ts';
import { removeUnnamed, saveBlob } from '#gateway/modules/files/services/save-blob.ts';

const LOST = Object.assign(new Error('lost'), { code: '08006' });

test.each([
  ['stays where only the answer of the database may be lost', LOST, true],
  ['goes where its row was refused', new Error('refused'), false],
])('a blob without an acknowledged row %s', async (_, error, stays) => {
  const blobs = createMemoryBlobs();
  const { key } = await saveBlob(blobs, (write) => write(new TextEncoder().encode('نص')));
  await removeUnnamed(blobs, key, error);
  expect((await blobs.open(key)) !== undefined).toBe(stays);
});
