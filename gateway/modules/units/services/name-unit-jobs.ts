import type { JobKey, JobNames } from '#gateway/modules/jobs/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** Titles of the units that jobs index, and what they read before a unit has it. */
export async function nameUnitJobs(
  { units, files, dryReadings }: Pick<Ports, 'units' | 'files' | 'dryReadings'>,
  jobs: readonly JobKey[],
): Promise<ReadonlyMap<JobKey, JobNames>> {
  const ofUnits = jobs.filter(({ kind }) => kind === 'index');
  const byBot = Map.groupBy(ofUnits, ({ botId }) => botId);
  const named = [...byBot].map(async ([botId, ofBot]) => {
    const ids = ofBot.map(({ subject }) => Number(subject));
    const query = {
      ids,
      offset: 0,
      limit: ids.length,
      sort: { by: 'createdOn', descending: false },
    } as const;
    const titles = new Map((await units.list(botId, query)).items.map(({ id, title }) => [id, title]));
    return ofBot.map((job) => [job, { subject: titles.get(Number(job.subject)) }] as const);
  });
  const dry = [
    ...Map.groupBy(
      jobs.filter(({ kind }) => kind === 'read'),
      ({ botId }) => botId,
    ),
  ];
  const ofReadings = dry.map(async ([botId, ofBot]) => {
    const items = await dryReadings.ofJobs(
      botId,
      ofBot.map(({ subject }) => subject),
    );
    const nameOf = async ({ subject }: JobKey) => {
      const { fileId = null, url = null } = items.get(subject) ?? {};
      return fileId === null ? (url ?? undefined) : ((await files.byId(botId, fileId))?.name ?? undefined);
    };
    return Promise.all(ofBot.map(async (job) => [job, { subject: await nameOf(job) }] as const));
  });
  return new Map((await Promise.all([...named, ...ofReadings])).flat());
}
