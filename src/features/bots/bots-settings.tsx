import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { changeBot } from '#contract/operations/bots.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useIsSupported, useSession } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { paths } from '#src/paths.ts';

/** A link to the bots, for those who may see them. */
export function BotsSettings() {
  const { t } = useTranslation('bots');
  const { bot } = useConnection();
  const name = useSession().data?.bots.find(({ id }) => String(id) === bot)?.name;
  const canManage = useCanUse(changeBot);
  if (useIsSupported('listBots') !== true) return null;
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={{ to: paths.bots(), label: t(canManage ? 'open' : 'look') }}
    >
      {name === undefined ? null : <Typography>{t('settingsLine', { name })}</Typography>}
    </SettingsSection>
  );
}
