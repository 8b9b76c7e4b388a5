import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { BidiText } from '#src/components/bidi-text.tsx';

type RevokeDialogProps = {
  asked: KeyView | undefined;
  busy: boolean;
  onConfirm: (key: KeyView) => void;
  onClose: () => void;
};

export function RevokeDialog({ asked, busy, onConfirm, onClose }: RevokeDialogProps) {
  const { t } = useTranslation(['settings', 'common']);
  const headingId = useId();
  return (
    <Dialog open={asked !== undefined} onClose={onClose} aria-labelledby={headingId} fullWidth maxWidth="xs">
      <DialogTitle id={headingId}>{t('keys.confirmTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <BidiText>{asked?.name}</BidiText>
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('keys.confirmText')}</Typography>
        {asked?.current === true ? <Typography>{t('keys.confirmCurrent')}</Typography> : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={onClose} disabled={busy} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={busy}
          onClick={() => {
            if (asked !== undefined) onConfirm(asked);
          }}
        >
          {t('keys.revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
