import { chat, multimodalChat, streamChat } from '#contract/operations/chat.ts';
import type { ImageChatRequest } from '#src/api/client/chat.ts';
import { type ChatSettings, NUMBER_SETTINGS } from './chat-settings.ts';
import { type ChatImage, type Turn, visibleVersion } from './conversations/conversation.ts';

/** Limits of the history: messages by the contract, bytes by the JSON body less the rest of the request. */
const MAX_HISTORY_MESSAGES = 200;
const MAX_HISTORY_BYTES = 750_000;

type HistoryMessage = { Role: 'user' | 'assistant'; Content: string };

const messageBytes = ({ Content }: HistoryMessage) =>
  new TextEncoder().encode(JSON.stringify(Content)).length + 40;

/** Messages with their answers; a message without an answer is left out. */
function toMessagePairs(turns: readonly Turn[]): HistoryMessage[][] {
  return turns.flatMap((turn): HistoryMessage[][] => {
    const text = visibleVersion(turn)?.text ?? '';
    if (text === '') return [];
    const question: HistoryMessage = { Role: 'user', Content: turn.message };
    return [[question, { Role: 'assistant', Content: text }]];
  });
}

/** The newest messages that fit the limits. */
export function buildHistory(turns: readonly Turn[]): HistoryMessage[] {
  const pairs = toMessagePairs(turns);
  const history: HistoryMessage[] = [];
  let bytes = 0;
  for (const pair of pairs.toReversed()) {
    bytes += pair.reduce((sum, item) => sum + messageBytes(item), 0);
    if (bytes > MAX_HISTORY_BYTES || history.length + pair.length > MAX_HISTORY_MESSAGES) break;
    history.unshift(...pair);
  }
  return history;
}

/** How many earlier messages do not fit. */
export function countDroppedMessages(turns: readonly Turn[]): number {
  return toMessagePairs(turns).flat().length - buildHistory(turns).length;
}

export type ChatRequestInput = {
  message: string;
  images: readonly ChatImage[];
  previousTurns: readonly Turn[];
  settings: ChatSettings;
};

/** Only the operation that answers whole takes images. */
export function operationFor({ images, settings }: Pick<ChatRequestInput, 'images' | 'settings'>) {
  if (images.length > 0) return multimodalChat;
  return settings.streamed ? streamChat : chat;
}

export function toChatRequest({
  message,
  images,
  previousTurns,
  settings,
}: ChatRequestInput): ImageChatRequest {
  const setNames = NUMBER_SETTINGS.filter((name) => settings[name] !== null);
  const history = buildHistory(previousTurns);
  return {
    Message: message.trim(),
    PromptStyle: settings.style,
    ...(setNames.length === 0
      ? {}
      : { Config: Object.fromEntries(setNames.map((name) => [name, settings[name]])) }),
    ...(history.length === 0 ? {} : { ChatHistory: history }),
    ...(images.length === 0 ? {} : { Images: images.map(({ data }) => data) }),
  };
}
