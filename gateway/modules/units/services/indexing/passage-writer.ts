import { requireSpace } from '#gateway/core/disk-space.ts';
import { isDatabaseBusy, isDataDamaged, isDiskFull } from '#gateway/core/errors.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { Passage } from '#gateway/engine/document.ts';
import { createSegmentBuilder } from '#gateway/engine/segments/build-segment.ts';
import type { IndexJob, Source } from '#gateway/modules/units/model.ts';
import { isStorageOut } from './give-back.ts';
import type { IndexerPorts } from './read-source.ts';
import { SourceError } from './source-error.ts';

/** More passages than this are no unit: a question reads the postings of a whole unit. */
const MAX_UNIT_PASSAGES = 500_000;
/** Some 25 ms of analysing: another unit, which this process indexes beside, waits so long for each of its steps. */
const PASSAGES_PER_TURN = 25;

export type PassageWriter = ReturnType<typeof createPassageWriter>;

/** Writes passages of a generation and puts them into its segment. */
export function createPassageWriter(
  ports: Pick<IndexerPorts, 'diskSpace' | 'index'>,
  { botId, unitId, generation }: IndexJob,
  signal: AbortSignal,
) {
  const segment = createSegmentBuilder();
  return {
    segment,
    /** Writes the passages that `fill` produces for one source; a failure takes all of them back. */
    async writeAll<Result>(
      { id: sourceId }: Pick<Source, 'id'>,
      fill: (take: (passages: Passage[]) => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      const before = segment.passageCount();
      const take = async (passages: Passage[]): Promise<void> => {
        if (segment.passageCount() + passages.length > MAX_UNIT_PASSAGES)
          throw new SourceError('too-long', { passages: MAX_UNIT_PASSAGES });
        // Reading may have taken minutes.
        await requireSpace(ports.diskSpace);
        const stored = passages.map((passage) => ({
          ...passage,
          ordinal: before + passage.ordinal,
          sourceId,
        }));
        await ports.index.writePassages(botId, unitId, generation, stored);
        for (const [index, passage] of passages.entries()) {
          segment.add(passage);
          if (index % PASSAGES_PER_TURN === PASSAGES_PER_TURN - 1) await yieldToEventLoop();
        }
        await yieldToEventLoop();
        signal.throwIfAborted();
      };
      try {
        const result = await fill(take);
        signal.throwIfAborted();
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfStorage(error) && segment.passageCount() > before) {
          await ports.index.removePassages(botId, unitId, generation, before);
          segment.truncate(before);
        }
        throw error;
      }
    },
  };
}

/** Neither the source nor its reading is to blame. */
export const isOfStorage = (error: unknown): boolean =>
  [isStorageOut, isDatabaseBusy, isDiskFull, isDataDamaged].some((is) => is(error));
