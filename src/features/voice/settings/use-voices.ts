import { useQuery } from '@tanstack/react-query';
import type { Voice } from '#contract/models.ts';
import { listVoices } from '#contract/operations/speech.ts';
import type { Voices } from '#src/api/client/speech.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useModelAvailable } from '#src/ui/model/use-model-available.ts';

const baseLanguage = (language: string) => language.split('-')[0] ?? language;

/** Whether a voice speaks a language, by the gateway's rule: an `ar` voice speaks every Arabic, an `ar-eg` one also `ar`. */
function supportsLanguage({ languages }: Pick<Voice, 'languages'>, language: string): boolean {
  if (languages.length === 0) return true;
  const base = baseLanguage(language);
  return languages.some(
    (candidate) =>
      candidate === language || candidate === base || (language === base && baseLanguage(candidate) === base),
  );
}

/** Voices for the language, human voices first. */
export function matchingVoices(voices: readonly Voice[], language: string): Voice[] {
  return voices
    .filter((voice) => supportsLanguage(voice, language))
    .sort((a, b) => Number(a.robot) - Number(b.robot));
}

/** The chosen voice where it speaks the language, else the first that does. */
export function selectVoice(voices: readonly Voice[], speaker: string, language: string): Voice | undefined {
  const matching = matchingVoices(voices, language);
  return matching.find(({ id }) => id === speaker) ?? matching[0];
}

const STALE_TIME_MS = 60_000;
const NO_VOICES: Voices = { items: [], acceptsAny: false };
/** A server that lists no voices may have any. */
const ANY_VOICE: Voices = { items: [], acceptsAny: true };

/** The voices of this bot; undefined while loading. */
export function useVoices(): {
  voices: Voices | undefined;
  error: unknown;
  retry: () => void;
} {
  const gateway = useGateway();
  const connection = useConnection();
  const modelAvailable = useModelAvailable('speech');
  const { data, error, refetch } = useQuery({
    queryKey: [listVoices.id, connection.id, connection.bot],
    queryFn: async () => {
      const listed = await gateway.read(listVoices);
      return listed === null || listed.items.length === 0 ? ANY_VOICE : listed;
    },
    enabled: modelAvailable === true,
    staleTime: STALE_TIME_MS,
  });
  return { voices: modelAvailable === false ? NO_VOICES : data, error, retry: () => void refetch() };
}
