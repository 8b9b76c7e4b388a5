/** An uploaded file. `id` is random; `path` is the FilePath of the API; `blob` the key in the blob store. */
export interface StoredFile {
  botId: number;
  id: string;
  path: string;
  name: string;
  mime: string;
  kind: 'Image' | 'Audio' | 'Video' | 'File';
  /** What it is read as; null when it cannot become text. */
  format: string | null;
  /** Bytes as stored, and as sent (conversion changes it). */
  size: number;
  sentSize: number;
  sha256: string;
  blob: string;
  createdOn: Date;
}
