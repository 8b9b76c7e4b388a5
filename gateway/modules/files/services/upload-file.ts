import type { FaultParameters } from '#contract/faults.ts';
import { GatewayFault, toMegabytes } from '#gateway/core/errors.ts';
import { ReadFailure } from '#gateway/engine/document.ts';
import { makeSecret } from '#gateway/modules/access/services/secrets.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';
import { replaceExtension } from './file-name.ts';
import { removeUnnamed, saveBlob } from './save-blob.ts';
import type { StoredPart } from './store-upload.ts';

interface UploadOptions {
  kind?: StoredFile['kind'];
  convertTo?: ConversionTarget;
  encryptName: boolean;
  origin?: 'written';
}

/** Turns a stored part into a file of the bot; converts it if requested. A failure removes the blob of the part. */
export async function uploadFile(
  ports: Pick<Ports, 'blobs' | 'clock' | 'files' | 'reader' | 'settings'>,
  botId: number,
  part: StoredPart,
  options: UploadOptions,
  signal?: AbortSignal,
): Promise<StoredFile> {
  let stored = part;
  try {
    // `File` is the general word.
    if (options.kind && options.kind !== 'File' && options.kind !== part.type.kind)
      throw new GatewayFault(
        'type-contradicts',
        { sent: options.kind, found: part.type.kind },
        { field: 'Model.FileType' },
      );
    if (options.origin === 'written') stored = asMarkdown(part);
    if (options.convertTo) stored = await convertUpload(ports, part, options.convertTo, signal);
    const id = makeSecret(16);
    const { name, type, size, sha256, blob } = stored;
    const stem = options.encryptName ? `${makeSecret(12)}.${type.extension}` : name;
    const file: StoredFile = {
      botId,
      id,
      path: `${botId}/${id}/${stem}`,
      name,
      mime: type.mime,
      kind: type.kind,
      format: type.format ?? null,
      size,
      sentSize: part.size,
      sha256,
      blob,
      origin: options.origin ?? 'upload',
      createdOn: ports.clock.now(),
    };
    await ports.files.insert(file);
    return file;
  } catch (error) {
    await removeUnnamed(ports.blobs, stored.blob, error);
    throw error;
  }
}

type ConversionTarget = 'txt' | 'md' | 'html';

const MIME: Record<ConversionTarget, string> = { txt: 'text/plain', md: 'text/markdown', html: 'text/html' };

const MARKDOWN = { mime: MIME.md, kind: 'File', format: 'md', extension: 'md' } as const;

/** A text is what its author says that it is, also where it begins like a page or a table. */
function asMarkdown(part: StoredPart): StoredPart {
  if (part.type.mime.startsWith('text/')) return { ...part, type: MARKDOWN };
  throw new GatewayFault(
    'type-contradicts',
    { sent: MARKDOWN.mime, found: part.type.mime },
    { field: 'Origin' },
  );
}

/** Converts the part to another text format, within the upload limit; the original blob is removed. */
async function convertUpload(
  ports: Pick<Ports, 'blobs' | 'reader' | 'settings'>,
  part: StoredPart,
  to: ConversionTarget,
  signal?: AbortSignal,
): Promise<StoredPart> {
  const { format, extension } = part.type;
  const refuse = (reason: string, cause?: unknown, limits: FaultParameters = {}): GatewayFault =>
    new GatewayFault(
      'cannot-convert',
      { ...limits, from: extension, to, reason },
      { field: 'ConvertAttachmentTo', cause },
    );
  if (format === undefined) throw refuse('not-readable-type');
  const { maxUploadBytes } = ports.settings;
  const source = { blob: part.blob, format, name: part.name, sha256: part.sha256 };
  const {
    key: blob,
    size,
    sha256,
  } = await saveBlob(ports.blobs, async (write) => {
    let bytes = 0;
    const writeWithinLimit = (text: Uint8Array): Promise<void> => {
      bytes += text.byteLength;
      if (bytes > maxUploadBytes)
        throw refuse('converted-too-large', undefined, { megabytes: toMegabytes(maxUploadBytes) });
      return write(text);
    };
    await ports.reader.convert(source, to, writeWithinLimit, signal);
  }).catch((error: unknown) => {
    // A reader that was stopped from outside says nothing of the file: no 400, and the call can be repeated.
    if (error instanceof ReadFailure && error.code !== 'indexing-interrupted')
      throw refuse(error.code, error, error.parameters);
    throw error;
  });
  await ports.blobs.remove(part.blob);
  const type = { mime: MIME[to], kind: 'File', format: to, extension: to } as const;
  return { name: replaceExtension(part.name, to), blob, size, sha256, type };
}
