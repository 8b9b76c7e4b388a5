import type { ImageChatRequest } from '#src/api/chat-client.ts';
import type { ChatEndpoint } from '#src/api/chat-client.ts';
import { NUMBERS } from './chat-settings.ts';
import type { ChatSettings } from './chat-settings.ts';
import type { ChatImage, Turn } from './conversation.ts';
import { shownVersion } from './conversation.ts';

/** The contract takes so many earlier messages; a JSON body so many bytes, less what the rest of it needs. */
const EARLIER_MESSAGES = 200;
const EARLIER_BYTES = 750_000;

type Item = { Role: 'user' | 'assistant'; Content: string };

const bytesOf = ({ Content }: Item) => new TextEncoder().encode(JSON.stringify(Content)).length + 40;

/** Messages with their answers; a message without any answer says nothing to the next one. */
function pairsOf(turns: readonly Turn[]): Item[][] {
  return turns.flatMap((turn): Item[][] => {
    const text = shownVersion(turn)?.text ?? '';
    if (text === '') return [];
    return [
      [
        { Role: 'user', Content: turn.message },
        { Role: 'assistant', Content: text },
      ],
    ];
  });
}

/** What was said before, as far as it fits, the newest first to stay. */
export function earlierOf(turns: readonly Turn[]): Item[] {
  const pairs = pairsOf(turns);
  const kept: Item[] = [];
  let bytes = 0;
  for (const pair of pairs.toReversed()) {
    bytes += pair.reduce((sum, item) => sum + bytesOf(item), 0);
    if (bytes > EARLIER_BYTES || kept.length + pair.length > EARLIER_MESSAGES) break;
    kept.unshift(...pair);
  }
  return kept;
}

/** How many earlier messages do not fit. */
export function earlierLeftOut(turns: readonly Turn[]): number {
  return pairsOf(turns).flat().length - earlierOf(turns).length;
}

export type Asking = {
  message: string;
  images: readonly ChatImage[];
  earlier: readonly Turn[];
  settings: ChatSettings;
};

/** Images are taken by the variant that answers whole. */
export function endpointFor({ images, settings }: Pick<Asking, 'images' | 'settings'>): ChatEndpoint {
  if (images.length > 0) return 'multimodalChat';
  return settings.streamed ? 'streamChat' : 'chat';
}

export function requestOf({ message, images, earlier, settings }: Asking): ImageChatRequest {
  const chosen = NUMBERS.filter((name) => settings[name] !== null);
  const history = earlierOf(earlier);
  return {
    Message: message.trim(),
    PromptStyle: settings.style,
    ...(chosen.length === 0
      ? {}
      : { Config: Object.fromEntries(chosen.map((name) => [name, settings[name]])) }),
    ...(history.length === 0 ? {} : { ChatHistory: history }),
    ...(images.length === 0 ? {} : { Images: images.map(({ data }) => data) }),
  };
}
