import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

const WORKING_MS = 2000;
const RESTING_MS = 15_000;

/** How far the bot's passages have vectors: read again and again, more often while they are made. */
export function useEmbedding() {
  const { embeddings } = useGateway();
  const { id, bot } = useConnection();
  return useQuery({
    queryKey: ['embedding-progress', id, bot],
    queryFn: () => embeddings.progress(),
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || data === null ? false : data?.state === 'working' ? WORKING_MS : RESTING_MS,
  });
}

export function usePauseEmbedding() {
  const { embeddings } = useGateway();
  const { id, bot } = useConnection();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => embeddings.pause(paused),
    onSuccess: (now) => queryClient.setQueryData(['embedding-progress', id, bot], now),
  });
}
