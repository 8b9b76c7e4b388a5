import type { Reason } from '#gateway/core/reason.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { contentHash, type Unit } from '#gateway/modules/units/model.ts';
import type { SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { ReadingDamagedError } from '#gateway/modules/units/ports/readings.ts';
import type { VersionSource } from '#gateway/modules/units/ports/versions.ts';
import { readPublished } from './keep-published.ts';
import { type IndexerPorts, readSource, splitReading } from './read-source.ts';
import { endSource, logDamaged, outcomeOf, type SourcesWork } from './read-sources.ts';
import { DATA_DAMAGED } from './source-error.ts';

/**
 * Writes the passages of a version from its readings. A source that was not read yet, since its copy waited for a person, is
 * read; one from before readings were kept has the passages that answer. The reason why there is no index, where there is
 * none.
 */
export async function splitVersion(
  ports: IndexerPorts,
  unit: Unit,
  version: number,
  { job, writer, signal, edits, reportOf }: SourcesWork,
): Promise<SourceOutcome[] | Reason> {
  const { botId, id: unitId } = unit;
  const sources = (await ports.versions.get(botId, unitId, version, INDEX_VERSION))?.sources ?? [];
  const readings = await ports.readings.ofVersion(botId, unitId, version);
  const outcomes: SourceOutcome[] = [];
  for (const [index, { id, passages, reason }] of sources.entries()) {
    const work = { job, signal, report: reportOf(index, sources.length) };
    const reading = readings.get(id);
    const source = unit.sources.find((present) => present.id === id);
    try {
      if (reading) {
        const split = await writer.writeAll({ id }, (take) =>
          splitReading({ reading, source: { id }, edits }, work, take),
        );
        outcomes.push(outcomeOf(id, split, null));
      } else if (passages > 0) {
        outcomes.push(await copyPassages(ports, unit, { id, reason }, writer));
      } else if (reason === null && source) {
        const accepted = { ...source, acceptedSha256: contentHash(source) };
        const text = await writer.writeAll(source, (take) => readSource(ports, accepted, work, take));
        outcomes.push(outcomeOf(id, text, null));
      }
    } catch (error) {
      if (error instanceof ReadingDamagedError) {
        logDamaged(ports, reading);
        return DATA_DAMAGED;
      }
      if (reading || !source) throw error;
      return endSource(ports, source, error, work).reason ?? DATA_DAMAGED;
    }
  }
  return outcomes;
}

async function copyPassages(
  ports: Pick<IndexerPorts, 'index'>,
  unit: Unit,
  { id, reason }: Pick<VersionSource, 'id' | 'reason'>,
  writer: SourcesWork['writer'],
): Promise<SourceOutcome> {
  let passages = 0;
  await writer.writeAll({ id }, async (take) => {
    for await (const some of readPublished(ports, unit, id)) {
      passages += some.length;
      await take(some);
    }
  });
  return {
    sourceId: id,
    status: reason ? 'failed' : 'ready',
    reason,
    warnings: [],
    pages: null,
    passages,
  };
}
