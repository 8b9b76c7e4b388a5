import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { Page, Stretch } from '#src/api/usage-client.ts';
import type { Grouping } from '#contract/usage.ts';
import type { Step } from './use-view.ts';

const READ_AGAIN_MS = 60_000;

/** What the queries of this page have in common: whose they are, and that they read again by themselves. */
function useFigureQuery<Data>(name: string, parameters: unknown, read: () => Promise<Data>) {
  const connection = useConnection();
  return useQuery({
    queryKey: ['usage', connection.id, connection.bot, name, parameters],
    queryFn: read,
    refetchInterval: READ_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
}

export function useHistory(query: Stretch & { by: Grouping; step: Step }) {
  const gateway = useGateway();
  return useFigureQuery('history', query, () => gateway.usage.history(query));
}

export function useConsumers(query: Stretch & { by: Grouping } & Page) {
  const gateway = useGateway();
  return useFigureQuery('consumers', query, () => gateway.usage.consumers(query));
}

export function useFailures({ from, to }: Pick<Stretch, 'from' | 'to'>) {
  const gateway = useGateway();
  return useFigureQuery('failures', { from, to }, () => gateway.usage.failures({ from, to }));
}

export type CallsQuery = Stretch & {
  key?: string | undefined;
  action?: string | undefined;
  after?: string | undefined;
  limit: number;
};

export function useCalls(query: CallsQuery) {
  const gateway = useGateway();
  return useFigureQuery('calls', query, () => gateway.usage.calls(query));
}

export function useUsageOfBots(page: Page) {
  const gateway = useGateway();
  return useFigureQuery('bots', page, () => gateway.usage.ofBots(page));
}
