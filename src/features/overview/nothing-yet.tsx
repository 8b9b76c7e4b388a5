import { useTranslation } from 'react-i18next';
import Box from '@mui/material/Box';
import { EmptyState } from '#src/components/empty-state.tsx';
import { pagePadding } from '#src/components/page-frame.tsx';

/** What an empty bot shows to those who cannot fill it. */
export function NothingYet() {
  const { t } = useTranslation('terms');
  return (
    <Box sx={{ paddingInline: pagePadding }}>
      <EmptyState title={t('nothingYetTitle')}>{t('nothingYet')}</EmptyState>
    </Box>
  );
}
