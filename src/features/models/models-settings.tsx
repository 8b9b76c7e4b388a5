import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MODEL_PURPOSES } from '#contract/models.ts';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import { useCan } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';

/** The way from the settings to the model servers; absent for those who may not set them. */
export function ModelsSettings() {
  const { t } = useTranslation(['models', 'terms']);
  const formats = useFormats();
  const can = useCan('listModels');
  const offered = useCapabilities()?.models;
  if (!can) return null;
  const names = MODEL_PURPOSES.filter((purpose) => offered?.[purpose] === true).map((purpose) =>
    t(`terms:purpose.${purpose}`),
  );
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      {offered === undefined ? null : (
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
