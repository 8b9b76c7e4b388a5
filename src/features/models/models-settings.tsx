import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { listModels } from '#contract/operations/models.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { useModels } from './use-models.ts';

/** A link to the model servers, for those who may see them. */
export function ModelsSettings() {
  const { t } = useTranslation(['models', 'terms']);
  const formats = useFormats();
  const canList = useCanUse(listModels);
  const servers = useModels(canList).data?.items;
  if (!canList) return null;
  const names = (servers ?? [])
    .filter(({ inForce }) => inForce !== null)
    .map(({ purpose }) => t(`terms:purpose.${purpose}`));
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={{ to: paths.modelServers(), label: t('open') }}
    >
      {servers === undefined ? null : (
        <Typography>
          {names.length === 0 ? t('settingsNone') : t('settingsLine', { names: formats.list(names) })}
        </Typography>
      )}
    </SettingsSection>
  );
}
