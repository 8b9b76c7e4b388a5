import { type ComponentType, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { ChildPagesContext } from '#src/app/child-pages-context.ts';
import { ConnectionSettings } from '#src/features/access/connection-settings.tsx';
import { FieldNamesSettings } from '#src/features/access/field-names-settings.tsx';
import { SignInSettings } from '#src/features/access/sign-in-settings.tsx';
import { StatusNamesSettings } from '#src/features/access/status-names-settings.tsx';
import { AlertsStatus } from '#src/features/alerts/alerts-status.tsx';
import { JobsStatus } from '#src/features/jobs/jobs-status.tsx';
import { OwnKey } from '#src/features/keys/own-key.tsx';
import { ModelsStatus } from '#src/features/models/models-status.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { SettingsLink } from '#src/ui/settings-link.tsx';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';

const ADMINISTRATION = ['people', 'keys', 'bots', 'models', 'jobs', 'alerts', 'audit'] as const;
const STATUS: Partial<Record<(typeof ADMINISTRATION)[number], ComponentType>> = {
  alerts: AlertsStatus,
  jobs: JobsStatus,
  models: ModelsStatus,
};

/** The pages that owners work with, as far as the gateway has them and the key may. */
function Administration() {
  const { t } = useTranslation(['settings', 'shell']);
  const pages = use(ChildPagesContext);
  const offered = ADMINISTRATION.flatMap((name) => {
    const page = pages.find((child) => child.name === name);
    return page === undefined ? [] : [{ ...page, name, Status: STATUS[name] }];
  });
  if (offered.length === 0) return null;
  return (
    <SettingsSection title={t('administration.title')} text={t('administration.text')}>
      <PlainList aria-label={t('administration.title')} sx={{ width: '100%', marginBlockStart: -1.5 }}>
        {offered.map(({ name, path, Icon, Status }) => (
          <SettingsLink
            key={name}
            to={path}
            Icon={Icon}
            title={t(`shell:${name}`)}
            text={t(`administration.${name}`)}
            status={Status && <Status />}
          />
        ))}
      </PlainList>
    </SettingsSection>
  );
}

export function SettingsPage() {
  const { t } = useTranslation('settings');
  const { id: connectionId } = useConnection();
  // Other gateways do not report the rights of a key.
  const knowsKey = useSession().data !== null;
  return (
    <PageFrame title={t('title')}>
      <AppearanceSettings />
      <SettingsSection title={t('account.title')} text={t(knowsKey ? 'account.text' : 'account.textForeign')}>
        <OwnKey />
        <SignInSettings />
      </SettingsSection>
      <ConnectionSettings />
      <StatusNamesSettings />
      <FieldNamesSettings key={connectionId} />
      <Administration />
    </PageFrame>
  );
}
