import { useQuery } from '@tanstack/react-query';
import type { Voice } from '#contract/models.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';

const FRESH_MS = 60_000;

/** The voices of this bot: undefined until they are known, null where the gateway lists none. */
export function useVoices(): {
  voices: readonly Voice[] | null | undefined;
  error: unknown;
  retry: () => void;
} {
  const gateway = useGateway();
  const connection = useConnection();
  const offered = useModelOffered('speech');
  const { data, error, refetch } = useQuery({
    queryKey: ['voices', connection.id, connection.bot],
    queryFn: () => gateway.speech.voices(),
    enabled: offered === true,
    staleTime: FRESH_MS,
  });
  return { voices: offered === false ? [] : data, error, retry: () => void refetch() };
}
