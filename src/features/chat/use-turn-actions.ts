import { useEffect, useMemo, useRef } from 'react';
import { chatPath } from '#src/api/chat-client.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { curlFor } from '#src/api/curl.ts';
import { shownVersion, siblingsOf, withTurnShown, withVersionShown } from './conversation.ts';
import { endpointFor, requestOf } from './request-of.ts';
import type { TurnActions } from './turn-view.tsx';
import type { Chat } from './use-chat.ts';

type Turning = {
  chat: Chat;
  onEdit: (turnId: string | undefined) => void;
  /** Something was done that the composer goes on from. */
  onDone: () => void;
};

/** A picture is too long for a command line; its beginning says what belongs there. */
function withoutPictures(request: ReturnType<typeof requestOf>) {
  const { Images, ...rest } = request;
  if (Images === undefined) return rest;
  return { ...rest, Images: Images.map((data) => `${data.slice(0, data.indexOf(',') + 1)}<BASE64>`) };
}

/** The actions of turns, the same object throughout, so that a turn at rest is not shown again. */
export function useTurnActions(turning: Turning): TurnActions {
  const connection = useConnection();
  const now = useRef({ ...turning, connection });
  useEffect(() => {
    now.current = { ...turning, connection };
  });
  return useMemo(
    (): TurnActions => ({
      edit: (turnId) => {
        now.current.onEdit(turnId);
        if (turnId === undefined) now.current.onDone();
      },
      resend: (turn, message) => {
        now.current.onEdit(undefined);
        now.current.chat.resend(turn, { message, images: turn.images });
        now.current.onDone();
      },
      regenerate: (turn) => {
        now.current.chat.regenerate(turn);
        now.current.onDone();
      },
      showVersion: (turn, versionId) => {
        const { conversation, put } = now.current.chat;
        if (conversation !== undefined) put(withVersionShown(conversation, turn.id, versionId));
      },
      showBeside: (turn, at) => {
        const { conversation, put } = now.current.chat;
        const next = conversation && siblingsOf(conversation, turn)[at];
        if (conversation !== undefined && next !== undefined) put(withTurnShown(conversation, next));
      },
      remove: (turn) => {
        now.current.chat.removeTurn(turn);
        now.current.onDone();
      },
      curlOf: (turn) => {
        const { chat, connection: to } = now.current;
        const at = chat.path.findIndex(({ id }) => id === turn.id);
        const settings = shownVersion(turn)?.settings ?? chat.settings;
        const { message, images } = turn;
        const asking = { message, images, earlier: chat.path.slice(0, at), settings };
        const endpoint = endpointFor(asking);
        const order = {
          path: chatPath(endpoint, to),
          json: withoutPictures(requestOf(asking)),
          streamed: endpoint === 'streamChat',
        };
        return curlFor(order, to);
      },
    }),
    [],
  );
}
