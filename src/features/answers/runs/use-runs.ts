import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerBand } from '#contract/headers.ts';
import { deleteRun, getRun, listRuns } from '#contract/operations/runs.ts';
import type { RunVerdict } from '#contract/runs.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { usePages } from '#src/api/hooks/use-pages.ts';
import { useHasPermission, useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { toAnswerRun } from './to-answer-run.ts';

export type RunFilter = {
  search: string;
  whose: 'all' | 'mine' | 'program';
  band: AnswerBand | undefined;
  /** The newest verdict of the run. */
  verdict: RunVerdict | undefined;
};

const PAGE_SIZE = 30;

/** Whether this gateway keeps runs, and the key may read them. */
export function useHasRuns(): boolean {
  const supported = useIsSupported(listRuns.id);
  return useHasPermission('readRuns') === true && supported === true;
}

/** The kept runs of the bot, newest first, a page at a time. */
export function useRunList({ search, whose, band, verdict }: RunFilter) {
  return usePages({
    key: [listRuns.id, { search, whose, band, verdict }],
    read: async (gateway, page, signal) => {
      const of = {
        mine: whose === 'mine' ? 'true' : undefined,
        origin: whose === 'program' ? whose : undefined,
      } as const;
      const query = { ...page, ...of, limit: PAGE_SIZE, search, band, verdict };
      return (await gateway.read(listRuns, { query, signal })) ?? NO_RUNS;
    },
  });
}

const NO_RUNS = { items: [], next: null };

/** A kept run by its id; of a run that does not exist the error says so. */
export function useStoredRun(runId: string | undefined) {
  const gateway = useGateway();
  const { id, bot: botId } = useConnection();
  const enabled = runId !== undefined;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [getRun.id, id, botId, runId],
    queryFn: ({ signal }) => gateway.call(getRun, { params: { runId: runId ?? '' }, signal }),
    select: toAnswerRun,
    enabled,
  });
  return { run: data, error, isPending: enabled && isPending, refetch };
}

export function useDeleteRun() {
  const queryClient = useQueryClient();
  const { id, bot: botId } = useConnection();
  const deletion = useGatewayMutation(
    (gateway, runId: string) => gateway.call(deleteRun, { params: { runId } }),
    { changes: [listRuns.id] },
  );
  /** Called once no page shows the run. */
  const forget = (runId: string) => queryClient.removeQueries({ queryKey: [getRun.id, id, botId, runId] });
  return { deletion, forget };
}
