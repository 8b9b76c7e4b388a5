import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { TextLink } from '#src/components/link-button.tsx';
import { paths } from '#src/paths.ts';

/** What this page is for, before the first message. */
export function ChatStart() {
  const { t } = useTranslation('chat');
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: '62ch', paddingBlockEnd: 2 }}>
      <Typography variant="statement" component="p">
        {t('start.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {t('start.message')}{' '}
        <TextLink to={paths.playground()} underline="always">
          {t('start.ground')}
        </TextLink>
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('start.keys')}
      </Typography>
    </Box>
  );
}
