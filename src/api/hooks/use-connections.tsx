import { createContext, use, useSyncExternalStore } from 'react';
import type { ConnectionStore } from '#src/api/stores/connection-store.ts';

const ConnectionsContext = createContext<ConnectionStore | undefined>(undefined);

/** Connect needs the saved connections and nothing else of a gateway: what calls one is loaded behind the gate. */
export const ConnectionsProvider = ConnectionsContext.Provider;

/** Every saved connection; re-renders when they change. */
export function useConnections(): ConnectionStore {
  const connections = use(ConnectionsContext);
  if (connections === undefined) throw new Error('Connections are used outside their provider');
  useSyncExternalStore(connections.subscribe, connections.all);
  return connections;
}
