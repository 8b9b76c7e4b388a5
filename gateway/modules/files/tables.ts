import type { StoredFile } from './model.ts';

/** Rows of files. */
export interface FilesTables {
  stored_file: FileRow;
  /** The id of the blob store that the database belongs to, one row; `marked`: whether the store holds it too. */
  blob_store: { name: string; id: string; marked: number };
}

export interface FileRow {
  bot_id: number;
  id: string;
  path: string;
  name: string;
  mime: string;
  kind: StoredFile['kind'];
  format: string | null;
  size: number;
  sent_size: number;
  sha256: string;
  blob: string;
  /** Null of uploads. */
  origin: 'written' | null;
  created_on: number;
}
