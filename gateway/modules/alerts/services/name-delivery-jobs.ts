import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import type { JobKey, JobNames } from '#gateway/modules/jobs/model.ts';

/** Names of the webhooks that jobs deliver to. */
export async function nameDeliveryJobs(
  { deliveries }: Pick<Ports, 'deliveries'>,
  jobs: readonly JobKey[],
): Promise<ReadonlyMap<JobKey, JobNames>> {
  const named = jobs
    .filter(({ kind }) => kind === 'deliver')
    .map(async (job) => {
      const delivery = await deliveries.get(job.botId, Number(job.subject));
      return [job, { subject: delivery?.webhookName }] as const;
    });
  return new Map(await Promise.all(named));
}
