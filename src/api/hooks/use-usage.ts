import { usage } from '#contract/operations/usage.ts';
import type { Ledger } from '#contract/usage.ts';
import { useConsumption } from './gateway-context.tsx';
import { useRead } from './use-read.ts';

const REFETCH_INTERVAL_MS = 30_000;

/** The ledgers now; null where the gateway keeps no figures. Reads again by itself. */
export function useUsage() {
  return useRead(usage, undefined, { refetchInterval: REFETCH_INTERVAL_MS });
}

type RemainingQuota = { left: number; total: number };

/** What is left of a ledger, as the newest of all responses reported it; undefined until one did. */
export function useRemainingQuota(ledger: Ledger): RemainingQuota | undefined {
  const state = useUsage().data?.ledgers.find((one) => one.ledger === ledger);
  const reported = useConsumption();
  // The newest response is of the text ledger; what is held for calls under way only the gateway knows.
  const newest = ledger === 'text' ? reported : undefined;
  const total = newest?.total ?? state?.total;
  const used = newest?.used ?? state?.used;
  if (total === undefined || used === undefined) return undefined;
  // What was held when the figures were read may be settled by now, and would count twice.
  const held = used === state?.used ? state.reserved : 0;
  return { left: Math.max(0, total - used - held), total };
}
