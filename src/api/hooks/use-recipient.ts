import type { Recipient } from '#src/api/client/compose-request.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { useCapabilities, useConnection } from './gateway-context.tsx';

/** The gateway that this page sends requests to; until capabilities are read, it counts as one with capabilities. */
export function useRecipient(): Recipient & { connection: Connection } {
  const connection = useConnection();
  const announced = useCapabilities() !== null;
  return { connection, announced };
}
