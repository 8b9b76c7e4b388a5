import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { baseOf, randomId } from '#src/api/connection.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { createBrowserArchive, createPassingArchive } from './chat-archive.ts';
import type { ConversationStore } from './conversation-store.ts';
import { createConversationStore } from './conversation-store.ts';

const CHANNEL = 'fihrist.chat';
type Written = { tab: string; owner: string; id: string };

function archiveHere() {
  try {
    return globalThis.indexedDB === undefined ? createPassingArchive() : createBrowserArchive();
  } catch {
    return createPassingArchive();
  }
}

const canTell = () => typeof globalThis.BroadcastChannel === 'function';

function tellOtherTabs(written: Written): void {
  if (!canTell()) return;
  const channel = new BroadcastChannel(CHANNEL);
  // Not a window: it is heard within this origin only.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(written);
  channel.close();
}

/**
 * The conversations with one bot over one address, as this browser keeps them. What another tab writes is read again, but
 * for those in which this tab hears an answer.
 */
export function useConversations(answering: ReadonlyMap<string, unknown>): ConversationStore {
  const connection = useConnection();
  const owner = `${baseOf(connection)} ${connection.bot}`;
  const [archive] = useState(archiveHere);
  const [tab] = useState(randomId);
  const store = useMemo(
    () => createConversationStore({ owner, archive, onWrite: (id) => tellOtherTabs({ tab, owner, id }) }),
    [owner, archive, tab],
  );
  useEffect(() => {
    if (!canTell()) return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<Written>) => {
      const ours = data.owner === owner && data.tab !== tab;
      if (ours && !answering.has(data.id)) void store.refresh(data.id);
    });
    return () => channel.close();
  }, [owner, store, tab, answering]);
  return store;
}

export function useStoreState(store: ConversationStore) {
  return useSyncExternalStore(store.subscribe, store.state);
}
