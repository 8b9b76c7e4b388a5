import type { UploadResult } from '#contract/uploads.ts';
import { createGatewayError, GatewayError } from '#src/api/transport/gateway-errors.ts';
import {
  EMPTY_TEXTS,
  type FileItem,
  type FormValues,
  type IntakeState,
  type Item,
  type Registration,
  type UrlItem,
} from './intake-types.ts';

type DraftState = IntakeState & { texts: FormValues };

/** What survives a reload: everything typed, and what the gateway has stored; never the files themselves. */
type StoredFileItem = Omit<FileItem, 'file' | 'upload'> & { result: UploadResult | null };
type Refusal = Pick<GatewayError, 'status' | 'message' | 'fault' | 'field' | 'parameters' | 'requestId'>;
type StoredRefusals = Record<string, { title: string; refusal: Refusal }>;
type Draft = Omit<DraftState, 'items' | 'registrations'> & {
  items: (StoredFileItem | UrlItem)[];
  /** Why the gateway did not take a unit, by group key; absent in drafts of earlier versions. */
  refusals?: StoredRefusals;
};

const EMPTY_FORM: FormValues = {
  items: {},
  all: { file: EMPTY_TEXTS, url: EMPTY_TEXTS },
  addresses: '',
};

/** Refusals of what was sent; a call that got no answer is simply tried again. */
function toRefusals(registrations: IntakeState['registrations']): StoredRefusals {
  const refusals = Object.entries(registrations).flatMap(([key, registration]) => {
    if (registration.step !== 'failed' || !(registration.error instanceof GatewayError)) return [];
    const { status, message, fault, field, parameters, requestId } = registration.error;
    return [
      [key, { title: registration.title, refusal: { status, message, fault, field, parameters, requestId } }],
    ] as const;
  });
  return Object.fromEntries(refusals);
}

function toRegistrations(refusals: StoredRefusals): Record<string, Registration> {
  const failed = Object.entries(refusals).map(
    ([key, { title, refusal }]) =>
      [key, { step: 'failed', error: createGatewayError(refusal), title }] as const,
  );
  return Object.fromEntries(failed);
}

export function saveDraft(storage: Storage | undefined, name: string, state: DraftState): void {
  const present = new Set(state.items.map(({ key }) => key));
  const texts = Object.entries(state.texts.items).filter(([key]) => present.has(key));
  const draft: Draft = {
    grouping: state.grouping,
    texts: { ...state.texts, items: Object.fromEntries(texts) },
    registered: state.registered,
    refusals: toRefusals(state.registrations),
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
  const fallback: DraftState = {
    items: [],
    grouping: 'each',
    texts: EMPTY_FORM,
    registrations: {},
    registered: [],
  };
  try {
    const text = storage?.getItem(name);
    if (!text) return fallback;
    const { refusals = {}, ...draft } = JSON.parse(text) as Draft;
    const items = draft.items.map((stored): Item => {
      if (stored.kind === 'url') return stored;
      const { result, ...rest } = stored;
      return { ...rest, file: undefined, upload: result ? { step: 'stored', result } : { step: 'gone' } };
    });
    const registrations = toRegistrations(refusals);
    return { ...draft, items, registrations, texts: { ...EMPTY_FORM, ...draft.texts } };
  } catch {
    return fallback;
  }
}
