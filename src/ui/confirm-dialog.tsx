import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latinDigits } from '#common/fold-text.ts';
import { FormDialog } from './form-dialog.tsx';

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
  /** Another way on, before the action. */
  secondary?: ReactNode;
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
  const { destructive = true, busy = false, disabled = false, closeLabel, secondary } = props;
  const { t } = useTranslation();
  const [input, setInput] = useState('');
  const inputId = useId();
  const needsPhrase = phrase !== undefined;
  const matches = !needsPhrase || phrasesMatch(input, phrase);
  // Always a form: what is inside keeps its focus when a phrase comes to be needed.
  return (
    <FormDialog
      open={open}
      title={title}
      gap={needsPhrase ? 2 : 1}
      onSubmit={() => {
        if (needsPhrase && matches && !busy && !disabled) onConfirm();
      }}
      onClose={onClose}
      onExited={() => setInput('')}
      submit={{
        color: destructive ? 'error' : 'primary',
        disabled: !matches || disabled,
        busy,
        children: confirmLabel,
        ...(needsPhrase ? {} : { type: 'button', onClick: onConfirm }),
      }}
      cancelLabel={closeLabel}
      secondary={secondary}
      focusesCancel={destructive && !needsPhrase}
    >
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
    </FormDialog>
  );
}
