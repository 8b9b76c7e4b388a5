import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/alerts.ts';

/** Why a delivery failed; undefined if it arrived or was not attempted yet. */
export function useDeliveryProblemText(): (
  delivery: Pick<Delivery, 'state' | 'status'> & { problem: string | null },
) => string | undefined {
  const { t, i18n } = useTranslation('alerts');
  return ({ state, problem, status }) => {
    if (state === 'delivered') return undefined;
    if (problem === null)
      return status === null ? undefined : t('problem.status', { status: String(status) });
    return i18n.exists(`problem.${problem}`, { ns: 'alerts' })
      ? t(`problem.${problem as Exclude<Delivery['problem'], null>}`)
      : t('problem.other', { problem });
  };
}
