/** Free disk space that new data leaves: 507. */
import { type DiskSpace, findFullDisk, requireSpace } from '#gateway/core/disk-space.ts';
import type { PipelineCall } from '#gateway/http/pipeline-call.ts';
import { isRemembered } from '#gateway/modules/access/services/idempotency.ts';
import type { Ports } from '#gateway/ports.ts';

/** Whether the call brings in data, by its operation and by its body. */
function addsData({ operation, body }: PipelineCall): boolean {
  const adds = operation?.addsData ?? false;
  if (typeof adds === 'boolean') return adds;
  return typeof body === 'object' && body !== null && adds.with in body;
}

/** The rest of the call cannot get into the reserve either. */
export async function leaveReserve(call: PipelineCall) {
  if (!addsData(call)) return undefined;
  const { ports, request } = call;
  const bytes = Math.min(
    Number(request.headers.get('content-length') ?? 0),
    // Of a longer body no more is read: it gets 413, whatever it announces.
    ports.settings.maxUploadBytes,
  );
  let space = ports.diskSpace;
  // A repeat gets its first result. The bytes that it brings are compared and removed: half of the reserve is for them.
  if ((await findFullDisk(space, bytes)) && (await isRepeat(call)))
    space = { ...space, reserveBytes: space.reserveBytes / 2 };
  await requireSpace(space, bytes);
  return { ports: { ...ports, blobs: withinReserve(ports.blobs, space) } };
}

async function isRepeat({ ports, botId = 0, key, input, operation }: PipelineCall): Promise<boolean> {
  const request = {
    botId,
    keyId: key?.id ?? '',
    action: operation?.id ?? '',
    key: input?.idempotencyKey ?? null,
  };
  return isRemembered(ports, request);
}

type Blobs = Ports['blobs'];

/**
 * Blobs of which none is written into the reserve. An upload that found room may find none later: others write beside it,
 * and not all say how long they are.
 */
function withinReserve(blobs: Blobs, space: DiskSpace): Blobs {
  return {
    ...blobs,
    async create(key) {
      const writer = await blobs.create(key);
      return {
        ...writer,
        async write(chunk) {
          await requireSpace(space, chunk.byteLength);
          await writer.write(chunk);
          space.recordWrite(chunk.byteLength);
        },
      };
    },
  };
}
