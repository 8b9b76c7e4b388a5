import type { JobKey, JobNames } from '#gateway/modules/jobs/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** Titles of the units that jobs index. */
export async function nameUnitJobs(
  { units }: Pick<Ports, 'units'>,
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
  return new Map((await Promise.all(named)).flat());
}
