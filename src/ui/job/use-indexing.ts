import { ALL_BOTS } from '#contract/jobs.ts';
import { listJobKinds } from '#contract/operations/jobs.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useCanChangeJobs, useJobKinds, usePauseJobs } from './use-job-actions.ts';

/** The job that indexes a unit, as the path of a call names it. */
export const indexJobOf = (id: number, unitId: number) =>
  ({ id, kind: 'index', subject: String(unitId) }) as const;

/** Indexing of the bot: whether it is paused, and what the key may change of it. */
export function useIndexing() {
  const bot = Number(useConnection().bot);
  const canChange = useCanChangeJobs();
  const kinds = useJobKinds(bot, useCanUse(listJobKinds)).data?.items;
  const pauses = kinds?.find(({ kind }) => kind === 'index')?.pauses ?? [];
  const pause = usePauseJobs();
  const set = (botId: number, paused: boolean) => pause.mutate({ botId, kind: 'index', paused });
  const pausedFor = pauses.some(({ botId }) => botId === ALL_BOTS) ? ALL_BOTS : pauses[0]?.botId;
  return {
    bot,
    canChange: canChange('index', bot),
    isPaused: pausedFor !== undefined,
    isPausedForAll: pausedFor === ALL_BOTS,
    pause: canChange('index', bot) && pausedFor === undefined ? () => set(bot, true) : undefined,
    resume:
      pausedFor !== undefined && canChange('index', pausedFor) ? () => set(pausedFor, false) : undefined,
    busy: pause.isPending,
    error: pause.error,
    dismiss: pause.reset,
  };
}
export type Indexing = ReturnType<typeof useIndexing>;
