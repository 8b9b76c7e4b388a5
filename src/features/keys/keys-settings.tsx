import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useCan, useSession } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { SettingsSection } from '#src/components/settings-section.tsx';
import { paths } from '#src/paths.ts';
import { useKeyWords } from './use-key-words.ts';
import { useRoleWords } from './use-role-words.ts';

/** The key of whoever reads this, and for owners the way to all; absent where the gateway tells of no keys. */
export function KeysSettings() {
  const { t } = useTranslation(['keys', 'terms']);
  const view = useSession().data?.view;
  const manages = useCan('listKeys');
  const wordsOf = useRoleWords();
  const words = useKeyWords();
  if (view === undefined) return null;
  return (
    <SettingsSection title={t('title')} text={t('settingsText')}>
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{t('yours', { name: view.name })}</Typography>
        <Typography variant="body2">
          {t(`terms:role.${view.role}`)} · {words.bots(view)} · {words.ends(view).words}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
          {wordsOf(view.role)}
        </Typography>
      </Box>
      {manages ? (
        <LinkButton variant="outlined" to={paths.keys()}>
          {t('open')}
        </LinkButton>
      ) : null}
    </SettingsSection>
  );
}
