import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/confirm-dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';

type ConfirmMutationProps = Omit<ConfirmDialogProps, 'busy'> & {
  /** The action to confirm; its failure shows in the dialog. */
  mutation: { isPending: boolean; error: unknown; reset: () => void };
};

/** Asks before a mutation runs, waits for it, and shows in place why it failed. */
export function ConfirmMutation({ mutation, children, onClose, ...dialog }: ConfirmMutationProps) {
  return (
    <ConfirmDialog
      {...dialog}
      busy={mutation.isPending}
      onClose={() => {
        mutation.reset();
        onClose();
      }}
    >
      {children}
      <FaultNotice error={mutation.error} onDismiss={mutation.reset} />
    </ConfirmDialog>
  );
}
