import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { listAlerts } from '#contract/operations/alerts.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { paths } from '#src/paths.ts';
import { useActiveAlerts } from './use-alerts.ts';

/** A link to the alerts, for those who may see them. */
export function AlertsSettings() {
  const { t } = useTranslation('alerts');
  const canList = useCanUse(listAlerts);
  const active = useActiveAlerts(canList).data?.active;
  if (!canList) return null;
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={{ to: paths.alerts(), label: t('open') }}
    >
      {active === undefined ? null : (
        <Typography>{active === 0 ? t('active.none') : t('sign', { count: active })}</Typography>
      )}
    </SettingsSection>
  );
}
