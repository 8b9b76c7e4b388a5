import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useModels } from './use-models.ts';

/** The way from the settings to the model servers; absent for those who may not set them. */
export function ModelsSettings() {
  const { t } = useTranslation(['models', 'terms']);
  const formats = useFormats();
  const can = useCan('listModels');
  const servers = useModels(can).data?.items;
  if (!can) return null;
  const names = (servers ?? [])
    .filter(({ inForce }) => inForce !== null)
    .map(({ purpose }) => t(`terms:purpose.${purpose}`));
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      {servers === undefined ? null : (
        <Typography>
          {names.length === 0 ? t('settingsNone') : t('settingsLine', { names: formats.list(names) })}
        </Typography>
      )}
      <LinkButton variant="outlined" to={paths.modelServers()}>
        {t('open')}
      </LinkButton>
    </SettingsSection>
  );
}
