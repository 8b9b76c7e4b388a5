import { ALL_BOTS, type JobKind } from '#contract/jobs.ts';
import { listJobKinds } from '#contract/operations/jobs.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useCanChangeJobs, useJobKinds, usePauseJobs } from './use-job-actions.ts';

/** Whether a kind of the bot's jobs is paused, asked only while such a job waits, and what the key may change of it. */
export function useKindPause(kind: JobKind, isWaiting: boolean) {
  const bot = Number(useConnection().bot);
  const canChange = useCanChangeJobs();
  const isOffered = useCanUse(listJobKinds);
  const kinds = useJobKinds(bot, isOffered && isWaiting).data?.items;
  const pauses = (isWaiting && kinds?.find((view) => view.kind === kind)?.pauses) || [];
  const pause = usePauseJobs();
  const set = (botId: number, paused: boolean) => pause.mutate({ botId, kind, paused });
  const pausedFor = pauses.some(({ botId }) => botId === ALL_BOTS) ? ALL_BOTS : pauses[0]?.botId;
  return {
    bot,
    canChange: canChange(kind, bot),
    isPaused: pausedFor !== undefined,
    isPausedForAll: pausedFor === ALL_BOTS,
    pause: canChange(kind, bot) && pausedFor === undefined ? () => set(bot, true) : undefined,
    resume: pausedFor !== undefined && canChange(kind, pausedFor) ? () => set(pausedFor, false) : undefined,
    busy: pause.isPending,
    error: pause.error,
    dismiss: pause.reset,
  };
}
export type KindPause = ReturnType<typeof useKindPause>;
