import { useTranslation } from 'react-i18next';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { TitleList } from '#src/ui/title-list.tsx';
import type { useDraftActions } from './use-draft-actions.ts';

type DiscardDialogProps = {
  /** Units of the drafts; none: the dialog is closed. */
  units: readonly { id: number; title: string }[];
  discard: ReturnType<typeof useDraftActions>['discard'];
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before drafts are given up. */
export function DiscardDialog({ units, discard, onConfirm, onClose }: DiscardDialogProps) {
  const { t } = useTranslation('drafts');
  return (
    <ConfirmMutation
      open={units.length > 0}
      title={t('discard.title', { count: units.length })}
      confirmLabel={t('action.discard')}
      mutation={discard}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <TitleList units={units} />
      {t('discard.text')}
    </ConfirmMutation>
  );
}
