import type { StreamId } from '#src/api/transport/connection.ts';
import { useConnection } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

/** Which streams of this connection are asked whole, because their form is not known here. */
export function useAskedWhole() {
  const connections = useConnections();
  const { id } = useConnection();
  // Of the store, not of the last render: what is remembered by a press counts for the call that the same press makes.
  const streams = (): readonly StreamId[] => connections.current()?.askedWhole ?? [];
  return {
    streams: streams(),
    isAskedWhole: (stream: StreamId): boolean => streams().includes(stream),
    /** Saves the choice with the connection. */
    setAskedWhole: (stream: StreamId, whole: boolean): void => {
      const others = streams().filter((id) => id !== stream);
      connections.update(id, { askedWhole: whole ? [...others, stream] : others });
    },
  };
}
