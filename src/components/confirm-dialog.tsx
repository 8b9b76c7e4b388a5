import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode, SubmitEvent } from 'react';
import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { BidiText } from './bidi-text.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** What will happen, and what cannot be undone. */
  children: ReactNode;
  /** Must be typed before the action is allowed: usually the unit's title. */
  phrase: string;
  /** The action's own verb: "Delete the unit". */
  confirmLabel: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function sameWords(typed: string, phrase: string): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return plain(typed) === plain(phrase);
}

/** Asks for a phrase to be typed before something is destroyed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, phrase, confirmLabel, busy = false, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const headingId = useId();
  const inputId = useId();
  const matches = sameWords(typed, phrase);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (matches && !busy) onConfirm();
  };
  return (
    <Dialog
      open={open}
      onClose={busy ? () => {} : onClose}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
      slotProps={{ transition: { onExited: () => setTyped('') } }}
    >
      <form onSubmit={submit} noValidate>
        <DialogTitle id={headingId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography component="div" sx={{ color: 'text.secondary' }}>
            {children}
          </Typography>
          <label htmlFor={inputId}>
            <Trans t={t} i18nKey="typeToConfirm" components={{ phrase: <BidiText>{phrase}</BidiText> }} />
          </label>
          <TextField
            id={inputId}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { dir: 'auto' } }}
          />
        </DialogContent>
        <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
          <Button onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={!matches || busy} loading={busy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
