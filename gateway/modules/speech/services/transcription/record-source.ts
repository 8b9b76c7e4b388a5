import { fileTooLarge, GatewayFault } from '#gateway/core/errors.ts';
import { reasonOf } from '#gateway/core/reason.ts';
import type { FilePart } from '#gateway/modules/files/ports/files.ts';
import { openBlob } from '#gateway/modules/files/services/save-blob.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';

/** A record that lies somewhere for as long as a call takes. */
export interface RecordSource {
  field: 'Record' | 'RecordUrl';
  /** Headerless PCM, recognised by file name or media type. */
  isRaw: boolean;
  /** Bytes. */
  size: number;
  open(): Promise<ReadableStream<Uint8Array>>;
  /** After a crash the sweep of unnamed blobs removes the record. */
  remove(): Promise<void>;
}

const RAW_NAME = /\.(?:pcm|raw|s16le?)$/i;
const RAW_TYPE = /^audio\/(?:x-)?(?:pcm|raw)\b/i;

/**
 * Streams the record of a form into a blob of its own, held to the limit of uploads. Undefined when it is empty: browsers
 * send an empty file where none was chosen.
 */
export async function storeRecord(
  ports: Pick<Ports, 'blobs' | 'settings'>,
  part: FilePart,
): Promise<RecordSource | undefined> {
  const { maxUploadBytes } = ports.settings;
  const writer = await ports.blobs.create();
  let size = 0;
  try {
    for await (const chunk of part.stream) {
      size += chunk.byteLength;
      if (size > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
      await writer.write(chunk);
    }
  } catch (error) {
    await writer.abort();
    throw error;
  }
  if (size === 0) {
    await writer.abort();
    return undefined;
  }
  const { key } = await writer.commit();
  return {
    field: 'Record',
    isRaw: RAW_NAME.test(part.fileName) || RAW_TYPE.test(part.mime),
    size,
    open: () => openBlob(ports.blobs, key),
    remove: () => ports.blobs.remove(key),
  };
}

/** Fetches a record of at most `byteLimit` from where pages may come from, and the bot's hosts alone where it has some. */
export async function fetchRecord(
  ports: Pick<Ports, 'bots' | 'media' | 'settings'>,
  botId: number,
  url: string,
  byteLimit: number,
  signal: AbortSignal,
): Promise<RecordSource> {
  const allowedHosts = ports.bots.peekCached(botId)?.settings.allowedHosts;
  const maxBytes = Math.min(ports.settings.maxUploadBytes, byteLimit);
  try {
    const { bytes, mime, finalUrl } = await ports.media.fetch(url, {
      // Sound and video; and what servers call files whose type they do not know.
      accept: ['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'],
      maxBytes,
      signal,
      allowedHosts,
    });
    const name = new URL(finalUrl).pathname;
    return {
      field: 'RecordUrl',
      isRaw: RAW_NAME.test(name) || RAW_TYPE.test(mime),
      size: bytes.byteLength,
      open: () => Promise.resolve(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()),
      remove: () => Promise.resolve(),
    };
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error);
    if (!reason) throw error;
    const parameters = { ...reason.parameters, url, reason: reason.code };
    throw new GatewayFault('record-not-fetched', parameters, { field: 'RecordUrl', cause: error });
  }
}
