import { useEffect, useMemo, useRef } from 'react';
import { buildCurlCommand } from '#src/api/client/request-snippets.ts';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { operationFor, toChatRequest } from '#src/features/chat/chat-request.ts';
import {
  showTurn,
  showVersion,
  siblingsOf,
  type Turn,
  visibleVersion,
} from '#src/features/chat/conversations/conversation.ts';
import type { Chat } from '#src/features/chat/use-chat.ts';
import { buildAnswerSnippets } from '#src/ui/run/ask-settings.ts';
import type { TurnActions } from './turn-view.tsx';

type TurnActionOptions = {
  chat: Chat;
  onEdit: (turnId: string | undefined) => void;
  /** Called after an action that the composer continues. */
  onDone: () => void;
};

/** Image data is too long for a command line: only its media type is kept. */
function withoutImageData(request: ReturnType<typeof toChatRequest>) {
  const { Images, ...rest } = request;
  if (Images === undefined) return rest;
  return { ...rest, Images: Images.map((data) => `${data.slice(0, data.indexOf(',') + 1)}<BASE64>`) };
}

/** The actions of turns: always the same object, so that unchanged turns do not render again. */
export function useTurnActions(options: TurnActionOptions): TurnActions {
  const recipient = useRecipient();
  const latest = useRef({ ...options, recipient });
  useEffect(() => {
    latest.current = { ...options, recipient };
  });
  return useMemo((): TurnActions => {
    const inChat = (act: (chat: Chat, turn: Turn) => void) => (turn: Turn) => {
      act(latest.current.chat, turn);
      latest.current.onDone();
    };
    return {
      edit: (turnId) => {
        latest.current.onEdit(turnId);
        if (turnId === undefined) latest.current.onDone();
      },
      resend: (turn, message) => {
        latest.current.onEdit(undefined);
        latest.current.chat.resend(turn, { message, images: turn.images });
        latest.current.onDone();
      },
      regenerate: inChat((chat, turn) => chat.regenerate(turn)),
      repeat: (turn) => {
        const version = visibleVersion(turn);
        if (version !== undefined) latest.current.chat.repeat(turn, version);
      },
      stopRepeats: () => latest.current.chat.stopRepeats(),
      showVersion: (turn, versionId) => {
        const { conversation, put } = latest.current.chat;
        if (conversation !== undefined) put(showVersion(conversation, turn.id, versionId));
      },
      showSibling: (turn, index) => {
        const { conversation, put } = latest.current.chat;
        const next = conversation && siblingsOf(conversation, turn)[index];
        if (conversation !== undefined && next !== undefined) put(showTurn(conversation, next));
      },
      remove: inChat((chat, turn) => chat.removeTurn(turn)),
      askModel: inChat((chat, turn) => chat.askAs(turn, { mode: 'model' })),
      searchAll: inChat((chat, turn) => chat.askAs(turn, { mode: 'knowledge', names: [] })),
      rephrase: () => latest.current.onDone(),
      curlOf: (turn) => {
        const { chat, recipient: to } = latest.current;
        const index = chat.path.findIndex(({ id }) => id === turn.id);
        const version = visibleVersion(turn);
        if (version?.run !== undefined) return buildAnswerSnippets(version.run.request, to).curl;
        const settings = version?.settings ?? chat.settings;
        const { message, images } = turn;
        const input = { message, images, previousTurns: chat.path.slice(0, index), settings };
        return buildCurlCommand(operationFor(input), { body: withoutImageData(toChatRequest(input)) }, to);
      },
    };
  }, []);
}
