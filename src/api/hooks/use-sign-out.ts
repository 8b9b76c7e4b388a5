import { useQueryClient } from '@tanstack/react-query';
import { signOut } from '#contract/operations/session.ts';
import { clearDroppedDrafts } from '#src/api/stores/dropped-drafts.ts';
import { clearRecentQuestions } from '#src/api/stores/recent-questions.ts';
import { useOptionalGateway } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

/**
 * Ends the connection in use: a key that a link made is revoked, then the connection, its questions and what was loaded are
 * forgotten here. Conversations stay until they are deleted: they are of the bot, and a link makes a new key each time.
 */
export function useSignOut(): () => Promise<void> {
  const connections = useConnections();
  const gateway = useOptionalGateway();
  const queryClient = useQueryClient();
  return async () => {
    const connection = connections.current();
    if (connection === undefined) return;
    // A gateway that does not answer must not keep a person signed in; the key then ends by its own date.
    if (connection.madeByCode) await gateway?.call(signOut).catch(() => undefined);
    clearRecentQuestions(connection.id);
    clearDroppedDrafts(connection.id);
    connections.remove(connection.id);
    queryClient.clear();
  };
}
