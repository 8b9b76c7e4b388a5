import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { HEADERS } from '#contract/headers.ts';
import { KNOWLEDGE_SOURCE } from '#contract/knowledge.ts';
import { addSource, knowledgeSummary, replaceSource, unitDetails } from '#contract/operations/units.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { draftHeaders } from '#src/api/client/draft-headers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { addUnit } from '#src/api/client/units.ts';
import { uploadFile } from '#src/api/client/upload-file.ts';
import { useCapabilities, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { GatewayError } from '#src/api/transport/gateway-errors.ts';

/** A text as it was saved: a source of a unit. */
export type SavedText = { sourceId: number; name: string; etag: string; unitTitle: string; text: string };

/** Somebody else saved the text first, or took it from the unit. */
export class StaleTextError extends Error {
  /** Undefined where the unit has the text no more. */
  readonly newer: SavedText | undefined;
  constructor(newer: SavedText | undefined) {
    super('the text was changed by somebody else');
    this.name = 'StaleTextError';
    this.newer = newer;
  }
}

/** A file of a text keeps its name while its id changes with each version; several texts of a unit may have one name. */
type TextKey = { id: number; sourceId: number; name?: string | undefined };

const FILES = '/api/Files/';

/** The text that a change begins from: that of the draft, where the unit has one. Undefined where it is gone. */
export async function fetchText(
  gateway: GatewayClient,
  { id, sourceId, name }: TextKey,
): Promise<SavedText | undefined> {
  const params = { knowledgeId: id };
  const { etag, sources, unit } = await gateway.call(unitDetails, { params, headers: draftHeaders(true) });
  const texts = sources.filter(({ isWritten }) => isWritten);
  // One of several would be a guess, and another text might be replaced.
  const onlyNamed = (wanted: string | undefined) => {
    const [text, ...others] = texts.filter((other) => other.name === wanted);
    return others.length === 0 ? text : undefined;
  };
  let source = texts.find((text) => text.id === sourceId) ?? onlyNamed(name);
  if (source === undefined && name === undefined) {
    const { sources: live } = await gateway.call(unitDetails, { params });
    const place = live.findIndex((text) => text.id === sourceId);
    const other = live.length === sources.length ? sources[place] : undefined;
    source = onlyNamed(live[place]?.name) ?? (other?.isWritten ? other : undefined);
  }
  if (source === undefined) return undefined;
  // The address may be of another host than the one by which this page reaches the gateway.
  const path = source.content.slice(source.content.indexOf(FILES));
  const response = await gateway.http.request({ method: 'GET', path });
  return { sourceId: source.id, name: source.name, etag, unitTitle: unit.title, text: await response.text() };
}

/** A file name that says which text it is; the gateway takes out what no file can be called. */
const fileNameOf = (title: string): string => `${title.trim().replace(/[\\/]/gu, '-').slice(0, 100)}.md`;

/** Uploads texts as files, each once: the preview of a text, and every try to save it, name the same file. */
export function useStoreText() {
  const gateway = useGateway();
  const capabilities = useCapabilities();
  const last = useRef<{ file: File; text: string; result: Promise<UploadResult> }>(undefined);
  return async (title: string, text: string) => {
    const name = fileNameOf(title === '' ? 'text' : title);
    if (last.current?.text !== text || last.current.file.name !== name) {
      const file = new File([text], name, { type: 'text/markdown' });
      const isWritten = Boolean(capabilities);
      last.current = {
        file,
        text,
        result: uploadFile(gateway, file, { isWritten, idempotencyKey: randomId() }),
      };
      last.current.result.catch(() => (last.current = undefined));
    }
    const { file, result } = last.current;
    const { FileName, FileURL, FilePath } = await result;
    return { FileName, FilePath, FileUrl: FileURL, FileSize: file.size };
  };
}
export type StoreText = ReturnType<typeof useStoreText>;

type Saving = { text: string; asDraft: boolean };

/** Makes a unit of a text; `onSaved` is called also after the page was left. The id is undefined where the gateway did not say it. */
export function useAddText(store: StoreText, onSaved: () => void) {
  const gateway = useGateway();
  const isAnnounced = Boolean(useCapabilities());
  const refresh = useInvalidate('units', knowledgeSummary.id);
  const attempt = useRef({ request: '', key: '' });
  return useMutation({
    mutationFn: async ({ title, text, asDraft }: Saving & { title: string }) => {
      const SourceContent = [await store(title, text)];
      const registration = { title, KnowledgeSource: KNOWLEDGE_SOURCE.file, SourceContent };
      // A repeated request keeps its idempotency key: a lost answer never makes a second unit.
      const request = JSON.stringify([registration, asDraft]);
      if (attempt.current.request !== request) attempt.current = { request, key: randomId() };
      const idempotencyKey = attempt.current.key;
      return addUnit(gateway, registration, { idempotencyKey, isAnnounced, asDraft });
    },
    onSuccess() {
      onSaved();
      return refresh();
    },
  });
}

/** Saves a text in place of the one that it was begun from; `onSaved` is called also after the page was left. Throws `StaleTextError`. */
export function useReplaceText(id: number, store: StoreText, onSaved: () => void) {
  const gateway = useGateway();
  const refresh = useInvalidate('unit', 'units', knowledgeSummary.id);
  return useMutation({
    /** `base` undefined: the text becomes another source. */
    mutationFn: async ({
      text,
      asDraft,
      base,
      name,
    }: Saving & { base: SavedText | undefined; name: string }) => {
      const SourceContent = await store(name.replace(/\.md$/u, ''), text);
      const body = { KnowledgeSource: KNOWLEDGE_SOURCE.file, SourceContent };
      const params = { knowledgeId: id };
      if (base === undefined)
        return gateway.call(addSource, { params, body, headers: draftHeaders(asDraft) });
      const replace = ({ sourceId, etag }: SavedText) =>
        gateway.call(replaceSource, {
          params: { ...params, sourceId },
          body,
          headers: { [HEADERS.ifMatch]: etag, ...draftHeaders(asDraft) },
        });
      try {
        return await replace(base);
      } catch (error) {
        if (!(error instanceof GatewayError) || !STALE.includes(error.fault ?? '')) throw error;
        const newer = await fetchText(gateway, { id, sourceId: base.sourceId, name: base.name });
        // It was saved before, and the answer was lost.
        if (newer?.text === text && newer.text !== base.text) return newer;
        // Something else of the unit was changed: the text is the one that this one was begun from.
        if (newer?.text === base.text) return replace(newer);
        throw new StaleTextError(newer);
      }
    },
    onSuccess() {
      onSaved();
      return refresh();
    },
  });
}

const STALE: readonly string[] = ['stale-unit', 'source-not-found'];
