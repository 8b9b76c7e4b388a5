import { GatewayFault } from '#gateway/errors.ts';
import type { Ports } from '#gateway/ports.ts';
import { replaceExtension } from './file-name.ts';
import type { StoredPart } from './store-upload.ts';

export type ConversionTarget = 'txt' | 'md' | 'html';

const MIME: Record<ConversionTarget, string> = { txt: 'text/plain', md: 'text/markdown', html: 'text/html' };

/** The part as text of another form; the original's bytes go. */
export async function convertPart(
  ports: Ports,
  part: StoredPart,
  to: ConversionTarget,
  signal?: AbortSignal,
): Promise<StoredPart> {
  const { format, extension } = part.type;
  const refuse = (reason: string, cause?: unknown): GatewayFault =>
    new GatewayFault(
      'cannot-convert',
      { from: extension, to, reason },
      { field: 'ConvertAttachmentTo', cause },
    );
  if (format === undefined) throw refuse('not-readable-type');
  const bytes = await ports.reader
    .convert({ blob: part.blob, format, name: part.name }, to, signal)
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ReadFailure' && 'code' in error)
        throw refuse(String(error.code), error);
      throw error;
    });
  const writer = await ports.blobs.create();
  try {
    await writer.write(bytes);
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const { key: blob, size, sha256 } = await writer.commit();
  await ports.blobs.remove(part.blob);
  const type = { mime: MIME[to], kind: 'File', format: to, extension: to } as const;
  return { name: replaceExtension(part.name, to), blob, size, sha256, type };
}
