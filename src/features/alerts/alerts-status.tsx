import { useTranslation } from 'react-i18next';
import { useActiveAlerts } from './use-alerts.ts';

/** Number of active alerts, for keys that may read alerts. */
export function AlertsStatus() {
  const { t } = useTranslation('alerts');
  const active = useActiveAlerts(true).data?.active;
  if (active === undefined) return null;
  return active === 0 ? t('active.none') : t('sign', { count: active });
}
