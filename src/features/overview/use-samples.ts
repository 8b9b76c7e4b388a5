import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StatusWord } from '#contract/source-status.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { isSettled, statusOf } from '#src/api/status-of.ts';
import { placeSample, SAMPLES } from './samples.ts';

const POLL_MS = 700;

/** Places the sample guides and follows them until they have settled. */
export function useSamples() {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  const queryClient = useQueryClient();
  const placing = useMutation({
    mutationFn: () => Promise.all(SAMPLES.map((sample) => placeSample(gateway, sample))),
    onSettled: async () => {
      await Promise.all(
        ['units', 'summary'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  const ids = placing.data?.flatMap(({ id }) => id ?? []) ?? [];
  const standing = useQuery({
    queryKey: ['units', connection.id, 'samples', ids],
    enabled: ids.length > 0,
    queryFn: async (): Promise<(StatusWord | number)[]> => {
      const states = await gateway.unitStates(ids);
      if (states !== null) return states.map(({ status }) => status);
      const units = await Promise.all(ids.map((id) => gateway.getUnit(id)));
      return units.map(({ sourceStatus }) => statusOf(sourceStatus, capabilities, connection));
    },
    refetchInterval: ({ state }) =>
      state.data?.some((status) => typeof status === 'string' && !isSettled(status)) === false
        ? false
        : POLL_MS,
  });
  const statuses = standing.data ?? [];
  const phase: 'idle' | 'working' | 'ready' | 'unknown' | 'failed' = placing.isIdle
    ? 'idle'
    : placing.isPending
      ? 'working'
      : statuses.includes('failed')
        ? 'failed'
        : ids.length === 0 || statuses.some((status) => typeof status === 'number')
          ? 'unknown'
          : statuses.length > 0 && statuses.every((status) => status === 'ready')
            ? 'ready'
            : 'working';
  return {
    phase,
    place: () => placing.mutate(),
    error: placing.error ?? standing.error,
    dismiss: placing.reset,
  };
}
export type SampleState = ReturnType<typeof useSamples>;
