/** The suite of all blob stores over those that need no other machine; S3 is in `s3-blobs.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryBlobs } from '#gateway/modules/files/adapters/blobs-memory.ts';
import { createDiskBlobs } from '#gateway/node/storage/blobs/disk-blobs.ts';
import { describeBlobStore } from '#tests/support/blob-store-suite.ts';

describeBlobStore('memory', async () => ({ blobs: createMemoryBlobs(), close: () => undefined }));

describeBlobStore('disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  return {
    blobs: await createDiskBlobs(join(folder, 'blobs')),
    close: () => rmSync(folder, { recursive: true }),
  };
});
