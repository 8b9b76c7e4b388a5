import { type DiskSpace, requireSpace } from '#gateway/core/disk-space.ts';
import type { Ports } from '#gateway/ports.ts';

type Blobs = Ports['blobs'];

/**
 * Blobs of which none is written into the reserve. An upload that found room may find none later: others write beside it,
 * and not all say how long they are.
 */
export function withinReserve(blobs: Blobs, space: DiskSpace): Blobs {
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
