import { useTranslation } from 'react-i18next';
import { useActiveAlerts } from './use-alerts.ts';

/** How many alerts are active, for those who may see them. */
export function AlertsStatus() {
  const { t } = useTranslation('alerts');
  const active = useActiveAlerts(true).data?.active;
  if (active === undefined) return null;
  return active === 0 ? t('active.none') : t('sign', { count: active });
}
