import type { ModuleDefinition } from './module-definition.ts';
import type { JobKey, JobNames } from './modules/jobs/model.ts';
import { MODULES } from './modules.ts';
import type { Ports } from './ports.ts';

type NamingPorts = Pick<Ports, 'bots' | 'deliveries' | 'dryReadings' | 'files' | 'units'>;

/** Names of jobs in the order of the jobs; null where no module knows a name. */
export type JobNaming = (jobs: readonly JobKey[]) => Promise<Record<keyof JobNames, string | null>[]>;

/** Folds the names of units, webhooks and bots over the modules: each module names the subjects of its own jobs. */
export async function nameJobs(ports: NamingPorts, jobs: readonly JobKey[]): ReturnType<JobNaming> {
  const modules: readonly Pick<ModuleDefinition<object, NamingPorts>, 'name' | 'nameJobs'>[] = MODULES;
  const ofModules = await Promise.all(modules.map(async (module) => module.nameJobs?.(ports, jobs)));
  return jobs.map((job) => {
    const names: JobNames = Object.assign({}, ...ofModules.map((ofModule) => ofModule?.get(job)));
    return { subject: names.subject ?? null, bot: names.bot ?? null };
  });
}
