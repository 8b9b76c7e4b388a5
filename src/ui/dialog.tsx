import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { KeyRejectionShownContext } from './key-rejection-context.ts';

/** A modal dialog. What the frame of the page says is out of reach behind it, so it says a refused key itself. */
export function Dialog({ children, ...props }: DialogProps) {
  return (
    <MuiDialog {...props}>
      <KeyRejectionShownContext value={false}>{children}</KeyRejectionShownContext>
    </MuiDialog>
  );
}
