import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { pagePadding } from '#src/ui/page-frame.tsx';

type RegisterBarProps = {
  /** Units that the button makes. */
  ready: number;
  /** Units that stay in the list. */
  remaining: number;
  uploading: number;
  busy: boolean;
  onRegister: () => void;
  onClear: () => void;
};

/** What will be registered and what stays, at the foot of the window. */
export function RegisterBar({ ready, remaining, uploading, busy, onRegister, onClear }: RegisterBarProps) {
  const { t } = useTranslation('add');
  const remainingText =
    ready === 0 ? '' : remaining === 0 ? t('bar.all') : t('bar.stay', { count: remaining });
  return (
    <Box
      component="section"
      aria-label={t('title')}
      sx={{
        position: 'sticky',
        bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
        zIndex: 2,
        marginBlockStart: 'auto',
        minHeight: 72,
        paddingInline: pagePadding,
        paddingBlock: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        bgcolor: 'background.paper',
        borderBlockStart: 1,
        borderColor: 'line.firm',
      }}
    >
      <Typography role="status" sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>
        {ready === 0 ? (
          t('bar.none')
        ) : (
          <>
            <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
              {t('bar.ready', { count: ready })}
            </Box>{' '}
            {remainingText}
          </>
        )}{' '}
        {uploading > 0 ? t('bar.uploading', { count: uploading }) : ''}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1.5, marginInlineStart: 'auto' }}>
        <Button color="secondary" onClick={onClear} disabled={busy}>
          {t('bar.clear')}
        </Button>
        <Button variant="contained" onClick={onRegister} disabled={ready === 0 || busy} loading={busy}>
          {ready === 0 ? t('bar.registerNone') : t('bar.register', { count: ready })}
        </Button>
      </Box>
    </Box>
  );
}
