import { SmallText } from '#src/ui/small-text.tsx';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { listKeys } from '#contract/operations/keys.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useCanUse, useIsSupported, useSession } from '#src/api/hooks/use-permissions.ts';
import { SettingsSection } from '#src/ui/settings-section.tsx';
import { paths } from '#src/paths.ts';
import { useKeyText, useRoleText } from './use-key-text.ts';

/** The key of whoever reads this, and for owners the way to all; absent where the gateway has no keys to show. */
export function KeysSettings() {
  const { t } = useTranslation(['keys', 'terms']);
  const view = useSession().data?.view;
  const canManage = useCanUse(listKeys);
  // A gateway that describes its API has the page too.
  const hasDocs = useIsSupported('openApi');
  const { baseUrl } = useConnection();
  const roleText = useRoleText();
  const keyText = useKeyText();
  if (view === undefined) return null;
  return (
    <SettingsSection
      title={t('title')}
      text={t('settingsText')}
      link={canManage && { to: paths.keys(), label: t('open') }}
    >
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{t('yours', { name: view.name })}</Typography>
        <Typography variant="body2">
          {t(`terms:role.${view.role}`)} · {keyText.bots(view)} · {keyText.ends(view).words}
        </Typography>
        <SmallText>{roleText(view.role)}</SmallText>
      </Box>
      {hasDocs ? (
        <Button href={`${baseUrl}/docs/api`} sx={{ justifySelf: 'start' }}>
          {t('apiDocs')}
        </Button>
      ) : null}
    </SettingsSection>
  );
}
