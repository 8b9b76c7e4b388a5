import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { useKeyText, useRoleText } from './use-key-text.ts';

/** The key of whoever reads this, and what it may do; absent where the gateway has no keys to show. */
export function OwnKey() {
  const { t } = useTranslation(['keys', 'terms']);
  const view = useSession().data?.view;
  const roleText = useRoleText();
  const keyText = useKeyText();
  if (view === undefined) return null;
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{t('yours', { name: view.name })}</Typography>
      <Typography variant="body2">
        {t(`terms:role.${view.role}`)} · {keyText.bots(view)} · {keyText.ends(view).words}
      </Typography>
      <SmallText>{roleText(view.role)}</SmallText>
    </Box>
  );
}
