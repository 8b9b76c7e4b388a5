import { useQuery } from '@tanstack/react-query';
import { connectionLabel, baseOf } from '#src/api/connection.ts';
import { BlockedByPolicy, Unauthorized, Unreachable } from '#src/api/errors.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import { useCapabilities, useConsumption, useMaybeGateway } from '#src/api/gateway-context.tsx';
import { useCan, useRights, useSession } from '#src/api/use-role.ts';
import { useSignOut } from '#src/api/use-sign-out.ts';
import { useAlertWords } from '#src/features/alerts/alert-words.ts';
import { useActiveAlerts } from '#src/features/alerts/use-alerts.ts';
import type { ShellState } from './shell-state.ts';

const HITS = 8;

/** What the frame shows of the connection: its name, whether the gateway answers, the quota, the number of units. */
export function useShellState(): ShellState {
  const connections = useConnections();
  const connection = connections.current();
  const gateway = useMaybeGateway();
  const reported = useConsumption();
  const capabilities = useCapabilities();
  const signOut = useSignOut();
  const id = connection?.id;
  const session = useSession();
  const may = useRights();
  const watches = useCan('listAlerts');
  const alerts = useActiveAlerts(watches);
  const words = useAlertWords();

  const count = useQuery({
    queryKey: ['units', id, 'count'],
    queryFn: async () => {
      const list = await gateway?.listUnits({ offset: 0, limit: 1, sort: '-modifiedOn' });
      return list?.total ?? null;
    },
    enabled: gateway !== undefined,
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const usage = useQuery({
    queryKey: ['usage', id, connection?.bot],
    queryFn: async () => (await gateway?.usage.now()) ?? null,
    enabled: gateway !== undefined && reported === undefined,
    staleTime: 60_000,
  });
  if (connection === undefined || gateway === undefined) return { gateway: 'checking' };
  const silent = count.error instanceof Unreachable || count.error instanceof BlockedByPolicy;
  const ledger = usage.data?.ledgers.find((one) => one.ledger === 'text');
  return {
    connection: {
      name: connectionLabel(connection),
      bot: connection.bot,
      host: new URL(baseOf(connection)).host,
    },
    gateway: silent ? 'unreachable' : count.isPending ? 'checking' : 'connected',
    consumption: reported ?? (ledger && { used: ledger.used, total: ledger.total }),
    unitCount: count.data ?? undefined,
    searchUnits:
      count.data === null || count.data === undefined
        ? undefined
        : async (search) =>
            (await gateway.listUnits({ search, offset: 0, limit: HITS, sort: '-modifiedOn' }))?.items ?? [],
    extensions: capabilities?.extensions,
    bots: session.data?.bots,
    chooseBot: (bot) => connections.update(connection.id, { bot: String(bot) }),
    may: (endpoint) => may(endpoint) !== false,
    alerts: watches
      ? alerts.data?.items.map((alert) => ({ id: alert.id, sentence: words.sentence(alert) }))
      : undefined,
    refusal: session.error instanceof Unauthorized ? session.error : undefined,
    signOut,
  };
}
