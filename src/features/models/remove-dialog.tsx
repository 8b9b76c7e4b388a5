import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelPurpose, ModelServer } from '#contract/models.ts';
import { BidiText } from '#src/components/bidi-text.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useRemoveModel } from './use-models.ts';

type RemoveDialogProps = {
  purpose: ModelPurpose;
  asked: ModelServer | undefined;
  onRemoved: () => void;
  onClose: () => void;
};

/** Asks before a server and its key are taken away. */
export function RemoveDialog({ purpose, asked, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['models', 'terms', 'common']);
  const headingId = useId();
  const removal = useRemoveModel(purpose);
  const scope = asked?.from === 'all' ? 'all' : 'bot';
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Dialog open={asked !== undefined} onClose={close} aria-labelledby={headingId} fullWidth maxWidth="xs">
      <DialogTitle id={headingId}>{t('remove.title', { name: t(`terms:purpose.${purpose}`) })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <BidiText>{asked?.model}</BidiText>
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t(`remove.${scope}`)}</Typography>
        {removal.error ? <FaultNotice error={removal.error} onDismiss={removal.reset} /> : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={close} disabled={removal.isPending} autoFocus>
          {t('common:cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          loading={removal.isPending}
          onClick={() => removal.mutate(scope, { onSuccess: onRemoved })}
        >
          {t('remove.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
