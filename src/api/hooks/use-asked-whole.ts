import type { StreamId } from '#src/api/transport/connection.ts';
import { useConnection } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

/** Streams of this connection that are replaced by whole responses, because the form of their events is unknown. */
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
