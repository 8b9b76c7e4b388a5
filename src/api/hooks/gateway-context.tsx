import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Capabilities } from '#contract/capabilities.ts';
import type { Consumption } from '#contract/envelope.ts';
import { fetchCapabilities } from '#src/api/client/capabilities.ts';
import { createGatewayClient, type GatewayClient } from '#src/api/client/gateway-client.ts';
import { createAbsentOperations, forgetAbsentAfterReload } from '#src/api/stores/absent-operations.ts';
import {
  type ConsumptionHistory,
  type ConsumptionSample,
  createConsumptionHistory,
} from '#src/api/stores/consumption-history.ts';
import {
  type CatalogueUnit,
  createLocalCatalogue,
  type LocalCatalogue,
} from '#src/api/stores/local-catalogue.ts';
import { isLocalOperation } from '#src/api/stores/local-operations.ts';
import { createServedCalls, type ServedCallsStore } from '#src/api/stores/served-calls.ts';
import { onStorageEvent, openStorage } from '#src/api/stores/storage.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { useConnections } from './use-connections.tsx';

type ActiveConnection = {
  connection: Connection;
  client: GatewayClient;
  catalogue: LocalCatalogue;
  history: ConsumptionHistory;
};
type GatewayContextValue = {
  active: ActiveConnection | undefined;
  /** What was tried is asked about where there is no connection too, as while signing out. */
  servedCalls: ServedCallsStore;
};
/** Apart from the rest: it changes with every call that costs, and few parts of a page show it. */
type ConsumptionContextValue = {
  consumption: Consumption | undefined;
  /** The same; undefined where a later call may have spent and did not say. */
  baseline: Consumption | undefined;
};

type LastConsumption = { id: string; consumption: Consumption; isCurrent: boolean };

const GatewayContext = createContext<GatewayContextValue | undefined>(undefined);
const ConsumptionContext = createContext<ConsumptionContextValue>({
  consumption: undefined,
  baseline: undefined,
});

/** The previous object when no value differs: most calls cost nothing, so nothing renders again. */
function withConsumption(
  last: LastConsumption | undefined,
  { id, consumption }: Pick<LastConsumption, 'id' | 'consumption'>,
): LastConsumption {
  const isSame =
    last?.id === id &&
    last.isCurrent &&
    last.consumption.used === consumption.used &&
    last.consumption.total === consumption.total;
  return isSame ? last : { id, consumption, isCurrent: true };
}

/** The current connection, its client, and the newest Consumption that any response reported. */
export function GatewayProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const connection = useConnections().current();
  const [servedCalls] = useState(() => {
    forgetAbsentAfterReload(openStorage('sessionStorage'));
    return createServedCalls();
  });
  const [lastConsumption, setLastConsumption] = useState<LastConsumption>();

  const active = useMemo((): ActiveConnection | undefined => {
    if (connection === undefined) return undefined;
    const storage = openStorage('localStorage');
    const catalogue = createLocalCatalogue(connection, storage, onStorageEvent);
    const history = createConsumptionHistory(connection, storage);
    const client = createGatewayClient(connection, {
      onConsumption: (consumption) => {
        history.record(consumption);
        setLastConsumption((last) => withConsumption(last, { id: connection.id, consumption }));
      },
      onUnknownCharge: () => setLastConsumption((last) => last && { ...last, isCurrent: false }),
      catalogue,
      onCallTried: servedCalls.record,
      readCapabilities: () => readCapabilities(queryClient, { connection, client }),
      keepsLocally: () => isForeign(queryClient, { connection, client }),
      serveLocally: async (gateway, operation, input) => {
        if (!isLocalOperation(operation.id) || !(await isForeign(queryClient, { connection, client })))
          return undefined;
        const { serveLocally } = await import('#src/api/local/serve-locally.ts');
        return { answer: await serveLocally(gateway, operation, input) };
      },
      absent: createAbsentOperations(connection, openStorage('sessionStorage')),
    });
    return { connection, client, catalogue, history };
  }, [connection, queryClient, servedCalls]);

  const last = lastConsumption?.id === connection?.id ? lastConsumption : undefined;
  const consumption = last?.consumption;
  const baseline = last?.isCurrent === true ? consumption : undefined;
  const value = useMemo(() => ({ active, servedCalls }), [active, servedCalls]);
  const spent = useMemo(() => ({ consumption, baseline }), [consumption, baseline]);
  return (
    <GatewayContext value={value}>
      <ConsumptionContext value={spent}>{children}</ConsumptionContext>
    </GatewayContext>
  );
}

function useGatewayContext(): GatewayContextValue {
  const value = use(GatewayContext);
  if (value === undefined) throw new Error('The gateway is used outside its provider');
  return value;
}

function useActiveConnection(): ActiveConnection {
  const { active } = useGatewayContext();
  if (active === undefined) throw new Error('There is no connection');
  return active;
}

/** The client of the current connection; pages behind the gate always have one. */
export function useGateway(): GatewayClient {
  return useActiveConnection().client;
}

/** The client where there may be no connection. */
export function useOptionalGateway(): GatewayClient | undefined {
  return useGatewayContext().active?.client;
}

export function useConnection(): Connection {
  return useActiveConnection().connection;
}

export function useLocalCatalogue(): LocalCatalogue {
  return useActiveConnection().catalogue;
}

const NO_UNITS: readonly CatalogueUnit[] = [];
const noUnits = () => NO_UNITS;
const neverChanges = () => () => undefined;

/** Units of the local catalogue, kept up to date with this tab and the others; none while they are not wanted. */
export function useCatalogueUnits(isWanted = true): readonly CatalogueUnit[] {
  const { subscribe, all } = useLocalCatalogue();
  return useSyncExternalStore(isWanted ? subscribe : neverChanges, isWanted ? all : noUnits);
}

/** Outcomes of unannounced calls during this visit: served or refused. */
export function useServedCalls(): ReturnType<ServedCallsStore['all']> {
  const { servedCalls } = useGatewayContext();
  return useSyncExternalStore(servedCalls.subscribe, servedCalls.all);
}

/** Quota samples of this browser for the connection's address and bot, oldest first. */
export function useConsumptionHistory(): { seen: readonly ConsumptionSample[]; forget: () => void } {
  const { history } = useActiveConnection();
  const seen = useSyncExternalStore(history.subscribe, history.all);
  return { seen, forget: history.clear };
}

const RETRY_INTERVAL_MS = 3000;

const capabilitiesQuery = (active: Pick<ActiveConnection, 'connection' | 'client'> | undefined) => ({
  queryKey: ['capabilities', active?.connection.id],
  queryFn: () => (active === undefined ? null : fetchCapabilities(active.client)),
  staleTime: 5 * 60_000,
});

/** The cached capabilities, or a new read; null when the read fails. */
function readCapabilities(
  queryClient: QueryClient,
  active: Pick<ActiveConnection, 'connection' | 'client'> | undefined,
): Promise<Capabilities | null> {
  return queryClient.ensureQueryData(capabilitiesQuery(active)).catch(() => null);
}

/** Whether the gateway is known to announce no extensions; false while the gateway cannot be reached. */
function isForeign(
  queryClient: QueryClient,
  active: Pick<ActiveConnection, 'connection' | 'client'>,
): Promise<boolean> {
  return queryClient.ensureQueryData(capabilitiesQuery(active)).then(
    (capabilities) => capabilities === null,
    () => false,
  );
}

/** Whether the gateway is known to announce no extensions. */
export function useIsForeign(): boolean {
  const { active } = useGatewayContext();
  const { data } = useQuery({ ...capabilitiesQuery(active), enabled: active !== undefined });
  return data === null;
}

/** The gateway's capabilities: undefined while loading, null when the gateway announces none or cannot be reached. */
export function useCapabilities(): Capabilities | null | undefined {
  const { active } = useGatewayContext();
  const { data, isError } = useQuery({
    ...capabilitiesQuery(active),
    enabled: active !== undefined,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_INTERVAL_MS : false),
  });
  return isError ? (data ?? null) : data;
}

/** Reads the capabilities for actions that may run before they are loaded. */
export function useReadCapabilities(): () => Promise<Capabilities | null> {
  const { active } = useGatewayContext();
  const queryClient = useQueryClient();
  return useCallback(() => readCapabilities(queryClient, active), [active, queryClient]);
}

/** Consumption of the ledger in the newest response; undefined before the first report, and on Connect. */
export function useConsumption(): Consumption | undefined {
  return use(ConsumptionContext).consumption;
}

/** Consumption as the baseline for the next call's cost; undefined after a call of unknown cost. */
export function useConsumptionBaseline(): Consumption | undefined {
  return use(ConsumptionContext).baseline;
}
