import { useTranslation } from 'react-i18next';
import type { UnitVersion } from '#contract/versions.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import type { useRollBack } from './use-history.ts';

type Mutation = ReturnType<typeof useRollBack>;

interface RollBackDialogProps {
  /** Undefined: closed. */
  version: UnitVersion | undefined;
  rollBack: Mutation;
  onClose: () => void;
}

/** Asks before the text of an earlier version answers again. */
export function RollBackDialog({ version, rollBack, onClose }: RollBackDialogProps) {
  const { t } = useTranslation('history');
  const number = version?.number ?? 0;
  const isLive = version?.state === 'live';
  return (
    <ConfirmMutation
      open={version !== undefined}
      title={isLive ? t('rollBack.giveUpTitle') : t('rollBack.title', { number })}
      confirmLabel={t(isLive ? 'rollBack.undo' : 'rollBack.confirm')}
      destructive={false}
      mutation={rollBack}
      onClose={onClose}
      onConfirm={() => rollBack.mutate(number, { onSuccess: onClose })}
    >
      <p style={{ margin: 0 }}>{t(isLive ? 'rollBack.giveUpText' : 'rollBack.what', { number })}</p>
      {isLive ? null : (
        <p style={{ margin: 0 }}>{t(version?.isIndexed === true ? 'rollBack.atOnce' : 'rollBack.again')}</p>
      )}
    </ConfirmMutation>
  );
}

interface RollBackNoticeProps {
  rollBack: Mutation;
  versions: readonly UnitVersion[];
  /** Whether the dialog is open, which shows why it failed. */
  isAsking: boolean;
}

/** What became of the version that was gone back to: answering, being indexed or failed; the first can be undone. */
export function RollBackNotice({ rollBack, versions, isAsking }: RollBackNoticeProps) {
  const { t } = useTranslation('history');
  const { data, error } = rollBack;
  const notice = useFocusIfLost(isAsking ? undefined : (data ?? error ?? undefined));
  if (isAsking) return null;
  const result = versions.find(({ number }) => number === data?.version);
  const replaced = versions.find(({ number }) => number === data?.replaced && number !== data.version);
  return (
    <div ref={notice} tabIndex={-1}>
      <FaultNotice error={error} onDismiss={rollBack.reset} />
      {data === undefined || result === undefined ? null : result.state === 'live' ? (
        <Notice
          severity="success"
          title={t('rollBack.done', { number: data.number })}
          onDismiss={rollBack.reset}
          action={
            replaced?.isKept === true ? (
              <BusyButton
                size="small"
                variant="outlined"
                busy={rollBack.isPending}
                onClick={() => rollBack.mutate(replaced.number)}
              >
                {t('rollBack.undo')}
              </BusyButton>
            ) : undefined
          }
        />
      ) : result.state === 'discarded' ? (
        <Notice
          severity="error"
          title={t('rollBack.failed', { number: data.number })}
          onDismiss={rollBack.reset}
        />
      ) : (
        <Notice severity="info" title={t('rollBack.indexing', { number: data.number })} />
      )}
    </div>
  );
}
