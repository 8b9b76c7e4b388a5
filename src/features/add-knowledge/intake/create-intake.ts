import { plainName } from '#common/pasted-text.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { HEADERS } from '#contract/headers.ts';
import { reindexUnit, replaceSource } from '#contract/operations/units.ts';
import type { UploadResult } from '#contract/uploads.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { addUnit } from '#src/api/client/units.ts';
import { type UploadOptions, uploadFile } from '#src/api/client/upload-file.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import { checkFile, isSystemFile } from './check-file.ts';
import { readDraft, saveDraft } from './draft-storage.ts';
import {
  type FileItem,
  type FormValues,
  type Grouping,
  type IntakeState,
  type Item,
  newestBatch,
  type ReplacedSource,
  type UnitDraft,
  type UnitTexts,
  type UploadState,
  type UrlItem,
} from './intake-types.ts';
import { createRegistrar } from './registrar.ts';
import { spaceCalls } from './space-calls.ts';

const MAX_CONCURRENT = 3;
/** Writing to the storage of a tab blocks the page, for longer the more it holds. */
const SAVE_INTERVAL_MS = 2000;

type UploadQueueOptions = {
  send: (file: File, options: UploadOptions) => Promise<UploadResult>;
  items: () => readonly Item[];
  change: (key: string, upload: UploadState) => void;
};

/** Sends waiting files, three at a time, in their order. */
function createUploadQueue({ send, items, change }: UploadQueueOptions) {
  const running = new Map<string, AbortController>();

  const start = async (item: FileItem, file: File) => {
    const controller = new AbortController();
    running.set(item.key, controller);
    const repeats = item.upload.step === 'waiting' ? (item.upload.repeats ?? 0) : 0;
    // A stopped upload may still report progress.
    const isCurrent = () => running.get(item.key) === controller;
    change(item.key, { step: 'uploading', sent: 0, total: file.size, secondsLeft: undefined });
    try {
      const result = await send(file, {
        signal: controller.signal,
        idempotencyKey: item.uploadKey,
        onProgress: ({ sent, total, secondsLeft }) => {
          if (isCurrent()) change(item.key, { step: 'uploading', sent, total, secondsLeft });
        },
      });
      if (isCurrent()) change(item.key, { step: 'stored', result });
    } catch (error) {
      const repeatAt = planRepeat(error, repeats);
      if (isCurrent()) change(item.key, { step: 'failed', error, repeats, repeatAt });
    } finally {
      if (isCurrent()) running.delete(item.key);
      startNext();
    }
  };

  const startNext = () => {
    for (const item of items()) {
      if (running.size >= MAX_CONCURRENT) return;
      if (item.kind === 'file' && item.upload.step === 'waiting' && item.file) void start(item, item.file);
    }
  };

  return {
    pump: startNext,
    stop: (key: string) => {
      const controller = running.get(key);
      running.delete(key);
      controller?.abort();
    },
  };
}

export type RegistrationOptions = {
  repeats?: number | undefined;
  startsBatch?: boolean;
  /** Whether the units wait as drafts once they are indexed; absent: as they were sent before. */
  asDraft?: boolean;
};

type MaybeCapabilities = Capabilities | null | undefined;

/**
 * Files and addresses on their way into the knowledge of one connection. They outlive the page: uploads go on while
 * another page is open, and what was typed is kept, even over a reload.
 */
export function createIntake(
  initialGateway: GatewayClient,
  connectionId: string,
  storage: Storage | undefined,
) {
  let gateway = initialGateway;
  let isAnnounced = false;
  const draftName = `fihrist.add.${connectionId}`;
  const { texts: keptTexts, ...draft } = readDraft(storage, draftName);
  let texts = keptTexts;
  let state: IntakeState = draft;
  let batch = newestBatch(draft.registered);
  const listeners = new Set<() => void>();

  const save = spaceCalls(() => saveDraft(storage, draftName, { ...state, texts }), SAVE_INTERVAL_MS);
  const change = (next: Partial<IntakeState>, shouldSave = true) => {
    state = { ...state, ...next };
    // The next batch begins as the first did.
    if (state.items.length === 0) state = { ...state, grouping: 'each' };
    if (shouldSave) save.call();
    for (const listener of listeners) listener();
  };
  const changeFile = (key: string, next: Partial<FileItem>) => {
    const items = state.items.map((item) =>
      item.key === key && item.kind === 'file' ? { ...item, ...next } : item,
    );
    // Progress comes often, and is no part of the draft.
    change({ items }, next.upload?.step !== 'uploading');
  };

  const uploads = createUploadQueue({
    send: (file, options) => uploadFile(gateway, file, options),
    items: () => state.items,
    change: (key, upload) => changeFile(key, { upload }),
  });
  const registrar = createRegistrar({
    send: (request, options) => addUnit(gateway, request, { ...options, isAnnounced }),
    // An address that is there may be written in another way here: the unit keeps its own, and what was accepted of it.
    replace: (body, { unit, sourceId, isSame }) =>
      isSame
        ? gateway.call(reindexUnit, { params: { knowledgeId: unit.id } })
        : gateway.call(replaceSource, {
            params: { knowledgeId: unit.id, sourceId },
            body,
            headers: { [HEADERS.ifMatch]: unit.etag },
          }),
    getState: () => state,
    change,
  });
  const toFileState = (file: File, limits: MaybeCapabilities): Omit<FileItem, 'key' | 'kind'> => {
    const problem = checkFile(file, limits);
    return {
      name: plainName(file.name),
      size: file.size,
      file,
      uploadKey: randomId(),
      upload: problem === undefined ? { step: 'waiting' } : { step: 'refused', problem },
    };
  };
  const withoutRegistration = (key: string) => {
    const { [key]: _dropped, ...registrations } = state.registrations;
    return registrations;
  };

  return {
    /** A connection gets a new client when its settings change; whether it has capabilities is known later. */
    setGateway: (newest: GatewayClient, capabilities: MaybeCapabilities) => {
      gateway = newest;
      isAnnounced = Boolean(capabilities);
    },
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    texts: () => texts,
    saveTexts: (values: FormValues) => {
      texts = values;
      save.call();
    },
    /** Saves a draft that waits to be saved. */
    saveNow: save.flush,
    addFiles: (files: readonly (File & { path?: string })[], limits: MaybeCapabilities): FileItem[] => {
      const added = files
        .filter((file) => !isSystemFile(file))
        .map((file): FileItem => ({ key: randomId(), kind: 'file', ...toFileState(file, limits) }));
      change({ items: [...state.items, ...added] });
      uploads.pump();
      return added;
    },
    addUrls: (urls: readonly string[]): UrlItem[] => {
      const added = urls.map((url): UrlItem => ({ key: randomId(), kind: 'url', url }));
      change({ items: [...state.items, ...added] });
      return added;
    },
    replaceFile: (key: string, file: File, limits: MaybeCapabilities) => {
      uploads.stop(key);
      change({ registrations: withoutRegistration(key) });
      changeFile(key, toFileState(file, limits));
      uploads.pump();
    },
    cancel: (key: string) => {
      uploads.stop(key);
      changeFile(key, { upload: { step: 'cancelled' } });
      uploads.pump();
    },
    /** `repeats`: how often it was sent again by itself. */
    retry: (key: string, repeats = 0) => {
      changeFile(key, { upload: { step: 'waiting', repeats } });
      uploads.pump();
    },
    /** Leaves the next repeat of an upload or a registration to a person. */
    stopRepeat: (key: string) => {
      const upload = state.items.flatMap((item) =>
        item.key === key && item.kind === 'file' ? [item.upload] : [],
      )[0];
      if (upload?.step === 'failed') changeFile(key, { upload: { ...upload, repeatAt: undefined } });
      const { [key]: registration } = state.registrations;
      if (registration?.step === 'failed') {
        const stopped = { ...registration, repeatAt: undefined };
        change({ registrations: { ...state.registrations, [key]: stopped } });
      }
    },
    remove: (key: string) => {
      uploads.stop(key);
      change({
        items: state.items.filter((item) => item.key !== key),
        registrations: withoutRegistration(key),
      });
      uploads.pump();
    },
    clear: () => {
      for (const item of state.items) uploads.stop(item.key);
      change({ items: [], registrations: {} });
    },
    clearRegistered: () => change({ registered: [] }),
    /** A failed registration no longer counts once its texts were changed. */
    clearRegistrationError: (groupKey: string) => {
      if (state.registrations[groupKey]?.step === 'failed')
        change({ registrations: withoutRegistration(groupKey) });
    },
    setGrouping: (grouping: Grouping) => change({ grouping, registrations: {} }),
    /** What a person chose for an item, or the page did for it. */
    mark: (keys: readonly string[], mark: 'keeps' | 'insists' | 'hasOwnTitle') =>
      change({
        items: state.items.map((item) => (keys.includes(item.key) ? { ...item, [mark]: true } : item)),
      }),
    /** Replaces sources of units by these items; `startsBatch` as below. */
    replaceIn: (
      replacements: readonly { group: UnitDraft & UnitTexts; replaced: ReplacedSource }[],
      { startsBatch = false }: { startsBatch?: boolean } = {},
    ) => {
      if (startsBatch) batch += 1;
      return Promise.all(
        replacements.map(({ group, replaced }) => registrar.replace(group, replaced, batch)),
      );
    },
    /** `startsBatch`: the units stand before all others; without it they join the newest batch. */
    register: (
      groups: readonly (UnitDraft & UnitTexts)[],
      { repeats = 0, startsBatch = false, asDraft }: RegistrationOptions = {},
    ) => {
      if (startsBatch) batch += 1;
      return registrar.register(groups, { repeats, batch, asDraft });
    },
  };
}

export type Intake = ReturnType<typeof createIntake>;
