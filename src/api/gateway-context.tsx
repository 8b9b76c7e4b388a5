import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useMemo, useState, useSyncExternalStore } from 'react';
import type { Capabilities } from '#contract/capabilities.ts';
import type { Consumption } from '#contract/envelope.ts';
import type { Connection } from './connection.ts';
import type { ConsumptionHistory, Seen } from './consumption-history.ts';
import { createConsumptionHistory } from './consumption-history.ts';
import { useConnections } from './connections-context.tsx';
import type { GatewayClient } from './gateway-client.ts';
import { createGatewayClient } from './gateway-client.ts';
import type { LocalCatalogue } from './local-catalogue.ts';
import { createLocalCatalogue } from './local-catalogue.ts';

type Session = {
  connection: Connection;
  client: GatewayClient;
  catalogue: LocalCatalogue;
  history: ConsumptionHistory;
};
type GatewayContextValue = {
  session: Session | undefined;
  consumption: Consumption | undefined;
};

const GatewayContext = createContext<GatewayContextValue | undefined>(undefined);

function localStore(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** The current connection, its client, and the newest Consumption that any response reported. */
export function GatewayProvider({ children }: { children: ReactNode }) {
  const connection = useConnections().current();
  const [reported, setReported] = useState<{ id: string; consumption: Consumption }>();

  const session = useMemo((): Session | undefined => {
    if (connection === undefined) return undefined;
    const catalogue = createLocalCatalogue(connection, localStore());
    const history = createConsumptionHistory(connection, localStore());
    const client = createGatewayClient(connection, {
      onConsumption: (consumption) => {
        history.note(consumption);
        setReported({ id: connection.id, consumption });
      },
      onUnit: catalogue.note,
      onUnitGone: catalogue.remove,
    });
    return { connection, client, catalogue, history };
  }, [connection]);

  const consumption = reported?.id === connection?.id ? reported?.consumption : undefined;
  const value = useMemo(() => ({ session, consumption }), [session, consumption]);
  return <GatewayContext value={value}>{children}</GatewayContext>;
}

function useGatewayContext(): GatewayContextValue {
  const value = use(GatewayContext);
  if (value === undefined) throw new Error('The gateway is used outside its provider');
  return value;
}

function useSession(): Session {
  const { session } = useGatewayContext();
  if (session === undefined) throw new Error('There is no connection');
  return session;
}

/** The client of the current connection; pages behind the gate always have one. */
export function useGateway(): GatewayClient {
  return useSession().client;
}

/** The client where there may be no connection. */
export function useMaybeGateway(): GatewayClient | undefined {
  return useGatewayContext().session?.client;
}

export function useConnection(): Connection {
  return useSession().connection;
}

export function useLocalCatalogue(): LocalCatalogue {
  return useSession().catalogue;
}

/** What this browser saw of the quota over this connection's address and bot, oldest first. */
export function useConsumptionHistory(): { seen: readonly Seen[]; forget: () => void } {
  const { history } = useSession();
  const seen = useSyncExternalStore(history.subscribe, history.all);
  return { seen, forget: history.forget };
}

const ASK_AGAIN_MS = 3000;

/** What the gateway announces: undefined while it is asked, null when it announces nothing or cannot be asked now. */
export function useCapabilities(): Capabilities | null | undefined {
  const { session } = useGatewayContext();
  const { data, isError } = useQuery({
    queryKey: ['capabilities', session?.connection.id],
    queryFn: () => session?.client.capabilities() ?? null,
    enabled: session !== undefined,
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  });
  return isError ? (data ?? null) : data;
}

/** Used and left of the ledger that the newest response reported; undefined until one did, and on Connect. */
export function useConsumption(): Consumption | undefined {
  return use(GatewayContext)?.consumption;
}
