import type { AlertDetails } from '#gateway/modules/alerts/ports/alerts.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import { nameFamilies } from '#gateway/modules/usage/services/name-groups.ts';

/** An amount, or a number of calls, of a family of keys. */
export interface FamilyAmount {
  family: string;
  amount: number;
}

/** The family with the most of all amounts, and its share of them; undefined without any. */
function findTopKey(amounts: readonly FamilyAmount[]): { family: string; share: number } | undefined {
  const sums = new Map<string, number>();
  for (const { family, amount } of amounts) sums.set(family, (sums.get(family) ?? 0) + amount);
  const [top] = [...sums].toSorted(([, a], [, b]) => b - a);
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0);
  return top && total > 0 ? { family: top[0], share: top[1] / total } : undefined;
}

/** Details that name the key behind an alert: the one that used most of the quota in the period, or was rejected most. */
export async function describeTopKey(
  ports: Pick<Ports, 'keys' | 'ledger'>,
  botId: number,
  ledger: string | null,
  rejected: readonly FamilyAmount[],
): Promise<AlertDetails> {
  const used = ledger === null ? [] : await ports.ledger.usedByKeys(botId);
  const top = findTopKey(
    ledger === null
      ? rejected
      : used
          .filter((usage) => usage.ledger === ledger)
          .map(({ keyId, used: amount }) => ({ family: keyId, amount })),
  );
  const name = top && (await nameFamilies(ports)).get(top.family);
  // A removed key has no name, and can be neither paused nor looked up.
  return name === undefined ? {} : { topKey: top?.family ?? '', topName: name, topShare: top?.share ?? 0 };
}
