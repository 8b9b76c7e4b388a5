import { GatewayFault } from '#gateway/errors.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Shortage } from '#gateway/ports.ts';

/** 402: what is left, who holds the rest, and what frees it. */
export function describeShortage(
  shortage: Shortage | null,
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

function findRemedy({ used, reserved, total, resetsOn }: Shortage, needed: number) {
  if (reserved > 0 && used + needed <= total) return 'calls';
  return resetsOn && needed <= total ? 'reset' : 'raise';
}
