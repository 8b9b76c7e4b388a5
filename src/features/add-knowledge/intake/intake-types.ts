import type { UploadResult } from '#contract/uploads.ts';
import type { FileProblem } from './check-file.ts';

/** How often a busy gateway was asked again by itself, and when it is next; undefined: not by itself. */
type Repeats = { repeats?: number; repeatAt?: number | undefined };

/** The state of a file's upload. */
export type UploadState =
  | { step: 'refused'; problem: FileProblem }
  | { step: 'waiting'; repeats?: number }
  | { step: 'uploading'; sent: number; total: number; secondsLeft: number | undefined }
  | { step: 'cancelled' }
  | ({ step: 'failed'; error: unknown } & Repeats)
  /** The page was closed before the file was stored: it must be chosen again. */
  | { step: 'gone' }
  | { step: 'stored'; result: UploadResult };

export type FileItem = {
  key: string;
  kind: 'file';
  name: string;
  size: number;
  file: File | undefined;
  /** Repeating the upload with the same key returns the first result. */
  uploadKey: string;
  upload: UploadState;
} & Keeps;
/** What a person chose for an item, and what the page did for it once. */
type Keeps = {
  /** The item is added although the bot has it. */
  keeps?: true;
  /** The item is added although it cannot be read. */
  insists?: true;
  /** The document's own title was suggested, or came too late for that. */
  hasOwnTitle?: true;
};
export type UrlItem = { key: string; kind: 'url'; url: string } & Keeps;
export type Item = FileItem | UrlItem;

export type Grouping = 'each' | 'all';

/** Draft of one unit: one item, or all files, or all addresses (a unit holds one kind of source). */
export type UnitDraft = { key: string; kind: Item['kind']; items: readonly Item[] };

export type Registration =
  | { step: 'registering' }
  /** `replacing`: it was to replace a source of a unit, not to become one. */
  | ({ step: 'failed'; error: unknown; title: string; replacing?: true } & Repeats);

/** A source of a unit that an item takes the place of; `isSame`: it has the address of the item and is read again. */
export type ReplacedSource = {
  unit: { id: number; title: string; etag: string };
  sourceId: number;
  isSame: boolean;
};

/** A unit that was registered here; without an id where the gateway did not report it. */
export type RegisteredUnit = {
  /** Key of the entry in the local catalogue, if any. */
  key: string;
  title: string;
  kind: Item['kind'];
  names: readonly string[];
  id: number | undefined;
  /** Number of the press of the button that added the unit; absent in drafts of earlier versions. */
  batch?: number;
  /** The unit was there, and has a new source, or reads the one that it has again. */
  replaced?: 'source' | 'reading';
};

export type UnitTexts = { title: string; description: string };
export const EMPTY_TEXTS: UnitTexts = { title: '', description: '' };
/** The typed texts: by item key, and by kind for units made of all items. */
export type FormValues = {
  items: Record<string, UnitTexts>;
  all: Record<Item['kind'], UnitTexts>;
  addresses: string;
};

export type IntakeState = {
  items: readonly Item[];
  grouping: Grouping;
  /** By group key. */
  registrations: Readonly<Record<string, Registration>>;
  registered: readonly RegisteredUnit[];
};

export function groupItems(items: readonly Item[], grouping: Grouping): UnitDraft[] {
  if (grouping === 'each') return items.map((item) => ({ key: item.key, kind: item.kind, items: [item] }));
  return (['file', 'url'] as const).flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind);
    return ofKind.length === 0 ? [] : [{ key: `all-${kind}`, kind, items: ofKind }];
  });
}

export function itemName(item: Item): string {
  return item.kind === 'file' ? item.name : item.url;
}

/** True when the item can be part of a registration. */
export function isStored(item: Item): boolean {
  return item.kind === 'url' || item.upload.step === 'stored';
}

/** Number of the newest batch; 0 before the first. */
export function newestBatch(registered: readonly RegisteredUnit[]): number {
  return registered.reduce((newest, { batch = 0 }) => Math.max(newest, batch), 0);
}
