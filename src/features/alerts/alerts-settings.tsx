import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { paths } from '#src/paths.ts';
import { useActiveAlerts } from './use-alerts.ts';

/** The way from the settings to the alerts; absent for those who may not see them. */
export function AlertsSettings() {
  const { t } = useTranslation('alerts');
  const can = useCan('listAlerts');
  const active = useActiveAlerts(can).data?.active;
  if (!can) return null;
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      {active === undefined ? null : (
        <Typography>{active === 0 ? t('active.none') : t('sign', { count: active })}</Typography>
      )}
      <LinkButton variant="outlined" to={paths.alerts()}>
        {t('open')}
      </LinkButton>
    </SettingsSection>
  );
}
