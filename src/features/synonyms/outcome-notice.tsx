import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { SynonymGroup } from '#contract/synonyms.ts';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useSaveGroup } from './use-groups.ts';

export type Outcome =
  | { kind: 'saved' | 'restored' }
  | { kind: 'removed'; group: SynonymGroup }
  | { kind: 'failed'; error: unknown };

type OutcomeNoticeProps = {
  outcome: Outcome | undefined;
  onChange: (outcome: Outcome | undefined) => void;
};

/** What came of the last action; what was removed can be brought back. */
export function OutcomeNotice({ outcome, onChange }: OutcomeNoticeProps) {
  const { t } = useTranslation('synonyms');
  const save = useSaveGroup();
  if (outcome === undefined) return null;
  const dismiss = () => onChange(undefined);
  if (outcome.kind === 'failed') return <FaultNotice error={outcome.error} onDismiss={dismiss} />;
  if (outcome.kind !== 'removed')
    return <Notice severity="success" title={t(outcome.kind)} onDismiss={dismiss} />;
  const { expressions, note } = outcome.group;
  return (
    <Notice
      severity="success"
      title={t('removed')}
      onDismiss={dismiss}
      action={
        <Button
          size="small"
          variant="outlined"
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              { value: { expressions, note } },
              {
                onSuccess: () => onChange({ kind: 'restored' }),
                onError: (error) => onChange({ kind: 'failed', error }),
              },
            )
          }
        >
          {t('undo')}
        </Button>
      }
    />
  );
}
