import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** Shown while the code of a sign-in link is exchanged. */
export function SigningInMessage() {
  const { t } = useTranslation('connect');
  return (
    <Typography role="status" sx={{ color: 'text.secondary' }}>
      {t('signingIn')}
    </Typography>
  );
}
