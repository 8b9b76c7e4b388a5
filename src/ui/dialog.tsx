import MuiDialog, { type DialogProps } from '@mui/material/Dialog';
import { useEffect } from 'react';
import { KeyRejectionShownContext } from './key-rejection-context.ts';

/** Focus goes back to what opened the dialog; where that has gone with what was done, to the heading of the page. */
function FocusAfterClose() {
  useEffect(
    () => () =>
      // After the dialog has restored focus to its opener, and the page has moved focus elsewhere if needed.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
      }),
    [],
  );
  return null;
}

/** A modal dialog. What the frame of the page says is out of reach behind it, so it says a refused key itself. */
export function Dialog({ children, ...props }: DialogProps) {
  return (
    <MuiDialog {...props}>
      <FocusAfterClose />
      <KeyRejectionShownContext value={false}>{children}</KeyRejectionShownContext>
    </MuiDialog>
  );
}
