import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { HEADERS } from '#contract/headers.ts';
import { KNOWLEDGE_SOURCE, type NewSource } from '#contract/knowledge.ts';
import { addSource, knowledgeSummary, removeSource, replaceSource } from '#contract/operations/units.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { draftHeaders } from '#src/api/client/draft-headers.ts';
import { uploadFile } from '#src/api/client/upload-file.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useInvalidate } from '#src/api/hooks/use-invalidate.ts';

/** What a person gave: a file that is still to be uploaded, or an address. */
export type GivenSource = { file: File } | { address: string };

/** `sourceId` undefined: another source is added. `etag` undefined: whatever was changed meanwhile. */
type SourceWrite = {
  given: GivenSource;
  sourceId: number | undefined;
  etag: string | undefined;
  asDraft: boolean;
};

/** Changes of single sources of a unit. A file is uploaded once, however often its change is tried again. */
export function useSourceChanges(knowledgeId: number) {
  const gateway = useGateway();
  const refresh = useInvalidate('unit', 'units', knowledgeSummary.id);
  const uploaded = useRef<{ file: File; result: UploadResult }>(undefined);
  const abort = useRef<AbortController>(undefined);
  const [sentShare, setSentShare] = useState<number>();

  const store = async (file: File): Promise<UploadResult> => {
    if (uploaded.current?.file === file) return uploaded.current.result;
    abort.current = new AbortController();
    setSentShare(0);
    try {
      const result = await uploadFile(gateway, file, {
        signal: abort.current.signal,
        onProgress: ({ sent, total }) => setSentShare(total === 0 ? 1 : sent / total),
      });
      uploaded.current = { file, result };
      return result;
    } finally {
      setSentShare(undefined);
    }
  };

  const toNewSource = async (given: GivenSource): Promise<NewSource> => {
    if ('address' in given) return { KnowledgeSource: KNOWLEDGE_SOURCE.url, SourceContent: given.address };
    const { FileName, FileURL, FilePath } = await store(given.file);
    return {
      KnowledgeSource: KNOWLEDGE_SOURCE.file,
      SourceContent: { FileName, FileUrl: FileURL, FilePath, FileSize: given.file.size },
    };
  };

  const write = useMutation({
    mutationFn: async ({ given, sourceId, etag, asDraft }: SourceWrite) => {
      const body = await toNewSource(given);
      const headers = { [HEADERS.ifMatch]: etag, ...draftHeaders(asDraft) };
      return sourceId === undefined
        ? gateway.call(addSource, { params: { knowledgeId }, body, headers })
        : gateway.call(replaceSource, { params: { knowledgeId, sourceId }, body, headers });
    },
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: ({
      sourceId,
      etag,
      asDraft,
    }: Omit<SourceWrite, 'given' | 'sourceId'> & { sourceId: number }) =>
      gateway.call(removeSource, {
        params: { knowledgeId, sourceId },
        headers: { [HEADERS.ifMatch]: etag, ...draftHeaders(asDraft) },
      }),
    onSuccess: refresh,
  });
  return { write, remove, sentShare, stopUpload: () => abort.current?.abort() };
}
export type SourceChanges = ReturnType<typeof useSourceChanges>;
