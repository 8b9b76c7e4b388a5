import type { Capabilities } from '#contract/capabilities.ts';
import { randomId } from '#src/api/connection.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import { checkFile, isLitter } from './check-file.ts';
import { keepDraft, readDraft } from './draft.ts';
import type { FileItem, FormValues, Group, Grouping, IntakeState, Texts, UrlItem } from './intake-types.ts';
import { createRegistrar } from './register-group.ts';
import { createUploadQueue } from './upload-queue.ts';

type Wire = Pick<GatewayClient, 'upload' | 'registerUnit'>;
type Limits = Capabilities | null | undefined;

/**
 * What is on its way into the knowledge of one connection. It outlives the page: uploads go on while another page is
 * open, and what was typed is found again, even after a reload.
 */
export function createIntake(first: Wire, connectionId: string, storage: Storage | undefined) {
  let gateway = first;
  const draftName = `fihrist.add.${connectionId}`;
  const { texts: keptTexts, ...kept } = readDraft(storage, draftName);
  let texts = keptTexts;
  let state: IntakeState = { ...kept, registrations: {} };
  const listeners = new Set<() => void>();

  const keep = () => keepDraft(storage, draftName, { ...state, texts });
  const change = (next: Partial<IntakeState>) => {
    const worthKeeping =
      next.grouping !== undefined ||
      next.registered !== undefined ||
      next.items?.some((item, index) => {
        const was = state.items[index];
        return (
          item.key !== was?.key ||
          (item.kind === 'file' && was.kind === 'file' && item.upload.step !== was.upload.step)
        );
      }) === true ||
      (next.items !== undefined && next.items.length !== state.items.length);
    state = { ...state, ...next };
    if (worthKeeping) keep();
    for (const listener of listeners) listener();
  };
  const changeFile = (key: string, next: Partial<FileItem>) =>
    change({
      items: state.items.map((item) =>
        item.key === key && item.kind === 'file' ? { ...item, ...next } : item,
      ),
    });

  const uploads = createUploadQueue({
    send: (file, options) => gateway.upload(file, options),
    items: () => state.items,
    change: (key, upload) => changeFile(key, { upload }),
  });
  const registrar = createRegistrar({
    send: (order, options) => gateway.registerUnit(order, options),
    read: () => state,
    change,
  });
  const admit = (
    file: File,
    limits: Limits,
  ): Pick<FileItem, 'name' | 'size' | 'file' | 'uploadKey' | 'upload'> => {
    const problem = checkFile(file, limits);
    return {
      name: file.name,
      size: file.size,
      file,
      uploadKey: randomId(),
      upload: problem === undefined ? { step: 'waiting' } : { step: 'refused', problem },
    };
  };
  const dropRegistration = (key: string) => {
    const { [key]: _dropped, ...registrations } = state.registrations;
    return registrations;
  };

  return {
    /** The client of a connection is made anew when its settings change. */
    adopt: (newest: Wire) => {
      gateway = newest;
    },
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    texts: () => texts,
    saveTexts: (values: FormValues) => {
      texts = values;
      keep();
    },
    addFiles: (files: readonly (File & { path?: string })[], limits: Limits): FileItem[] => {
      const added = files
        .filter((file) => !isLitter(file))
        .map((file): FileItem => ({ key: randomId(), kind: 'file', ...admit(file, limits) }));
      change({ items: [...state.items, ...added] });
      uploads.pump();
      return added;
    },
    addUrls: (urls: readonly string[]): UrlItem[] => {
      const added = urls.map((url): UrlItem => ({ key: randomId(), kind: 'url', url }));
      change({ items: [...state.items, ...added] });
      return added;
    },
    replaceFile: (key: string, file: File, limits: Limits) => {
      uploads.stop(key);
      change({ registrations: dropRegistration(key) });
      changeFile(key, admit(file, limits));
      uploads.pump();
    },
    cancel: (key: string) => {
      uploads.stop(key);
      changeFile(key, { upload: { step: 'cancelled' } });
      uploads.pump();
    },
    retry: (key: string) => {
      changeFile(key, { upload: { step: 'waiting' } });
      uploads.pump();
    },
    remove: (key: string) => {
      uploads.stop(key);
      change({ items: state.items.filter((item) => item.key !== key), registrations: dropRegistration(key) });
      uploads.pump();
    },
    clear: () => {
      for (const item of state.items) uploads.stop(item.key);
      change({ items: [], registrations: {} });
    },
    forgetRegistered: () => change({ registered: [] }),
    /** What went wrong at registering no longer counts once the words were changed. */
    forgive: (groupKey: string) => {
      if (state.registrations[groupKey]?.step === 'failed')
        change({ registrations: dropRegistration(groupKey) });
    },
    setGrouping: (grouping: Grouping) => change({ grouping, registrations: {} }),
    register: (groups: readonly (Group & Texts)[]) => registrar.register(groups),
  };
}

export type Intake = ReturnType<typeof createIntake>;
