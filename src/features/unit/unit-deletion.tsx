import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletionReceipt } from '#contract/knowledge.ts';
import { isSureOffer, type Offer } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { useBinDays } from '#src/ui/bin/use-bin.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import type { useUnitActions } from './use-unit.ts';

/** A deletion that says nothing of itself: only whether the unit can still be read is known. */
export function AcceptedDeletionNotice({ title, readable }: { title: string; readable: boolean }) {
  const { t } = useTranslation('unit');
  return (
    <Notice
      severity={readable ? 'warning' : 'success'}
      title={t(readable ? 'delete.acceptedTitle' : 'delete.doneTitle', { title })}
      action={
        <LinkButton size="small" variant="outlined" to={paths.knowledge()}>
          {t('delete.toKnowledge')}
        </LinkButton>
      }
    >
      {t(readable ? 'delete.stillReadable' : 'delete.notReadable')}
    </Notice>
  );
}

/** What was deleted beyond recall. */
export function DeletedNotice({ receipt: { title, forever, removed } }: { receipt: DeletionReceipt }) {
  const { t } = useTranslation('unit');
  return (
    <Notice
      severity="success"
      title={t(forever ? 'delete.foreverTitle' : 'delete.doneTitle', { title })}
      action={
        <LinkButton size="small" variant="outlined" to={paths.knowledge()}>
          {t('delete.toKnowledge')}
        </LinkButton>
      }
    >
      {forever ? t('delete.removed', removed) : t('delete.doneText')}
    </Notice>
  );
}

type DeleteDialogProps = {
  open: boolean;
  title: string;
  remove: ReturnType<typeof useUnitActions>['remove'];
  offer: Offer | undefined;
  onClose: () => void;
};

/** Confirms a deletion: into the bin at once; what cannot be restored, as far as is known, after its title is typed. */
export function DeleteDialog({ open, title, remove, offer, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['unit', 'bin']);
  const isSure = isSureOffer(offer);
  const days = useBinDays();
  const [ticked, setTicked] = useState(false);
  const forever = days === undefined || ticked;
  return (
    <ConfirmMutation
      open={open}
      title={t(isSure ? 'delete.title' : 'delete.tryTitle')}
      subject={<BidiText>{title}</BidiText>}
      {...(forever ? { phrase: title } : {})}
      confirmLabel={t(isSure ? 'delete.confirm' : 'action.tryDelete')}
      disabled={offer === undefined}
      mutation={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(ticked, { onSuccess: onClose })}
    >
      <p style={{ marginBlockStart: 0 }}>
        {isSure ? null : `${t('untried')} `}
        {offer !== 'announced'
          ? t('bin:purgeDialog.unknown', { count: 1 })
          : days === undefined
            ? t('bin:purgeDialog.noBin', { count: 1 })
            : ticked
              ? t('delete.foreverMessage')
              : t('delete.message', { days })}
      </p>
      {days === undefined ? null : (
        <FormControlLabel
          control={<Checkbox checked={ticked} onChange={(event) => setTicked(event.target.checked)} />}
          label={t('delete.forever')}
        />
      )}
    </ConfirmMutation>
  );
}
