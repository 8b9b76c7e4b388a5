import type { UploadResult } from '#contract/uploads.ts';
import type { FormValues, Grouping, Item, Registered } from './intake-types.ts';

type KeptFile = {
  key: string;
  kind: 'file';
  name: string;
  size: number;
  uploadKey: string;
  result: UploadResult | null;
};
type KeptUrl = { key: string; kind: 'url'; url: string };

/** What survives a reload: everything typed, and what the gateway has stored; never the files themselves. */
type Draft = {
  items: (KeptFile | KeptUrl)[];
  grouping: Grouping;
  texts: FormValues;
  registered: readonly Registered[];
};

export type DraftState = {
  items: readonly Item[];
  grouping: Grouping;
  texts: FormValues;
  registered: readonly Registered[];
};

export const noTexts: FormValues = {
  items: {},
  all: { file: { title: '', description: '' }, url: { title: '', description: '' } },
  addresses: '',
};

export function keepDraft(storage: Storage | undefined, name: string, state: DraftState): void {
  const present = new Set(state.items.map(({ key }) => key));
  const words = Object.entries(state.texts.items).filter(([key]) => present.has(key));
  const draft: Draft = {
    grouping: state.grouping,
    texts: { ...state.texts, items: Object.fromEntries(words) },
    registered: state.registered,
    items: state.items.map((item) =>
      item.kind === 'url'
        ? item
        : {
            key: item.key,
            kind: 'file',
            name: item.name,
            size: item.size,
            uploadKey: item.uploadKey,
            result: item.upload.step === 'stored' ? item.upload.result : null,
          },
    ),
  };
  const empty = draft.items.length === 0 && draft.registered.length === 0 && draft.texts.addresses === '';
  try {
    if (empty) storage?.removeItem(name);
    else storage?.setItem(name, JSON.stringify(draft));
  } catch {
    // A full storage costs the draft its survival of a reload, not the page its work.
  }
}

export function readDraft(storage: Storage | undefined, name: string): DraftState {
  const fallback: DraftState = { items: [], grouping: 'each', texts: noTexts, registered: [] };
  try {
    const text = storage?.getItem(name);
    if (!text) return fallback;
    const draft = JSON.parse(text) as Draft;
    const items = draft.items.map((kept): Item => {
      if (kept.kind === 'url') return kept;
      const { result, ...rest } = kept;
      return { ...rest, file: undefined, upload: result ? { step: 'stored', result } : { step: 'gone' } };
    });
    return {
      items,
      grouping: draft.grouping,
      texts: { ...noTexts, ...draft.texts },
      registered: draft.registered,
    };
  } catch {
    return fallback;
  }
}
