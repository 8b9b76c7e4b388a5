import { keepPreviousData } from '@tanstack/react-query';
import { alertsOfBots, listAlerts } from '#contract/operations/alerts.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

/** How often an open page looks for new alerts. */
const REFETCH_INTERVAL_MS = 30_000;
const MAX_ACTIVE_ALERTS = 50;

/** The active alerts of the bot. */
export function useActiveAlerts(enabled: boolean) {
  const query = { state: 'active', offset: 0, limit: MAX_ACTIVE_ALERTS } as const;
  // A page always opens with current alerts.
  return useRead(listAlerts, { query }, { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS });
}

/** The active alerts of every bot of the key. */
export function useAlertsOfBots(enabled: boolean) {
  const query = { offset: 0, limit: MAX_ACTIVE_ALERTS };
  return useRead(alertsOfBots, { query }, { enabled, staleTime: 0, refetchInterval: REFETCH_INTERVAL_MS });
}

/** One page of all alerts, newest first. */
export function useAllAlerts(page: number, pageSize: number, enabled: boolean) {
  const query = { state: 'all', offset: page * pageSize, limit: pageSize } as const;
  return useRead(
    listAlerts,
    { query },
    { enabled, placeholderData: keepPreviousData, refetchInterval: REFETCH_INTERVAL_MS },
  );
}
