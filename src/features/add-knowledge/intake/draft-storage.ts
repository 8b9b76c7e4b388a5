import type { UploadResult } from '#contract/uploads.ts';
import {
  EMPTY_TEXTS,
  type FileItem,
  type FormValues,
  type IntakeState,
  type Item,
  type UrlItem,
} from './intake-types.ts';

type DraftState = Omit<IntakeState, 'registrations'> & { texts: FormValues };

/** What survives a reload: everything typed, and what the gateway has stored; never the files themselves. */
type StoredFileItem = Omit<FileItem, 'file' | 'upload'> & { result: UploadResult | null };
type Draft = Omit<DraftState, 'items'> & { items: (StoredFileItem | UrlItem)[] };

const EMPTY_FORM: FormValues = {
  items: {},
  all: { file: EMPTY_TEXTS, url: EMPTY_TEXTS },
  addresses: '',
};

export function saveDraft(storage: Storage | undefined, name: string, state: DraftState): void {
  const present = new Set(state.items.map(({ key }) => key));
  const texts = Object.entries(state.texts.items).filter(([key]) => present.has(key));
  const draft: Draft = {
    grouping: state.grouping,
    texts: { ...state.texts, items: Object.fromEntries(texts) },
    registered: state.registered,
    items: state.items.map((item) => {
      if (item.kind === 'url') return item;
      const { file: _file, upload, ...rest } = item;
      return { ...rest, result: upload.step === 'stored' ? upload.result : null };
    }),
  };
  const empty = draft.items.length === 0 && draft.registered.length === 0 && draft.texts.addresses === '';
  try {
    if (empty) storage?.removeItem(name);
    else storage?.setItem(name, JSON.stringify(draft));
  } catch {
    // With a full storage the page still works; only the draft does not survive a reload.
  }
}

export function readDraft(storage: Storage | undefined, name: string): DraftState {
  const fallback: DraftState = { items: [], grouping: 'each', texts: EMPTY_FORM, registered: [] };
  try {
    const text = storage?.getItem(name);
    if (!text) return fallback;
    const draft = JSON.parse(text) as Draft;
    const items = draft.items.map((stored): Item => {
      if (stored.kind === 'url') return stored;
      const { result, ...rest } = stored;
      return { ...rest, file: undefined, upload: result ? { step: 'stored', result } : { step: 'gone' } };
    });
    return { ...draft, items, texts: { ...EMPTY_FORM, ...draft.texts } };
  } catch {
    return fallback;
  }
}
