import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { randomId } from '#src/api/transport/connection.ts';
import { chatOwner } from '#src/features/chat/chat-mode.ts';
import {
  type ConversationStore,
  createConversationStore,
  createIndexedDbArchive,
  createMemoryArchive,
} from './conversation-store.ts';

const CHANNEL = 'fihrist.chat';
type WriteMessage = { tab: string; owner: string; id: string };

function openArchive() {
  try {
    return globalThis.indexedDB === undefined ? createMemoryArchive() : createIndexedDbArchive();
  } catch {
    return createMemoryArchive();
  }
}

const supportsBroadcast = () => typeof globalThis.BroadcastChannel === 'function';

function notifyOtherTabs(message: WriteMessage): void {
  if (!supportsBroadcast()) return;
  const channel = new BroadcastChannel(CHANNEL);
  // A broadcast channel has no target origin: it stays within this one.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
  channel.close();
}

/**
 * The conversations that this browser keeps for one gateway address and bot. Changes by other tabs are read again,
 * except in conversations with an answer under way in this tab.
 */
export function useConversations(activeRequests: ReadonlyMap<string, unknown>): ConversationStore {
  const owner = chatOwner(useConnection());
  const [archive] = useState(openArchive);
  const [tabId] = useState(randomId);
  const store = useMemo(
    () =>
      createConversationStore({
        owner,
        archive,
        onWrite: (id) => notifyOtherTabs({ tab: tabId, owner, id }),
      }),
    [owner, archive, tabId],
  );
  useEffect(() => {
    if (!supportsBroadcast()) return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<WriteMessage>) => {
      const isRelevant = data.owner === owner && data.tab !== tabId;
      if (isRelevant && !activeRequests.has(data.id)) void store.refresh(data.id);
    });
    return () => channel.close();
  }, [owner, store, tabId, activeRequests]);
  return store;
}

export function useStoreState(store: ConversationStore) {
  return useSyncExternalStore(store.subscribe, store.state);
}
