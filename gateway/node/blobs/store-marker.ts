/** In the folder of blobs, or below the prefix of a bucket. */
export const MARKER_NAME = 'fihrist-store.json';

/** What a store says of whose it is. */
export interface StoreMarker {
  /** Undefined where it says nothing. */
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
}

const UNREADABLE = 'unreadable';
const NOTE = 'Names the database whose files these are. Keep it with them.';

export const printMarker = (id: string): string => `${JSON.stringify({ id, note: NOTE })}\n`;

/** A marker that cannot be read is none of any database. */
export function parseMarker(text: string): string {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' ? id : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}
