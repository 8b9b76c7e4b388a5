import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  open?: boolean;
  title: string;
  gap?: number;
  /** The button that submits; its children are the label. */
  submit: ComponentProps<typeof BusyButton>;
  cancelLabel?: string | undefined;
  /** Another way on, before the button that submits. */
  secondary?: ReactNode;
  /** Whether the focus starts at Cancel. */
  focusesCancel?: boolean;
  /** Whether the dialog can be closed now; by default unless the button is busy. */
  closable?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  onExited?: () => void;
  children: ReactNode;
};

/** A small dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { open = true, title, gap = 2, submit, cancelLabel, secondary, focusesCancel = false } = props;
  const { closable = !submit.busy, onSubmit, onClose, onExited, children } = props;
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <Dialog
      open={open}
      onClose={closable ? onClose : () => {}}
      aria-labelledby={headingId}
      fullWidth
      maxWidth="xs"
      slotProps={onExited && { transition: { onExited } }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Of this form alone, also where the dialog was opened from another.
          event.stopPropagation();
          onSubmit();
        }}
      >
        <DialogTitle id={headingId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap }}>{children}</DialogContent>
        <DialogActions sx={{ padding: 3, paddingBlockStart: 0, gap: 1 }}>
          <Button onClick={onClose} disabled={!closable} autoFocus={focusesCancel}>
            {cancelLabel ?? t('cancel')}
          </Button>
          {secondary}
          <BusyButton type="submit" variant="contained" {...submit} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
