import { useTranslation } from 'react-i18next';
import { useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** A link to the synonyms, for those who may see them. */
export function SynonymsSettings() {
  const { t } = useTranslation('synonyms');
  if (useIsSupported('listSynonyms') !== true) return null;
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={{ to: paths.synonyms(), label: t('open') }}
    />
  );
}
