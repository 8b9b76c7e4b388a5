import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import type { IndexJob, Source, StoredReading, Unit } from '#gateway/modules/units/model.ts';
import { type IndexerPorts, isOfPresentBytes } from './read-source.ts';

/**
 * The readings of a unit's draft and live version that a run takes in place of reading their sources again, by source; and
 * what this reader read of a source before the unit had it.
 */
export async function findReusable(
  ports: Pick<IndexerPorts, 'readings'>,
  { botId, id, sources }: Unit,
  { cause }: IndexJob,
): Promise<Map<number, StoredReading>> {
  const live = await ports.readings.ofVersion(botId, id);
  // An index that is made again is of the live text, whatever was fetched since: for a draft, or before going back.
  if (cause === 'updated') return live;
  const draft = await ports.readings.ofVersion(botId, id, 'draft');
  const isNew = ({ id: source }: Source): boolean => !draft.has(source) && !live.has(source);
  const dry = sources.some(isNew) ? await ports.readings.takenBefore(botId, id) : new Map<never, never>();
  const isReusable = (source: Source, reading: StoredReading | undefined): boolean => {
    if (reading && cause === 'edited') return true;
    if (!reading || !isOfPresentBytes(reading, source)) return false;
    // A person asks for files to be read again; of an address the question is whether its page changed.
    if (cause === 'reindexed' && source.url === null) return false;
    const isOfOlderReader = reading.readerVersion < READER_VERSION;
    return !(isOfOlderReader && (cause === 'reindexed' || cause === 'reader'));
  };
  const reusable = sources.flatMap((source): [number, StoredReading][] => {
    const before = dry.get(source.id);
    const readings = [
      draft.get(source.id),
      live.get(source.id),
      before?.readerVersion === READER_VERSION ? before : undefined,
    ];
    const reading = readings.find((candidate) => isReusable(source, candidate));
    return reading ? [[source.id, reading]] : [];
  });
  return new Map(reusable);
}
