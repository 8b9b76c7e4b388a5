import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { CrashDetails, ReloadButton } from './crash.tsx';

/** What broke outside the frame, or before there was one. It is in the first load, so it leans on little. */
export function RootError() {
  const { t } = useTranslation();
  return (
    <Box
      component="main"
      role="alert"
      sx={{ maxWidth: 640, marginInline: 'auto', padding: 4, display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      <Typography variant="h1">{t('crash.title')}</Typography>
      <Typography>{t('crash.message')}</Typography>
      <CrashDetails error={useRouteError()} />
      <ReloadButton />
    </Box>
  );
}
