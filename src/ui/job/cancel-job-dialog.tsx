import { useTranslation } from 'react-i18next';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import type { JobRef, useJobAction } from './use-job-actions.ts';

type CancelJobDialogProps = {
  /** Undefined: closed. */
  job: JobRef | undefined;
  name: string | undefined;
  mutation: ReturnType<typeof useJobAction>;
  onConfirm: () => void;
  onClose: () => void;
};

/** Says what cancelling a job means, and asks before. */
export function CancelJobDialog({ job, name, ...dialog }: CancelJobDialogProps) {
  const { t } = useTranslation('jobs');
  return (
    <ConfirmMutation
      {...dialog}
      open={job !== undefined}
      title={t('cancel.title')}
      subject={name === undefined ? undefined : <BidiText>{name}</BidiText>}
      confirmLabel={t('cancel.confirm')}
      closeLabel={t('cancel.keep')}
    >
      {t(job?.kind === 'deliver' ? 'cancel.deliver' : 'cancel.index')}
    </ConfirmMutation>
  );
}
