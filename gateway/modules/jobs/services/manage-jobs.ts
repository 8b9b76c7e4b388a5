import { GatewayFault } from '#gateway/core/errors.ts';
import { EVERY_BOT, type JobKey, type JobKind, type ListedJob } from '#gateway/modules/jobs/model.ts';
import type { JobQueue } from '#gateway/modules/jobs/ports/job-queue.ts';

type Ports = { queue: JobQueue };

/** What a person does to one job. */
export type JobAction = 'cancel' | 'retry' | 'putFirst';

const REFUSED = { cancel: 'job-recurring', retry: 'job-running', putFirst: 'job-not-found' } as const;

/** Changes one job; returns the job as it was before. */
export async function changeJob({ queue }: Ports, key: JobKey, action: JobAction): Promise<ListedJob> {
  const job = await queue.get(key);
  if (!job) throw new GatewayFault('job-not-found');
  if (await queue[action](key)) return job;
  throw new GatewayFault((await queue.get(key)) ? REFUSED[action] : 'job-not-found');
}

/** Pauses or resumes a kind of one bot, or of every bot; whether it was paused before. */
export async function setJobsPaused(
  { queue }: Ports,
  { botId, kind }: { botId: number; kind: JobKind },
  isPaused: boolean,
): Promise<boolean> {
  // Upkeep is of the whole gateway.
  if (kind === 'chore' && botId !== EVERY_BOT) throw new GatewayFault('job-not-found');
  const pauses = await queue.pauses();
  await (isPaused ? queue.pause(botId, kind) : queue.resume(botId, kind));
  return pauses.some((pause) => pause.botId === botId && pause.kind === kind);
}
