import { GatewayFault } from '#gateway/errors.ts';
import type { FilePart, Ports } from '#gateway/ports.ts';
import { tooLarge } from '#gateway/services/files/store-upload.ts';

/** A record that lies somewhere for as long as a call takes. */
export interface TakenRecord {
  field: 'Record' | 'RecordUrl';
  /** Samples without a head, by its name or type: nothing within them says so. */
  isRaw: boolean;
  open(): Promise<ReadableStream<Uint8Array>>;
  /** Whoever dies before leaves it to the sweep of blobs that nobody names. */
  remove(): Promise<void>;
}

const RAW_NAME = /\.(?:pcm|raw|s16le?)$/i;
const RAW_TYPE = /^audio\/(?:x-)?(?:pcm|raw)\b/i;

/**
 * Streams the record of a form into a blob of its own, held to the limit of uploads. Undefined when it is empty: browsers
 * send an empty file where none was chosen.
 */
export async function storeRecord(ports: Ports, part: FilePart): Promise<TakenRecord | undefined> {
  const { maxUploadBytes } = ports.settings;
  const writer = await ports.blobs.create();
  let size = 0;
  try {
    for await (const chunk of part.stream) {
      size += chunk.byteLength;
      if (size > maxUploadBytes) throw tooLarge(maxUploadBytes);
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
    async open() {
      const opened = await ports.blobs.open(key);
      if (!opened) throw new Error('the record is gone');
      return opened.stream;
    },
    remove: () => ports.blobs.remove(key),
  };
}

/** Fetches a record of at most `mostBytes` from where pages may come from, and the bot's hosts alone where it has some. */
export async function fetchRecord(
  ports: Ports,
  botId: number,
  url: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<TakenRecord> {
  const allowedHosts = ports.bots.known(botId)?.settings.allowedHosts;
  const maxBytes = Math.min(ports.settings.maxUploadBytes, mostBytes);
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
      open: () => Promise.resolve(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()),
      remove: () => Promise.resolve(),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    const parameters = 'parameters' in error ? (error.parameters as Record<string, string | number>) : {};
    throw new GatewayFault(
      'record-not-fetched',
      { ...parameters, url, reason: error.code },
      { field: 'RecordUrl', cause: error },
    );
  }
}
