import { useState } from 'react';
import { randomId } from '#src/api/connection.ts';
import type { ChatSettings } from './chat-settings.ts';
import { DEFAULTS } from './chat-settings.ts';
import type { ChatImage, Conversation, Turn } from './conversation.ts';
import { pathOf, shownVersion, withoutTurn, withTurn } from './conversation.ts';
import { settled } from './conversation-store.ts';
import { withTurnBack } from './take-back.ts';
import { useAnswers } from './use-answers.ts';
import { useConversations, useStoreState } from './use-conversations.ts';

/** What was taken away last, and the conversations as they were before. */
export type Undo = { before: readonly Conversation[] } & (
  | { kind: 'conversation' | 'all' }
  | { kind: 'turn'; turnId: string }
);

export type Saying = { message: string; images: readonly ChatImage[] };

function beginConversation(settings: ChatSettings): Conversation {
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

function makeTurn(parent: string | null, { message, images }: Saying): Turn {
  return { id: randomId(), parent, message: message.trim(), images, versions: [], shown: '' };
}

/** The conversations of a bot, and all that can be done in one. `id` names the one in sight; undefined: a new one. */
export function useChat(id: string | undefined, onOpen: (id: string | undefined) => void) {
  const [runs] = useState(() => new Map<string, { controller: AbortController; versionId: string }>());
  const store = useConversations(runs);
  const { conversations, trouble } = useStoreState(store);
  const { ask, stop, errors } = useAnswers(store, runs);
  const [begun, setBegun] = useState<ChatSettings>(DEFAULTS);
  const [undo, setUndo] = useState<Undo>();
  const conversation = conversations?.find((one) => one.id === id);
  const settings = conversation?.settings ?? begun;
  const path = conversation === undefined ? [] : pathOf(conversation);

  const say = (from: Conversation, turn: Turn) => {
    const next = withTurn(from, turn);
    onOpen(next.id);
    void ask(next, turn.id, next.settings);
  };
  const remove = (kind: 'conversation' | 'all', gone: readonly Conversation[]) => {
    for (const one of gone) {
      stop(one.id);
      store.remove(one.id);
    }
    setUndo({ kind, before: gone.map(settled) });
    if (gone.some((one) => one.id === id)) onOpen(undefined);
  };

  return {
    conversations,
    trouble,
    conversation,
    path,
    settings,
    errors,
    undo,
    running: path.some((turn) => shownVersion(turn)?.standing === 'writing'),
    change: (next: Partial<ChatSettings>) => {
      setBegun({ ...settings, ...next });
      if (conversation !== undefined)
        store.put({ ...conversation, settings: { ...conversation.settings, ...next } });
    },
    send: (saying: Saying) => {
      const from = conversation ?? beginConversation(settings);
      const last = path.at(-1);
      say(from, makeTurn((last && shownVersion(last)?.id) ?? null, saying));
    },
    /** The same place in the conversation with other words; the former ones stay beside. */
    resend: (turn: Turn, saying: Saying) => {
      if (conversation !== undefined) say(conversation, makeTurn(turn.parent, saying));
    },
    regenerate: (turn: Turn) => {
      if (conversation !== undefined) void ask(conversation, turn.id, conversation.settings);
    },
    stop: () => {
      if (conversation !== undefined) stop(conversation.id);
    },
    put: (next: Conversation) => store.put(next),
    rename: (one: Conversation, title: string) =>
      store.put({ ...one, title: title.trim() || one.title, named: true }),
    removeTurn: (turn: Turn) => {
      if (conversation === undefined) return;
      const rest = withoutTurn(conversation, turn);
      // With its only message goes what it is called after.
      if (rest.turns.length === 0) return remove('conversation', [conversation]);
      stop(conversation.id);
      setUndo({ kind: 'turn', before: [settled(conversation)], turnId: turn.id });
      store.put(rest);
    },
    remove: (one: Conversation) => remove('conversation', [one]),
    removeAll: () => remove('all', conversations ?? []),
    takeBack: () => {
      if (undo === undefined) return;
      for (const one of undo.before) {
        // What was said there since stays.
        const now = store.find(one.id) ?? one;
        store.put(undo.kind === 'turn' ? withTurnBack(now, one, undo.turnId) : now);
      }
      const [first] = undo.before;
      if (first !== undefined && undo.kind !== 'all') onOpen(first.id);
      setUndo(undefined);
    },
    forgetUndo: () => setUndo(undefined),
  };
}

export type Chat = ReturnType<typeof useChat>;
