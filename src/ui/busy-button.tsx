import Button, { type ButtonProps } from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';

type BusyButtonProps = Omit<ButtonProps, 'loading'> & {
  busy: boolean;
  /** False for a button that waits for the action of another button. */
  showsProgress?: boolean;
};

/**
 * A button that cannot be pressed while its action runs. It keeps the focus, which a disabled button would lose, in a
 * dialog to the dialog itself.
 */
export function BusyButton({ busy, showsProgress = true, onClick, children, sx, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...(busy ? { 'aria-disabled': true } : {})}
      onClick={(event) => {
        // Covers Enter in a form, which presses its submit button.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      sx={[
        busy && {
          cursor: 'default',
          '& > :not(.busy)': { opacity: showsProgress ? 0 : 0.5 },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <span>{children}</span>
      {busy && showsProgress ? (
        <CircularProgress
          className="busy"
          aria-hidden
          color="inherit"
          size={16}
          sx={{
            position: 'absolute',
            insetInlineStart: 'calc(50% - 8px)',
            insetBlockStart: 'calc(50% - 8px)',
          }}
        />
      ) : null}
    </Button>
  );
}
