import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** While the printed link becomes a key. */
export function SigningIn() {
  const { t } = useTranslation('connect');
  return (
    <Typography role="status" sx={{ color: 'text.secondary' }}>
      {t('signingIn')}
    </Typography>
  );
}
