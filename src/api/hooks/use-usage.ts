import type { Consumption } from '#contract/envelope.ts';
import { usage } from '#contract/operations/usage.ts';
import type { Ledger, LedgerState } from '#contract/usage.ts';
import { useConsumption } from './gateway-context.tsx';
import { useRead } from './use-read.ts';

const REFETCH_INTERVAL_MS = 30_000;

/** The ledgers now; null where the gateway keeps no figures. Reads again by itself. */
export function useUsage() {
  return useRead(usage, undefined, { refetchInterval: REFETCH_INTERVAL_MS });
}

/** The limit that is reached first: the cap of the key, or the quota of the bot. */
export type LimitHolder = 'key' | 'bot';

type Amounts = Pick<LedgerState, 'used' | 'reserved' | 'total'>;

/** What is left, and not held for calls under way. */
export function remainingQuota({ used, reserved, total }: Amounts): number {
  return Math.max(0, total - used - reserved);
}

/** A ledger with the figures of the limit that the key of this connection reaches first, and whose limit that is. */
export function tightestLimit(state: LedgerState): LedgerState & { of: LimitHolder } {
  const { key } = state;
  return key && remainingQuota(key) < remainingQuota(state)
    ? { ...state, ...key, of: 'key' }
    : { ...state, of: 'bot' };
}

/** The ledger after a later response: what it reports as used counts for the key too until the ledgers are read again. */
function updateState(state: LedgerState, { used, total }: Consumption): LedgerState {
  if (used === state.used && total === state.total) return state;
  if (used === state.used) return { ...state, total, exhausted: null };
  const { key } = state;
  const since = Math.max(0, used - state.used);
  // What was held when the figures were read may be settled by now, and would count twice.
  return {
    ...state,
    used,
    total,
    reserved: 0,
    exhausted: null,
    key: key && { ...key, used: key.used + since, reserved: 0, exhausted: null },
  };
}

/** `usedUp`: less is left than the smallest recent call needed. */
type QuotaLimit = { of: LimitHolder; used: number; left: number; total: number; usedUp: boolean };

/** The limit that the next call meets first, as the newest of all responses reported it; undefined until one did. */
export function useQuotaLimit(ledger: Ledger): QuotaLimit | undefined {
  const state = useUsage().data?.ledgers.find((entry) => entry.ledger === ledger);
  const reported = useConsumption();
  // The newest response is of the text ledger.
  const newest = ledger === 'text' ? reported : undefined;
  return quotaLimit(state, newest);
}

/** The same of a ledger as it was read, and of the consumption that a later response reported. */
export function quotaLimit(
  state: LedgerState | undefined,
  newest: Consumption | undefined,
): QuotaLimit | undefined {
  if (state === undefined)
    return (
      newest && {
        ...newest,
        of: 'bot',
        left: Math.max(0, newest.total - newest.used),
        usedUp: newest.used >= newest.total,
      }
    );
  const { of, used, reserved, total, exhausted } = tightestLimit(newest ? updateState(state, newest) : state);
  return {
    of,
    used,
    total,
    left: remainingQuota({ used, reserved, total }),
    usedUp: exhausted != null || used >= total,
  };
}
