import { GatewayFault } from '#gateway/core/errors.ts';
import type { LedgerKind, LedgerState, UsageKey } from '#gateway/modules/usage/model.ts';
import type { QuotaShortage, Reservation } from '#gateway/modules/usage/ports/ledger.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';

/** 402 with the remaining quota, the amount held by calls under way, and the remedy. */
export function quotaExceededFault(
  shortage: QuotaShortage | null,
  { ledger, needed, key }: { ledger: LedgerKind; needed: number; key: Pick<UsageKey, 'id' | 'name'> },
): GatewayFault {
  if (!shortage) return new GatewayFault('no-ledger', { ledger });
  const { of, used, reserved, total, resetsOn } = shortage;
  const figures = {
    ledger,
    left: Math.max(0, total - used - reserved),
    total,
    needed,
    held: reserved,
    resetsOn: resetsOn?.toISOString() ?? '',
    frees: findRemedy(shortage, needed),
  };
  if (of === 'bot') return new GatewayFault('quota-exceeded', figures);
  return new GatewayFault('key-cap-exceeded', { ...figures, key: key.id, name: key.name, used });
}

/** The shortage that would refuse a reservation of a ledger in this state, or null. Reserves nothing. */
export async function findShortage(
  { ledger: ledgers }: Pick<Ports, 'ledger'>,
  { botId, ledger, keyId, cap = null, amount }: Omit<Reservation, 'requestId' | 'action' | 'on'>,
  { used, reserved, total, endsOn: resetsOn }: LedgerState,
): Promise<QuotaShortage | null> {
  if (used + reserved + amount > total) return { of: 'bot', used, reserved, total, resetsOn };
  if (cap === null) return null;
  const ofKey = (await ledgers.usedByKeys(botId, keyId)).find((usage) => usage.ledger === ledger);
  const key = { used: ofKey?.used ?? 0, reserved: ofKey?.reserved ?? 0 };
  return key.used + key.reserved + amount > cap ? { of: 'key', ...key, total: cap, resetsOn } : null;
}

function findRemedy({ used, reserved, total, resetsOn }: QuotaShortage, needed: number) {
  if (reserved > 0 && used + needed <= total) return 'calls';
  return resetsOn && needed <= total ? 'reset' : 'raise';
}
