import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bot, BotReceipt } from '#contract/bots.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useDeleteBot } from './use-bots.ts';

type DeleteDialogProps = {
  bot: Bot;
  open: boolean;
  current: boolean;
  onDeleted: (receipt: BotReceipt) => void;
  onClose: () => void;
};

/** Asks for the bot's name to be typed; into the bin unless forever is ticked, and out of the bin only for good. */
export function DeleteDialog({ bot, open, current, onDeleted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('bots');
  const binned = bot.deletedOn !== null;
  const [ticked, setTicked] = useState(false);
  const forever = binned || ticked;
  const remove = useDeleteBot();
  return (
    <ConfirmDialog
      open={open}
      title={t('delete.title')}
      phrase={bot.name}
      confirmLabel={t('delete.confirm')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ bot, forever }, { onSuccess: onDeleted })}
    >
      <p style={{ marginBlockStart: 0 }}>{t(forever ? 'delete.foreverText' : 'delete.text')}</p>
      {current ? <p>{t('delete.current')}</p> : null}
      {binned ? null : (
        <FormControlLabel
          control={<Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)} />}
          label={t('delete.forever')}
        />
      )}
      {remove.error ? <FaultNotice error={remove.error} onDismiss={remove.reset} /> : null}
    </ConfirmDialog>
  );
}
