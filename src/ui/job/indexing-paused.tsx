import { useTranslation } from 'react-i18next';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { Notice } from '#src/ui/notice.tsx';
import type { Indexing } from './use-indexing.ts';

/** Says that units wait because indexing is paused, with the way on; and why pausing or resuming failed. */
export function IndexingPaused({ indexing }: { indexing: Indexing }) {
  const { t } = useTranslation('jobs');
  const { isPaused, isPausedForAll, resume, busy, error, dismiss } = indexing;
  return (
    <>
      <FaultNotice error={error} onDismiss={dismiss} />
      {isPaused ? (
        <Notice
          severity="warning"
          title={t('unit.paused')}
          action={
            resume && (
              <BusyButton size="small" variant="outlined" busy={busy} onClick={resume}>
                {t('unit.resume')}
              </BusyButton>
            )
          }
        >
          {t(isPausedForAll ? 'unit.pausedAllText' : 'unit.pausedText')}
        </Notice>
      ) : null}
    </>
  );
}
