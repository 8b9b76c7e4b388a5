import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobKind } from '#contract/jobs.ts';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';

type CancelJobDialogProps = {
  /** Of the jobs to cancel; undefined: closed. */
  kind: JobKind | undefined;
  /** What is cancelled: a name, or several above the text. */
  subject?: ReactNode;
  children?: ReactNode;
  mutation: { isPending: boolean; error: unknown; reset: () => void };
  onConfirm: () => void;
  onClose: () => void;
};

/** Says what cancelling means, and asks before. */
export function CancelJobDialog({ kind, children, ...dialog }: CancelJobDialogProps) {
  const { t } = useTranslation('jobs');
  const isDelivery = kind === 'deliver';
  return (
    <ConfirmMutation
      {...dialog}
      open={kind !== undefined}
      title={t(isDelivery ? 'cancel.title' : 'unit.cancelTitle')}
      confirmLabel={t(isDelivery ? 'cancel.confirm' : 'unit.cancel')}
      closeLabel={t('cancel.keep')}
    >
      {children}
      {t(isDelivery ? 'cancel.deliver' : 'cancel.index')}
    </ConfirmMutation>
  );
}
