import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeKey } from '#contract/keys.ts';
import { CopyButton } from '#src/components/copy-button.tsx';

type ShownKeyProps = { made: MadeKey; taken: boolean; onKept: () => void };

/** A key, the only time it is told. It lives in this page's memory alone. */
export function ShownKey({ made, taken, onKept }: ShownKeyProps) {
  const { t } = useTranslation('keys');
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [made]);
  return (
    <Box
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: 1.5,
        padding: { xs: 2, md: 2.5 },
        border: 1,
        borderColor: 'saffron.fill',
        borderRadius: 1,
        bgcolor: 'saffron.wash',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start', color: 'saffron.ink' }}>
        <Box aria-hidden sx={{ display: 'flex', paddingBlockStart: '3px' }}>
          <KeyRound size={20} />
        </Box>
        <Typography id={id} component="h2" variant="h3">
          {t('shown.title')}
        </Typography>
      </Box>
      <Typography variant="body2">{t('shown.text', { name: made.view.name })}</Typography>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          maxWidth: 640,
          paddingBlock: 0.5,
          paddingInline: 1.5,
          border: 1,
          borderColor: 'line.strong',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <Box
          component="code"
          dir="ltr"
          aria-label={t('shown.label')}
          sx={{ flex: 1, minWidth: 0, typography: 'mono', overflowWrap: 'anywhere', userSelect: 'all' }}
        >
          {made.key}
        </Box>
        <CopyButton text={made.key} label={t('shown.copy')} size="medium" />
      </Box>
      <Typography variant="body2">
        {t('shown.use')}
        {taken ? ` ${t('shown.taken')}` : ''}
      </Typography>
      <div>
        <Button variant="contained" onClick={onKept}>
          {t('shown.kept')}
        </Button>
      </div>
    </Box>
  );
}
