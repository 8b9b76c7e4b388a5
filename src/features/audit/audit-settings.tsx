import { useTranslation } from 'react-i18next';
import { useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** The way from the settings to who did what; absent where the gateway does not tell or the key may not know. */
export function AuditSettings() {
  const { t } = useTranslation('audit');
  const may = useCan('listAudit');
  if (!may) return null;
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      <LinkButton variant="outlined" to={paths.audit()}>
        {t('open')}
      </LinkButton>
    </SettingsSection>
  );
}
