import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '#common/fold-text.ts';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The subject of the action: name and other identification. */
  subject?: ReactNode;
  /** Consequences of the action, and which of them cannot be undone. */
  children: ReactNode;
  /** Must be typed before the action is allowed: usually the unit's title. */
  phrase?: string;
  /** The action's own verb: "Delete the unit". */
  confirmLabel: string;
  /** Of the button that closes the dialog, where the action is itself called Cancel. */
  closeLabel?: string;
  /** Whether the action destroys something (default). */
  destructive?: boolean;
  busy?: boolean;
  /** Whether the action has turned out to be impossible: only closing is left. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

function phrasesMatch(input: string, phrase: string): boolean {
  const normalize = (text: string) => latinDigits(text.normalize('NFC')).replace(/\s+/gu, ' ').trim();
  return normalize(input) === normalize(phrase);
}

/** Asks before something happens; before what cannot be undone, for a phrase to be typed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, subject, children, phrase, confirmLabel, onConfirm, onClose } = props;
  const { destructive = true, busy = false, disabled = false } = props;
  const { t } = useTranslation();
  const { closeLabel = t('cancel') } = props;
  const [input, setInput] = useState('');
  const headingId = useId();
  const inputId = useId();
  const needsPhrase = phrase !== undefined;
  const matches = !needsPhrase || phrasesMatch(input, phrase);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Of this form alone, also where the dialog was opened from another.
    event.stopPropagation();
    if (needsPhrase && matches && !busy && !disabled) onConfirm();
  };
  const body = (
    <>
      <DialogTitle id={headingId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: needsPhrase ? 2 : 1 }}>
        {subject === undefined ? null : <Typography sx={{ fontWeight: 600 }}>{subject}</Typography>}
        <Typography
          component="div"
          sx={{ color: 'text.secondary', ...(needsPhrase ? {} : { display: 'grid', gap: 1 }) }}
        >
          {children}
        </Typography>
        {needsPhrase ? (
          <>
            <label htmlFor={inputId}>{t('typeToConfirm', { phrase })}</label>
            <OutlinedInput
              id={inputId}
              value={input}
              onChange={(event) => setInput(event.target.value)}
              autoComplete="off"
              autoFocus
              fullWidth
              inputProps={{ dir: 'auto' }}
            />
          </>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
        <Button onClick={onClose} disabled={busy} autoFocus={destructive && !needsPhrase}>
          {closeLabel}
        </Button>
        <BusyButton
          type={needsPhrase ? 'submit' : 'button'}
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          disabled={!matches || disabled}
          busy={busy}
          {...(needsPhrase ? {} : { onClick: onConfirm })}
        >
          {confirmLabel}
        </BusyButton>
      </DialogActions>
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={busy ? () => {} : onClose}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
      slotProps={{ transition: { onExited: () => setInput('') } }}
    >
      {/* Always a form: what is inside keeps its focus when a phrase comes to be needed. */}
      <form onSubmit={submit} noValidate>
        {body}
      </form>
    </Dialog>
  );
}
