import type { SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import { ReadingDamagedError } from '#gateway/modules/units/ports/readings.ts';
import { type IndexerPorts, splitReading } from './read-source.ts';
import { logDamaged, outcomeOf, type SourcesWork } from './read-sources.ts';

/** Writes the passages of an earlier version from its readings; undefined where one of them cannot be decoded. */
export async function splitVersion(
  ports: IndexerPorts,
  version: number,
  { job, writer, signal, edits, reportOf }: SourcesWork,
): Promise<SourceOutcome[] | undefined> {
  const readings = [...(await ports.readings.ofVersion(job.botId, job.unitId, version))];
  const outcomes: SourceOutcome[] = [];
  for (const [index, [id, reading]] of readings.entries()) {
    const work = { job, signal, report: reportOf(index, readings.length) };
    try {
      const split = await writer.writeAll({ id }, (take) =>
        splitReading({ reading, source: { id }, edits }, work, take),
      );
      outcomes.push(outcomeOf(id, split, null));
    } catch (error) {
      if (!(error instanceof ReadingDamagedError)) throw error;
      logDamaged(ports, reading);
      return undefined;
    }
  }
  return outcomes;
}
