import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listTests } from '#contract/operations/tests.ts';
import { useConnection, useIsForeign } from '#src/api/hooks/gateway-context.tsx';
import { meanCharge } from '#src/api/local/local-runs.ts';
import { openLocalStore } from '#src/api/local/local-store.ts';
import { roundToTwoDigits } from '#src/ui/quota/estimate-answer.ts';

/** What asking so many tests costs, where the gateway charges them; undefined where asking is free. */
export function useLocalCost(count: number): string | undefined {
  const { t } = useTranslation(['judging', 'spending']);
  const connection = useConnection();
  const isForeign = useIsForeign();
  const { data } = useQuery({
    // Read again with the tests, and with each page that shows it.
    queryKey: [listTests.id, connection.id, connection.bot, 'mean'],
    queryFn: async () => (await meanCharge(openLocalStore(connection))) ?? null,
    enabled: isForeign,
    staleTime: 0,
  });
  if (!isForeign) return undefined;
  if (data === undefined || data === null) return t('local.costUnknown');
  const tokens = Math.max(1, roundToTwoDigits(Math.round(data * count)));
  return t('local.cost', { amount: t('spending:amount.text', { count: tokens }) });
}
