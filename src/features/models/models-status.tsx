import { useTranslation } from 'react-i18next';
import { useFormats } from '#src/i18n/locale.tsx';
import { useModels } from './use-models.ts';

/** The model servers in use, for keys that may read them. */
export function ModelsStatus() {
  const { t } = useTranslation(['models', 'terms']);
  const formats = useFormats();
  const servers = useModels(true).data?.items;
  if (servers === undefined) return null;
  const names = servers
    .filter(({ inForce }) => inForce !== null)
    .map(({ purpose }) => t(`terms:purpose.${purpose}`));
  return names.length === 0 ? t('settingsNone') : t('settingsLine', { names: formats.list(names) });
}
