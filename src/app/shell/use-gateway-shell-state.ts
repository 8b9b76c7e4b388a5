import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumption } from '#contract/envelope.ts';
import { alertsOfBots, listAlerts } from '#contract/operations/alerts.ts';
import { usage } from '#contract/operations/usage.ts';
import { fetchUnits } from '#src/api/client/units.ts';
import {
  useCapabilities,
  useConsumption,
  useIsForeign,
  useOptionalGateway,
} from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useCanUse, usePermissions, useSession } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useSignOut } from '#src/api/hooks/use-sign-out.ts';
import { quotaLimit } from '#src/api/hooks/use-usage.ts';
import { LOCAL_OPERATIONS } from '#src/api/stores/local-operations.ts';
import { gatewayAddress } from '#src/api/transport/connection.ts';
import { BlockedByCspError, Unauthorized, UnreachableError } from '#src/api/transport/gateway-errors.ts';
import { useAlertText } from '#src/features/alerts/use-alert-text.ts';
import { useActiveAlerts, useAlertsOfBots } from '#src/features/alerts/use-alerts.ts';
import { WARNING_THRESHOLD } from '#src/ui/quota/compute-burn-down.ts';
import { useBotName } from '#src/ui/use-bot-name.ts';
import type { ShellState } from './shell-state-context.ts';

const MAX_HITS = 8;

/** Between readings of the ledgers after responses that report another consumption. */
const REREAD_INTERVAL_MS = 1000;

/**
 * The text ledger where the responses do not say all: before the first, for a key with a cap, and near the end of the
 * quota, when it may be used up though something is left. Then it is read again after each that reports other figures.
 */
function useTextLedger({ reported, isCapped }: { reported: Consumption | undefined; isCapped: boolean }) {
  const isNearlyUsed = reported !== undefined && reported.used >= WARNING_THRESHOLD * reported.total;
  const isIncomplete = isCapped || isNearlyUsed;
  const { data, dataUpdatedAt, refetch } = useRead(usage, undefined, {
    enabled: reported === undefined || isIncomplete,
    staleTime: 60_000,
  });
  const ledger = data?.ledgers.find((entry) => entry.ledger === 'text');
  const isStale =
    isIncomplete && ledger !== undefined && reported !== undefined && reported.used !== ledger.used;
  useEffect(() => {
    if (!isStale) return undefined;
    const wait = Math.max(0, dataUpdatedAt + REREAD_INTERVAL_MS - Date.now());
    const timer = setTimeout(() => void refetch(), wait);
    return () => clearTimeout(timer);
  }, [isStale, dataUpdatedAt, refetch]);
  return ledger;
}

/** Active alerts of all bots, those of others with the name of their bot; of this bot alone where no more is offered. */
function useShellAlerts(current: string | undefined): ShellState['alerts'] {
  const { t } = useTranslation('shell');
  const canSeeAll = useCanUse(alertsOfBots);
  const canSeeOwn = useCanUse(listAlerts) && !canSeeAll;
  const all = useAlertsOfBots(canSeeAll).data;
  const own = useActiveAlerts(canSeeOwn).data;
  const { sentence } = useAlertText();
  const botName = useBotName();
  const list =
    canSeeAll && all
      ? { total: all.total, items: all.items }
      : canSeeOwn && own
        ? { total: own.active, items: own.items.map((alert) => ({ ...alert, botId: 0, botName: '' })) }
        : undefined;
  return (
    list && {
      total: list.total,
      items: list.items.map((alert) => ({
        id: `${alert.botId} ${alert.id}`,
        sentence:
          alert.botId === 0 || String(alert.botId) === current
            ? sentence(alert)
            : t('alertOfBot', {
                bot: botName({ id: alert.botId, name: alert.botName }),
                sentence: sentence(alert),
              }),
      })),
    }
  );
}

/** What the frame shows of the connection: its name, whether the gateway answers, the quota, the number of units. */
export function useGatewayShellState(): ShellState {
  const connections = useConnections();
  const connection = connections.current();
  const gateway = useOptionalGateway();
  const reported = useConsumption();
  const capabilities = useCapabilities();
  const isForeign = useIsForeign();
  const signOut = useSignOut();
  const id = connection?.id;
  const session = useSession();
  const hasPermission = usePermissions();
  const alerts = useShellAlerts(connection?.bot);

  const count = useQuery({
    queryKey: ['units', id, 'count'],
    queryFn: async () => {
      const list = await (gateway === undefined
        ? null
        : fetchUnits(gateway, { offset: 0, limit: 1, sort: '-modifiedOn' }));
      return list?.total ?? null;
    },
    enabled: gateway !== undefined,
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
  const isCapped = session.data?.view.caps.text !== undefined;
  const ledger = useTextLedger({ reported, isCapped });
  if (connection === undefined || gateway === undefined) return { gateway: 'checking' };
  const isUnreachable = count.error instanceof UnreachableError || count.error instanceof BlockedByCspError;
  return {
    connection: {
      name: connection.name,
      bot: connection.bot,
      host: new URL(gatewayAddress(connection)).host,
    },
    gateway: isUnreachable ? 'unreachable' : count.isPending ? 'checking' : 'connected',
    consumption: quotaLimit(ledger, reported),
    unitCount: count.data ?? undefined,
    searchUnits:
      count.data === null || count.data === undefined
        ? undefined
        : async (search) =>
            (await fetchUnits(gateway, { search, offset: 0, limit: MAX_HITS, sort: '-modifiedOn' }))?.items ??
            [],
    searchPassages: async (words, signal) =>
      (await import('./search-passages.ts')).searchPassages(gateway, words, signal),
    extensions: capabilities?.extensions ?? (isForeign ? LOCAL_OPERATIONS : undefined),
    bots: session.data?.bots,
    timeZone: session.data?.bots.find((bot) => String(bot.id) === connection.bot)?.zone,
    switchBot: (bot) => connections.update(connection.id, { bot: String(bot) }),
    hasPermission: (right) => hasPermission(right) !== false,
    alerts,
    keyRejection: session.error instanceof Unauthorized ? session.error : undefined,
    keyWasAccepted: session.data !== undefined,
    signOut,
  };
}
