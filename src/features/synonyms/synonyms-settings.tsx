import { useTranslation } from 'react-i18next';
import { useOffers } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** The way from the settings to the synonyms; absent where the gateway keeps none. */
export function SynonymsSettings() {
  const { t } = useTranslation('synonyms');
  if (useOffers('listSynonyms') !== true) return null;
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      <div>
        <LinkButton variant="outlined" to={paths.synonyms()}>
          {t('open')}
        </LinkButton>
      </div>
    </SettingsSection>
  );
}
