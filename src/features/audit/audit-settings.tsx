import { useTranslation } from 'react-i18next';
import { listAudit } from '#contract/operations/audit.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** The link from Settings to the audit log; absent where the gateway keeps none or the role may not see it. */
export function AuditSettings() {
  const { t } = useTranslation('audit');
  const canList = useCanUse(listAudit);
  if (!canList) return null;
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={{ to: paths.audit(), label: t('open') }}
    />
  );
}
