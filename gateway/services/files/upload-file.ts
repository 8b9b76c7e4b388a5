import { GatewayFault } from '#gateway/errors.ts';
import type { StoredFile } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { type ConversionTarget, convertPart } from './convert-upload.ts';
import { makeSecret } from '#gateway/services/access/secrets.ts';
import type { StoredPart } from './store-upload.ts';

export interface UploadWishes {
  kind?: StoredFile['kind'];
  convertTo?: ConversionTarget;
  encryptName: boolean;
}

/** Makes a stored part a file of the bot: checks its kind, converts it if asked, gives it its path. */
export async function uploadFile(
  ports: Ports,
  botId: number,
  part: StoredPart,
  wishes: UploadWishes,
  signal?: AbortSignal,
): Promise<StoredFile> {
  let stored = part;
  try {
    if (wishes.kind && wishes.kind !== part.type.kind)
      throw new GatewayFault(
        'type-contradicts',
        { sent: wishes.kind, found: part.type.kind },
        { field: 'Model.FileType' },
      );
    if (wishes.convertTo) stored = await convertPart(ports, part, wishes.convertTo, signal);
    const id = makeSecret(16);
    const stem = wishes.encryptName ? `${makeSecret(12)}.${stored.type.extension}` : stored.name;
    const file: StoredFile = {
      botId,
      id,
      path: `${botId}/${id}/${stem}`,
      name: stored.name,
      mime: stored.type.mime,
      kind: stored.type.kind,
      format: stored.type.format ?? null,
      size: stored.size,
      sentSize: part.size,
      sha256: stored.sha256,
      blob: stored.blob,
      createdOn: ports.clock.now(),
    };
    await ports.files.insert(file);
    return file;
  } catch (error) {
    await ports.blobs.remove(stored.blob);
    throw error;
  }
}
