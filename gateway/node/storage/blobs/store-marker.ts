/** File name of the marker, in the folder of blobs or below the prefix of a bucket. */
export const MARKER_NAME = 'fihrist-store.json';

/** Marker of a store of blobs: the id of the database that owns the store. */
export interface StoreMarker {
  /** The id; undefined without a marker, a text that is no id where the marker is unreadable. */
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
}

const UNREADABLE = 'unreadable';
const NOTE = 'Names the database whose files these are. Keep it with them.';

export const printMarker = (id: string): string => `${JSON.stringify({ id, note: NOTE })}\n`;

/** Parses a marker. An unreadable marker belongs to no database. */
export function parseMarker(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' ? id : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}
