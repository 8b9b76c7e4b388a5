import { useState } from 'react';
import { randomId } from '#src/api/transport/connection.ts';
import type { ChatMode } from './chat-mode.ts';
import { type ChatSettings, DEFAULT_CHAT_SETTINGS } from './chat-settings.ts';
import {
  type AnswerVersion,
  addTurn,
  type ChatImage,
  type Conversation,
  modeOf,
  removeTurn,
  restoreTurn,
  type Turn,
  visibleTurns,
  visibleVersion,
} from './conversations/conversation.ts';
import { withoutStreaming } from './conversations/conversation-store.ts';
import { useConversations, useStoreState } from './conversations/use-conversations.ts';
import { useAnswers } from './use-answers.ts';

/** The last deletion, and the conversations as they were before it. */
export type Undo = { before: readonly Conversation[] } & (
  | { kind: 'conversation' | 'all' }
  | { kind: 'turn'; turnId: string }
);

type NewMessage = { message: string; images: readonly ChatImage[] };

function createConversation(settings: ChatSettings): Conversation {
  const now = Date.now();
  return {
    id: randomId(),
    title: '',
    named: false,
    createdOn: now,
    changedOn: now,
    turns: [],
    shown: {},
    settings,
  };
}

function createTurn(parent: string | null, { message, images }: NewMessage): Turn {
  return { id: randomId(), parent, message: message.trim(), images, versions: [], shown: '' };
}

/**
 * The conversations of a bot, and all actions in one. `id` is the open conversation; undefined: a new one. `mode` is that
 * of what is asked next.
 */
export function useChat(id: string | undefined, mode: ChatMode, onOpen: (id: string | undefined) => void) {
  const [activeRequests] = useState(
    () => new Map<string, { controller: AbortController; versionId: string }>(),
  );
  const store = useConversations(activeRequests);
  const { conversations, storageProblem } = useStoreState(store);
  const { ask, stop, failures, stopRepeats } = useAnswers(store, activeRequests);
  const [newSettings, setNewSettings] = useState<ChatSettings>(DEFAULT_CHAT_SETTINGS);
  const [undo, setUndo] = useState<Undo>();
  const conversation = conversations?.find((candidate) => candidate.id === id);
  const settings = conversation?.settings ?? newSettings;
  const path = conversation === undefined ? [] : visibleTurns(conversation);

  const sendTurn = (from: Conversation, turn: Turn) => {
    const next = addTurn(from, turn);
    onOpen(next.id);
    void ask(next, turn.id, { mode, settings: next.settings });
  };
  const remove = (kind: 'conversation' | 'all', deleted: readonly Conversation[]) => {
    for (const conversation of deleted) {
      stop(conversation.id);
      store.remove(conversation.id);
    }
    setUndo({ kind, before: deleted.map(withoutStreaming) });
    if (deleted.some((item) => item.id === id)) onOpen(undefined);
  };

  return {
    conversations,
    trouble: storageProblem,
    conversation,
    path,
    settings,
    failures,
    undo,
    running: path.some((turn) => visibleVersion(turn)?.status === 'writing'),
    change: (next: Partial<ChatSettings>) => {
      setNewSettings({ ...settings, ...next });
      if (conversation !== undefined)
        store.put({ ...conversation, settings: { ...conversation.settings, ...next } });
    },
    send: (newMessage: NewMessage) => {
      const from = conversation ?? createConversation(settings);
      const last = path.at(-1);
      sendTurn(from, createTurn((last && visibleVersion(last)?.id) ?? null, newMessage));
    },
    /** Sends another wording of a message; the former wording stays beside it. */
    resend: (turn: Turn, newMessage: NewMessage) => {
      if (conversation !== undefined) sendTurn(conversation, createTurn(turn.parent, newMessage));
    },
    regenerate: (turn: Turn) => {
      if (conversation !== undefined)
        void ask(conversation, turn.id, { mode, settings: conversation.settings });
    },
    /** Asks again in another way than the next message will be. */
    askAs: (turn: Turn, change: { mode?: ChatMode; names?: readonly string[] }) => {
      if (conversation === undefined) return;
      const { names = conversation.settings.names ?? [] } = change;
      void ask(conversation, turn.id, {
        mode: change.mode ?? mode,
        settings: { ...conversation.settings, names },
      });
    },
    /** Asks again by itself, in place of an answer that a busy gateway refused. */
    repeat: (turn: Turn, version: AnswerVersion) => {
      const repeats = (failures.get(version.id)?.repeats ?? 0) + 1;
      if (conversation !== undefined)
        void ask(
          conversation,
          turn.id,
          { mode: modeOf(version), settings: version.settings },
          { versionId: version.id, repeats },
        );
    },
    stopRepeats,
    stop: () => {
      if (conversation !== undefined) stop(conversation.id);
    },
    put: (next: Conversation) => store.put(next),
    rename: (renamed: Conversation, title: string) =>
      store.put({ ...renamed, title: title.trim() || renamed.title, named: true }),
    removeTurn: (turn: Turn) => {
      if (conversation === undefined) return;
      const rest = removeTurn(conversation, turn);
      // A conversation without messages is deleted.
      if (rest.turns.length === 0) return remove('conversation', [conversation]);
      stop(conversation.id);
      setUndo({ kind: 'turn', before: [withoutStreaming(conversation)], turnId: turn.id });
      store.put(rest);
    },
    remove: (deleted: Conversation) => remove('conversation', [deleted]),
    removeAll: () => remove('all', conversations ?? []),
    undoDelete: () => {
      if (undo === undefined) return;
      for (const conversation of undo.before) {
        // Messages written to the conversation since the deletion stay.
        const now = store.find(conversation.id) ?? conversation;
        store.put(undo.kind === 'turn' ? restoreTurn(now, conversation, undo.turnId) : now);
      }
      const [first] = undo.before;
      if (first !== undefined && undo.kind !== 'all') onOpen(first.id);
      setUndo(undefined);
    },
    dismissUndo: () => setUndo(undefined),
  };
}

export type Chat = ReturnType<typeof useChat>;
