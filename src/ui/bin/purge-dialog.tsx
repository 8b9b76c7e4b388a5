import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { TitleList } from '#src/ui/title-list.tsx';
import type { UnitRef } from './use-bin.ts';

type PurgeDialogProps = {
  /** None: the dialog is closed. */
  units: readonly UnitRef[];
  /** In place of the text about a permanent deletion. */
  text?: ReactNode;
  /** In place of the words of a permanent deletion, where it is not known to be one. */
  title?: string | undefined;
  confirmLabel?: string | undefined;
  busy: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before units are deleted beyond recall: the title of one is typed, of several how many they are. */
export function PurgeDialog(props: PurgeDialogProps) {
  const { units, text, title, confirmLabel, busy, error, onConfirm, onClose } = props;
  const { t } = useTranslation('bin');
  // What is asked stays as it was while the dialog closes.
  const [shown, setAsked] = useState(units);
  if (units.length > 0 && units !== shown) setAsked(units);
  const count = shown.length;
  const [only] = shown;
  return (
    <ConfirmDialog
      open={units.length > 0}
      title={title ?? t('purgeDialog.title', { count })}
      phrase={count === 1 && only ? only.title : t('purgeDialog.phrase', { count })}
      confirmLabel={confirmLabel ?? t('purge')}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {count > 1 ? <TitleList units={shown} /> : null}
      {text ?? t('purgeDialog.text', { count })}
      <FaultNotice error={error} />
    </ConfirmDialog>
  );
}
