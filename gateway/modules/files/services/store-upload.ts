import { joinChunks } from '#common/join-chunks.ts';
import { fileTooLarge, GatewayFault } from '#gateway/core/errors.ts';
import type { FileKind, FilePart, RefusedType } from '#gateway/modules/files/ports/files.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import { sanitizeFileName } from './file-name.ts';
import { saveBlob } from './save-blob.ts';

/** A part in the blob store, with a detected type, before any row names it. */
export interface StoredPart {
  name: string;
  blob: string;
  size: number;
  sha256: string;
  type: FileKind;
}

/** Streams a part into the blob store within the upload limit, and detects its type by its content. */
export async function storePart(
  ports: Pick<Ports, 'blobs' | 'settings' | 'types'>,
  part: FilePart,
): Promise<StoredPart> {
  const { maxUploadBytes } = ports.settings;
  const head = createHead(ports.types.headBytes);
  const {
    key: blob,
    size,
    sha256,
  } = await saveBlob(ports.blobs, async (write) => {
    let received = 0;
    for await (const chunk of part.stream) {
      received += chunk.byteLength;
      if (received > maxUploadBytes) throw fileTooLarge(maxUploadBytes);
      head.add(chunk);
      await write(chunk);
    }
    if (received === 0) throw new GatewayFault('file-empty', {}, { field: part.field });
  });
  try {
    const readTail = (count: number): Promise<Uint8Array> => readEnd(ports, blob, size, count);
    const type = await ports.types.detect(head.bytes(), part.fileName, part.mime, readTail);
    if ('refused' in type) throw refuse(ports, type);
    const name = sanitizeFileName(decodeFormName(part.fileName), type.extension);
    return { name, blob, size, sha256, type };
  } catch (error) {
    await ports.blobs.remove(blob);
    throw error;
  }
}

/** Browsers percent-encode quotes and line breaks of a file name in a form (WHATWG), and no other characters. */
function decodeFormName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code));
}

/** The fault of a refused type. */
function refuse(ports: Pick<Ports, 'types'>, { refused, parameters }: RefusedType): GatewayFault {
  if (refused === 'empty-file') return new GatewayFault('file-empty');
  if (refused === 'old-office-format' || refused === 'content-mismatch')
    return new GatewayFault(refused, parameters);
  const accepted = [...new Set(ports.types.accepted.map(({ extension }) => extension))];
  return new GatewayFault(refused, { ...parameters, accepted });
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

async function readEnd(
  ports: Pick<Ports, 'blobs'>,
  blob: string,
  size: number,
  count: number,
): Promise<Uint8Array> {
  const start = Math.max(0, size - count);
  const opened = await ports.blobs.open(blob, { start, end: size });
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk);
  return joinChunks(chunks, size - start);
}
