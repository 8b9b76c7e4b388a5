import { useTranslation } from 'react-i18next';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { ConnectionSettings } from '#src/features/access/connection-settings.tsx';
import { StatusNamesSettings } from '#src/features/access/status-names-settings.tsx';
import { AlertsSettings } from '#src/features/alerts/alerts-settings.tsx';
import { BotsSettings } from '#src/features/bots/bots-settings.tsx';
import { AuditSettings } from '#src/features/audit/audit-settings.tsx';
import { KeysSettings } from '#src/features/keys/keys-settings.tsx';
import { ModelsSettings } from '#src/features/models/models-settings.tsx';
import { SynonymsSettings } from '#src/features/synonyms/synonyms-settings.tsx';
import { AppearanceSettings } from '../appearance-settings.tsx';

export function Component() {
  const { t } = useTranslation('settings');
  return (
    <PageFrame title={t('title')}>
      <ConnectionSettings />
      <SynonymsSettings />
      <StatusNamesSettings />
      <KeysSettings />
      <BotsSettings />
      <ModelsSettings />
      <AlertsSettings />
      <AuditSettings />
      <AppearanceSettings />
    </PageFrame>
  );
}
