import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#src/api/gateway-context.tsx';
import { useCan, useOffers, useSession } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** The way from the settings to the bots; absent where the gateway does not tell of them. */
export function BotsSettings() {
  const { t } = useTranslation('bots');
  const { bot } = useConnection();
  const name = useSession().data?.bots.find(({ id }) => String(id) === bot)?.name;
  const manages = useCan('changeBot');
  if (useOffers('listBots') !== true) return null;
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      {name === undefined ? null : <Typography>{t('settingsLine', { name })}</Typography>}
      <LinkButton variant="outlined" to={paths.bots()}>
        {t(manages ? 'open' : 'look')}
      </LinkButton>
    </SettingsSection>
  );
}
