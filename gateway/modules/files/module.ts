import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createBlobSweep, createOrphanSweep } from './services/sweep-files.ts';
import { createFileStore, fileExtension } from './sql/files.ts';
import type { FilesTables } from './tables.ts';

/** Uploaded files and the store of their bytes. */
export const files = {
  name: 'files',
  tables: {
    stored_file: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    blob_store: { key: ['name'], carriedOver: false },
  },
  store: ({ db, clock, extensions }) => ({ files: createFileStore(db, clock, extensions) }),
  extension: fileExtension,
  chores: { blobs: createOrphanSweep, uploads: createBlobSweep },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<FilesTables>;
