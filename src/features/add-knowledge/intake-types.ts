import type { UploadResult } from '#contract/uploads.ts';
import type { FileProblem } from './check-file.ts';

/** Where a file stands on its way to the gateway. */
export type Upload =
  | { step: 'refused'; problem: FileProblem }
  | { step: 'waiting' }
  | { step: 'uploading'; sent: number; total: number; secondsLeft: number | undefined }
  | { step: 'cancelled' }
  | { step: 'failed'; error: unknown }
  /** The page was left before the file was stored; the browser has forgotten it. */
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
  upload: Upload;
};
export type UrlItem = { key: string; kind: 'url'; url: string };
export type Item = FileItem | UrlItem;

export type Grouping = 'each' | 'all';

/** What becomes one unit: one item, or all files, or all addresses (a unit holds one kind of source). */
export type Group = { key: string; kind: Item['kind']; items: readonly Item[] };

export type Registration = { step: 'registering' } | { step: 'failed'; error: unknown; title: string };

/** A unit that was made here. Without an id the gateway did not say which one it is. */
export type Registered = {
  key: string;
  title: string;
  kind: Item['kind'];
  names: readonly string[];
  id: number | undefined;
};

export type Texts = { title: string; description: string };
/** What a person typed: by item key, and by kind for units made of all. */
export type FormValues = {
  items: Record<string, Texts>;
  all: Record<Item['kind'], Texts>;
  addresses: string;
};

export type IntakeState = {
  items: readonly Item[];
  grouping: Grouping;
  /** By group key. */
  registrations: Readonly<Record<string, Registration>>;
  registered: readonly Registered[];
};

export function groupsOf(items: readonly Item[], grouping: Grouping): Group[] {
  if (grouping === 'each') return items.map((item) => ({ key: item.key, kind: item.kind, items: [item] }));
  return (['file', 'url'] as const).flatMap((kind) => {
    const same = items.filter((item) => item.kind === kind);
    return same.length === 0 ? [] : [{ key: `all-${kind}`, kind, items: same }];
  });
}

export function nameOf(item: Item): string {
  return item.kind === 'file' ? item.name : item.url;
}

/** True when the item can be part of a registration. */
export function isStored(item: Item): boolean {
  return item.kind === 'url' || item.upload.step === 'stored';
}
