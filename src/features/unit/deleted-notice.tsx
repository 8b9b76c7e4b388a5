import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { DeletionReceipt } from '#contract/knowledge.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import type { useUnitActions } from './use-unit.ts';

type DeletedNoticeProps = {
  receipt: DeletionReceipt;
  restore: ReturnType<typeof useUnitActions>['restore'];
  onRestored: () => void;
};

/** What became of the unit, and the way back while there is one. */
export function DeletedNotice({ receipt, restore, onRestored }: DeletedNoticeProps) {
  const { t } = useTranslation('unit');
  const formats = useFormats();
  const { title, forever, keptUntil, removed } = receipt;
  const toKnowledge = (
    <LinkButton size="small" variant="outlined" to={paths.knowledge()}>
      {t('delete.toKnowledge')}
    </LinkButton>
  );
  if (forever) {
    return (
      <Notice severity="success" title={t('delete.foreverTitle', { title })} action={toKnowledge}>
        {t('delete.removed', removed)}
      </Notice>
    );
  }
  return (
    <>
      <Notice
        severity="success"
        title={t('delete.doneTitle', { title })}
        action={
          <>
            <Button
              size="small"
              variant="outlined"
              loading={restore.isPending}
              onClick={() => restore.mutate(undefined, { onSuccess: onRestored })}
            >
              {t('delete.undo')}
            </Button>
            {toKnowledge}
          </>
        }
      >
        {keptUntil === null ? t('delete.doneKept') : t('delete.doneUntil', { date: formats.date(keptUntil) })}
      </Notice>
      {restore.error ? <FaultNotice error={restore.error} onDismiss={restore.reset} /> : null}
    </>
  );
}
