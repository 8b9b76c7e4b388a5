import type { UploadResult } from '#contract/uploads.ts';
import { createGatewayError, GatewayError } from '#src/api/transport/gateway-errors.ts';
import { type FileProblem, isFileRefusal } from './check-file.ts';
import {
  EMPTY_TEXTS,
  type FileItem,
  type FormValues,
  type IntakeState,
  type Registration,
  type UploadState,
  type UrlItem,
} from './intake-types.ts';

type DraftState = IntakeState & { texts: FormValues };

/** What survives a reload: everything typed, and what the gateway has stored; never the files themselves. */
type StoredFileItem = Omit<FileItem, 'file' | 'upload'> & {
  result: UploadResult | null;
  /** Why the file itself is refused, by this page or by the gateway; absent in drafts of earlier versions. */
  problem?: FileProblem | undefined;
  refusal?: Refusal | undefined;
};
type Refusal = Pick<GatewayError, 'status' | 'message' | 'fault' | 'field' | 'parameters' | 'requestId'>;
type StoredRefusals = Record<string, { title: string; refusal: Refusal }>;
type Draft = Omit<DraftState, 'items' | 'registrations'> & {
  items: (StoredFileItem | UrlItem)[];
  /** Why the gateway did not take a unit, by group key; absent in drafts of earlier versions. */
  refusals?: StoredRefusals;
};

const EMPTY_FORM: FormValues = { items: {}, all: { file: EMPTY_TEXTS, url: EMPTY_TEXTS }, addresses: '' };

const toRefusal = ({ status, message, fault, field, parameters, requestId }: GatewayError): Refusal => ({
  status,
  message,
  fault,
  field,
  parameters,
  requestId,
});

function storeFile({ file: _file, upload, ...rest }: FileItem): StoredFileItem {
  return {
    ...rest,
    result: upload.step === 'stored' ? upload.result : null,
    problem: upload.step === 'refused' ? upload.problem : undefined,
    refusal: upload.step === 'failed' && isFileRefusal(upload.error) ? toRefusal(upload.error) : undefined,
  };
}

function restoreFile({ result, problem, refusal, ...rest }: StoredFileItem): FileItem {
  const upload: UploadState = result
    ? { step: 'stored', result }
    : problem
      ? { step: 'refused', problem }
      : refusal
        ? { step: 'failed', error: createGatewayError(refusal) }
        : { step: 'gone' };
  return { ...rest, file: undefined, upload };
}

/** Refusals of what was sent; a call that got no answer is simply tried again. */
function toRefusals(registrations: IntakeState['registrations']): StoredRefusals {
  const refusals = Object.entries(registrations).flatMap(([key, registration]) => {
    if (registration.step !== 'failed' || !(registration.error instanceof GatewayError)) return [];
    return [[key, { title: registration.title, refusal: toRefusal(registration.error) }]] as const;
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
    items: state.items.map((item) => (item.kind === 'url' ? item : storeFile(item))),
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
    const items = draft.items.map((stored) => (stored.kind === 'url' ? stored : restoreFile(stored)));
    const registrations = toRegistrations(refusals);
    return { ...draft, items, registrations, texts: { ...EMPTY_FORM, ...draft.texts } };
  } catch {
    return fallback;
  }
}
