import { useQueryClient } from '@tanstack/react-query';
import { useConnections } from './connections-context.tsx';
import { forgetQuestions } from './recent-questions.ts';
import { useMaybeGateway } from './gateway-context.tsx';

/**
 * Ends the connection in use: a key that a link made is revoked, then the connection, its questions and what was loaded are
 * forgotten here. Conversations stay until they are deleted: they are of the bot, and a link makes a new key each time.
 */
export function useSignOut(): () => Promise<void> {
  const connections = useConnections();
  const gateway = useMaybeGateway();
  const queryClient = useQueryClient();
  return async () => {
    const connection = connections.current();
    if (connection === undefined) return;
    // A gateway that does not answer must not keep a person signed in; the key then ends by its own date.
    if (connection.madeByCode) await gateway?.signOut().catch(() => undefined);
    forgetQuestions(connection.id);
    connections.forget(connection.id);
    queryClient.clear();
  };
}
