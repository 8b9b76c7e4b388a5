import type { LedgerState } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';

/** A limit whose rest is smaller than what the smallest recent call needed. */
export interface Exhaustion {
  /** The minute of the first call that it rejected; null while it rejected none. */
  since: Date | null;
  /** Calls rejected from that minute on. */
  rejected: number;
}

/** Whether a quota is used up, or, with the family of a key, the key's cap; null while there is enough for a call. */
export async function findExhaustion(
  { usage }: Pick<Ports, 'usage'>,
  botId: number,
  { ledger, used, total, startsOn }: Pick<LedgerState, 'ledger' | 'used' | 'total' | 'startsOn'>,
  keyId?: string,
): Promise<Exhaustion | null> {
  if (total === 0) return null;
  const recent = await usage.recentCalls({ botId, ledger, keyId });
  if (total - used >= Math.max(1, recent?.smallest ?? 1)) return null;
  const from = new Date(Math.max(recent?.lastOn.getTime() ?? 0, startsOn?.getTime() ?? 0));
  const fault = keyId === undefined ? 'quota-exceeded' : 'key-cap-exceeded';
  const { since, count: rejected } = await usage.rejections({ botId, ledger, fault, keyId, from });
  return { since, rejected };
}
