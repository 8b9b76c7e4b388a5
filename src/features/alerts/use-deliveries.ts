import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Delivery } from '#contract/alerts.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useReadAgain } from './use-alerts.ts';

const SOON_MS = 3000;
const LATER_MS = 30_000;

/** The next try may be a day away. */
const isDueSoon = ({ state, nextOn }: Delivery): boolean =>
  state === 'waiting' && (nextOn === null || Date.parse(nextOn) - Date.now() < 60_000);

export type DeliveryPage = { webhook: number | undefined; page: number; pageSize: number };

/** One page of what was sent; asked again soon while something waits. */
export function useDeliveries({ webhook, page, pageSize }: DeliveryPage) {
  const { alerts } = useGateway();
  const { id, bot } = useConnection();
  return useQuery({
    queryKey: ['deliveries', id, bot, webhook, page, pageSize],
    queryFn: () => alerts.deliveries({ webhook, offset: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isDueSoon) === true ? SOON_MS : LATER_MS),
  });
}

export function useRedeliver() {
  const { alerts } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (id: number) => alerts.redeliver(id),
    onSettled: () => readAgain('deliveries'),
  });
}
