import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useSignOut } from '#src/api/hooks/use-sign-out.ts';
import { SmallText } from '#src/ui/small-text.tsx';

/** Whether this browser keeps the key, and how to sign out. */
export function SignInSettings() {
  const { t } = useTranslation('settings');
  const connection = useConnection();
  const connections = useConnections();
  const signOut = useSignOut();
  return (
    <>
      <div>
        <FormControlLabel
          control={
            <Checkbox
              checked={connection.remember}
              onChange={(_, remember) => connections.update(connection.id, { remember, undecided: false })}
            />
          }
          label={t('account.remember')}
        />
        <SmallText sx={{ paddingInlineStart: 4 }}>{t('account.rememberHelp')}</SmallText>
      </div>
      <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <Button variant="outlined" onClick={() => void signOut()}>
          {t('account.signOut')}
        </Button>
        <SmallText>{t(connection.madeByCode ? 'account.byCode' : 'account.byKey')}</SmallText>
      </Box>
    </>
  );
}
