import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { useRoleText } from '#src/ui/access/use-access-text.ts';
import { SmallText } from '#src/ui/small-text.tsx';
import { useKeyText } from './use-key-text.ts';

/** The visitor's own key and its rights; absent when the gateway does not list keys. */
export function OwnKey() {
  const { t } = useTranslation(['keys', 'terms']);
  const view = useSession().data?.view;
  const roleText = useRoleText();
  const keyText = useKeyText();
  if (view === undefined) return null;
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>
        {view.person ? t('yoursAs', view.person) : t('yours', { name: view.name })}
      </Typography>
      <Typography variant="body2">
        {t(`terms:role.${view.role}`)} · {keyText.bots(view)} · {keyText.ends(view).words}
      </Typography>
      <SmallText>{roleText(view.role)}</SmallText>
    </Box>
  );
}
