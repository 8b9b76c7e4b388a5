import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';

const NEW_LINK_COMMAND = 'npm run link';

/** How to sign in without knowing anything: the command that prints a link. */
export function NewLink() {
  const { t } = useTranslation('connect');
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography id={id} variant="h3" component="h2">
        {t('newLink.title')}
      </Typography>
      <Typography>{t('newLink.text')}</Typography>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          paddingInline: '16px 8px',
          paddingBlock: 1,
          border: 1,
          borderColor: 'line.strong',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <MonoText>{NEW_LINK_COMMAND}</MonoText>
        <CopyButton text={NEW_LINK_COMMAND} label={t('newLink.copy')} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('newLink.ask')}
      </Typography>
    </Box>
  );
}
