import { joinChunks } from '#gateway/join-chunks.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { FileKind, FilePart, Ports } from '#gateway/ports.ts';
import { cleanFileName } from './file-name.ts';

/** A part that was written to the blob store and whose type is known. Not yet a file of anybody. */
export interface StoredPart {
  name: string;
  blob: string;
  size: number;
  sha256: string;
  type: FileKind;
}

const MEGABYTE = 1024 * 1024;

/** Streams a part into the blob store, held to the limit, and decides its type by its content. */
export async function storePart(ports: Ports, part: FilePart): Promise<StoredPart> {
  const { maxUploadBytes } = ports.settings;
  const writer = await ports.blobs.create();
  const head = createHead(ports.types.headBytes);
  let size = 0;
  try {
    for await (const chunk of part.stream) {
      size += chunk.byteLength;
      if (size > maxUploadBytes) throw tooLarge(maxUploadBytes);
      head.add(chunk);
      await writer.write(chunk);
    }
    if (size === 0) throw new GatewayFault('file-empty', {}, { field: part.field });
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const { key: blob, sha256 } = await writer.commit();
  try {
    const readTail = (count: number): Promise<Uint8Array> => readEnd(ports, blob, size, count);
    const type = await ports.types.detect(head.bytes(), part.fileName, part.mime, readTail);
    if ('refused' in type) throw refuse(ports, type);
    return { name: cleanFileName(decodeFormName(part.fileName), type.extension), blob, size, sha256, type };
  } catch (error) {
    await ports.blobs.remove(blob);
    throw error;
  }
}

/** Browsers write a quote and line breaks of a file's name percent-encoded into a form (WHATWG), and nothing else. */
function decodeFormName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

/** 413 that names the limit. */
export function tooLarge(maxUploadBytes: number): GatewayFault {
  const limitMegabytes = Math.floor((maxUploadBytes / MEGABYTE) * 100) / 100;
  return new GatewayFault('file-too-large', { limitMegabytes });
}

function refuse(ports: Ports, type: { refused: string; parameters: Record<string, string> }): GatewayFault {
  if (type.refused === 'empty-file') return new GatewayFault('file-empty');
  if (type.refused === 'old-office-format') return new GatewayFault('old-office-format', type.parameters);
  const accepted = [...new Set(ports.types.accepted.map(({ extension }) => extension))];
  return new GatewayFault('type-not-accepted', { accepted });
}

function createHead(limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk: Uint8Array): void {
      if (size >= limit) return;
      const part = chunk.slice(0, limit - size);
      chunks.push(part);
      size += part.byteLength;
    },
    bytes: (): Uint8Array => joinChunks(chunks, size),
  };
}

async function readEnd(ports: Ports, blob: string, size: number, count: number): Promise<Uint8Array> {
  const start = Math.max(0, size - count);
  const opened = await ports.blobs.open(blob, { start, end: size });
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk);
  return joinChunks(chunks, size - start);
}
