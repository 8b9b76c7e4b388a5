import { JOB_RIGHTS, type Job, type JobKind } from '#contract/jobs.ts';
import {
  cancelJob,
  listJobKinds,
  listJobs,
  pauseJobs,
  putJobFirst,
  retryJob,
} from '#contract/operations/jobs.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useOffers, usePermissions, useSession } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

export type JobRef = Pick<Job, 'botId' | 'kind' | 'subject'>;

const CALLS = { cancel: cancelJob, retry: retryJob, first: putJobFirst } as const;
export type JobAction = keyof typeof CALLS;

/** Jobs change units too, and both are read again also after a failure: a job may have ended meanwhile. */
const CHANGES = { changes: [listJobs.id, listJobKinds.id, 'unit', 'units'], rereads: () => true };

/** Cancels a job, tries again now, or puts it first in line. */
export const useJobAction = () =>
  useGatewayMutation(
    (gateway, { action, job }: { action: JobAction; job: JobRef }) =>
      gateway.call(CALLS[action], { params: { id: job.botId, kind: job.kind, subject: job.subject } }),
    CHANGES,
  );

export type PauseInput = { botId: number; kind: JobKind; paused: boolean };

/** Pauses or resumes a kind of one bot, or of all bots. */
export const usePauseJobs = () =>
  useGatewayMutation(
    (gateway, { botId, kind, paused }: PauseInput) =>
      gateway.call(pauseJobs, { params: { id: botId, kind }, body: { paused } }),
    CHANGES,
  );

/** Whether the key may change jobs of a kind: of its bots, or work that concerns all bots. */
export function useCanChangeJobs(): (kind: JobKind, botId: number) => boolean {
  const offerOf = useOffers();
  const hasPermission = usePermissions();
  const coversAllBots = useSession().data?.view.allBots === true;
  return (kind, botId) =>
    offerOf(cancelJob) !== undefined &&
    hasPermission(JOB_RIGHTS[kind]) === true &&
    (botId !== 0 || coversAllBots);
}

/** Pages about other things count the queue seldom. */
const REFETCH_INTERVAL_MS = 30_000;

/** Jobs by kind and what is paused: of one bot, or of all bots of the key. */
export function useJobKinds(
  bot: number | undefined,
  enabled: boolean,
  refetchInterval: number = REFETCH_INTERVAL_MS,
) {
  return useRead(
    listJobKinds,
    { query: { bot: bot?.toString() } },
    { enabled, staleTime: 0, refetchInterval },
  );
}
