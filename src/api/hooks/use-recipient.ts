import type { Recipient } from '#src/api/client/compose-request.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { useCapabilities, useConnection } from './gateway-context.tsx';

/** To whom this page sends; a gateway that is still asked counts as one that announces capabilities. */
export function useRecipient(): Recipient & { connection: Connection } {
  const connection = useConnection();
  const announced = useCapabilities() !== null;
  return { connection, announced };
}
