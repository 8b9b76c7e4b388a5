/** An uploaded file. `id` is random; `path` is the FilePath of the API; `blob` the key in the blob store. */
export interface StoredFile {
  botId: number;
  id: string;
  path: string;
  name: string;
  mime: string;
  kind: 'Image' | 'Audio' | 'Video' | 'File';
  /** Format of its text; null for a file without text. */
  format: string | null;
  /** Bytes as stored, and bytes as uploaded (conversion changes the size). */
  size: number;
  sentSize: number;
  sha256: string;
  blob: string;
  /** Chosen by a person, or written in the dashboard. */
  origin: 'upload' | 'written';
  createdOn: Date;
}
