import { useQuery } from '@tanstack/react-query';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { Voices } from '#src/api/speech-client.ts';
import { useModelOffered } from '#src/model-hints/use-model-offered.ts';

const FRESH_MS = 60_000;
const NONE: Voices = { items: [], open: false };
/** What lists no voices may have any. */
const ANY: Voices = { items: [], open: true };

/** The voices of this bot: undefined until they are known. */
export function useVoices(): {
  voices: Voices | undefined;
  error: unknown;
  retry: () => void;
} {
  const gateway = useGateway();
  const connection = useConnection();
  const offered = useModelOffered('speech');
  const { data, error, refetch } = useQuery({
    queryKey: ['voices', connection.id, connection.bot],
    queryFn: async () => {
      const listed = await gateway.speech.voices();
      return listed === null || listed.items.length === 0 ? ANY : listed;
    },
    enabled: offered === true,
    staleTime: FRESH_MS,
  });
  return { voices: offered === false ? NONE : data, error, retry: () => void refetch() };
}
