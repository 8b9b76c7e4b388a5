import { useState } from 'react';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { openStorage } from '#src/api/stores/storage.ts';
import { resolveBaseUrl } from '#src/api/transport/connection.ts';

export const CHAT_MODES = ['knowledge', 'model'] as const;
/** Who answers: the bot's knowledge, or its chat model by itself. */
export type ChatMode = (typeof CHAT_MODES)[number];

/** What this browser keeps of the chat with a bot lies under its address and number. */
export function chatOwner(connection: Parameters<typeof resolveBaseUrl>[0] & { bot: string }): string {
  return `${resolveBaseUrl(connection)} ${connection.bot}`;
}

export const modeKey = (owner: string) => `fihrist.chat-mode.${owner}`;

function storedMode(owner: string): ChatMode {
  return openStorage('localStorage')?.getItem(modeKey(owner)) === 'model' ? 'model' : 'knowledge';
}

/** The mode of the next message, remembered in this browser for each bot. */
export function useChatMode(): [ChatMode, (mode: ChatMode) => void] {
  const owner = chatOwner(useConnection());
  const [chosen, setChosen] = useState<{ owner: string; mode: ChatMode }>();
  const mode = chosen?.owner === owner ? chosen.mode : storedMode(owner);
  return [
    mode,
    (next) => {
      setChosen({ owner, mode: next });
      try {
        openStorage('localStorage')?.setItem(modeKey(owner), next);
      } catch {
        // A full storage costs the memory of it after a reload, not the choice.
      }
    },
  ];
}
