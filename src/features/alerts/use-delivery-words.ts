import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/alerts.ts';
import type { alerts } from '#src/i18n/en/alerts.ts';

type Problem = Exclude<keyof typeof alerts.problem, 'status' | 'other'>;

const KNOWN: Record<Problem, true> = {
  'address-not-allowed': true,
  'name-not-found': true,
  unreachable: true,
  'bad-certificate': true,
  'took-too-long': true,
  redirected: true,
  gone: true,
  'switched-off': true,
  'secret-unreadable': true,
};

const isKnown = (problem: string): problem is Problem => Object.hasOwn(KNOWN, problem);

/** Why a delivery did not arrive, in words; undefined when it did, or was not tried yet. */
export function useDeliveryWords(): (delivery: Delivery) => string | undefined {
  const { t } = useTranslation('alerts');
  return ({ state, problem, status }) => {
    if (state === 'delivered') return undefined;
    if (problem !== null) return isKnown(problem) ? t(`problem.${problem}`) : t('problem.other', { problem });
    return status === null ? undefined : t('problem.status', { status: String(status) });
  };
}
