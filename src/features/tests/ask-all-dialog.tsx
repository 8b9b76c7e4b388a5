import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { useLocalCost } from '#src/ui/test/use-local-cost.ts';

type AskAllDialogProps = { count: number; open: boolean; onConfirm: () => void; onClose: () => void };

/** Before tests are asked at a gateway that charges them: how many, and what it may cost. */
export function AskAllDialog({ count, open, onConfirm, onClose }: AskAllDialogProps) {
  const { t } = useTranslation('tests');
  return (
    <ConfirmDialog
      open={open}
      title={t('local.confirm', { count })}
      confirmLabel={t('local.askAll')}
      destructive={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography>{useLocalCost(count)}</Typography>
    </ConfirmDialog>
  );
}
