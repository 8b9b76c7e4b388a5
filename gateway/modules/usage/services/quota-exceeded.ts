import { GatewayFault } from '#gateway/core/errors.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { QuotaShortage } from '#gateway/modules/usage/ports/ledger.ts';

/** 402 with what is left of the quota, what calls under way hold, and what frees it. */
export function quotaExceededFault(
  shortage: QuotaShortage | null,
  ledger: LedgerKind,
  needed: number,
): GatewayFault {
  if (!shortage) return new GatewayFault('no-ledger', { ledger });
  const { of, used, reserved, total, resetsOn } = shortage;
  return new GatewayFault(of === 'key' ? 'key-cap-exceeded' : 'quota-exceeded', {
    ledger,
    left: Math.max(0, total - used - reserved),
    total,
    needed,
    held: reserved,
    resetsOn: resetsOn?.toISOString() ?? '',
    frees: findRemedy(shortage, needed),
  });
}

function findRemedy({ used, reserved, total, resetsOn }: QuotaShortage, needed: number) {
  if (reserved > 0 && used + needed <= total) return 'calls';
  return resetsOn && needed <= total ? 'reset' : 'raise';
}
