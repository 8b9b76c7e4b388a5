import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Bot, BotReceipt } from '#contract/bots.ts';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';

export type Outcome =
  | { kind: 'created' | 'saved' | 'archived' | 'restored'; bot: Bot }
  /** `until`: when what is in the bin goes for good. */
  | { kind: 'deleted'; bot: Bot; receipt: BotReceipt; until: number }
  | { kind: 'failed'; error: unknown };

type OutcomeNoticeProps = {
  outcome: Outcome;
  busy: boolean;
  onOpen: (bot: Bot) => void;
  onRestore: (bot: Bot) => void;
  onDismiss: () => void;
};

/** What came of the last action: a receipt of what was removed, and the way back where there is one. */
export function OutcomeNotice({ outcome, busy, onOpen, onRestore, onDismiss }: OutcomeNoticeProps) {
  const { t } = useTranslation('bots');
  const formats = useFormats();
  if (outcome.kind === 'failed') return <FaultNotice error={outcome.error} onDismiss={onDismiss} />;
  const { bot } = outcome;
  const { name } = bot;
  const back = (
    <Button size="small" variant="outlined" loading={busy} onClick={() => onRestore(bot)}>
      {t('action.restore')}
    </Button>
  );
  if (outcome.kind === 'deleted') {
    const { receipt } = outcome;
    if (receipt.deleted === 'forever') {
      const { units, passages, files, blobs, keysRevoked } = receipt;
      return (
        <Notice severity="success" title={t('done.forever', { name })} onDismiss={onDismiss}>
          {t('done.receipt', {
            units,
            passages: passages ?? 0,
            files: files ?? 0,
            blobs: blobs ?? 0,
            keysRevoked: keysRevoked ?? 0,
          })}
        </Notice>
      );
    }
    return (
      <Notice severity="success" title={t('done.binned', { name })} onDismiss={onDismiss} action={back}>
        {t('done.binnedText', { date: formats.date(outcome.until) })}
      </Notice>
    );
  }
  const action =
    outcome.kind === 'archived' ? (
      back
    ) : outcome.kind === 'created' ? (
      <Button size="small" variant="outlined" onClick={() => onOpen(bot)}>
        {t('action.open')}
      </Button>
    ) : undefined;
  return (
    <Notice
      severity="success"
      title={t(`done.${outcome.kind}`, { name })}
      onDismiss={onDismiss}
      {...(action === undefined ? {} : { action })}
    />
  );
}
