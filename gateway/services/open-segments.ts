import type { PassageIndex } from '#gateway/ports.ts';
import { openSegment } from '#gateway/search/open-segment.ts';
import type { Segments } from './retrieve.ts';

/** Segments straight from the index, opened anew each time. */
export function openSegments(index: PassageIndex): Segments {
  return {
    async get(botId, unitId, generation) {
      const blobs = await index.readSegment(botId, unitId, generation);
      return blobs && openSegment(blobs);
    },
  };
}
