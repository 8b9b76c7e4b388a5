import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '#contract/alerts.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useRemoveWebhook } from './use-webhooks.ts';

type RemoveDialogProps = {
  asked: Webhook | undefined;
  onRemoved: (webhook: Webhook) => void;
  onClose: () => void;
};

export function RemoveDialog({ asked, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['alerts', 'common']);
  const headingId = useId();
  const removal = useRemoveWebhook();
  return (
    <Dialog open={asked !== undefined} onClose={onClose} aria-labelledby={headingId} fullWidth maxWidth="xs">
      <DialogTitle id={headingId}>{t('webhooks.removeTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <BidiText>{asked?.name}</BidiText>
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t('webhooks.removeText')}</Typography>
        {removal.error ? <FaultNotice error={removal.error} onDismiss={removal.reset} /> : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={onClose} disabled={removal.isPending} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={removal.isPending}
          onClick={() => {
            if (asked !== undefined) removal.mutate(asked, { onSuccess: () => onRemoved(asked) });
          }}
        >
          {t('webhooks.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
