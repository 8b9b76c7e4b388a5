import { useTranslation } from 'react-i18next';
import type { TestResult } from '#contract/tests.ts';
import { paths } from '#src/paths.ts';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TestFailures } from './test-failures.tsx';

type TestResultNoticeProps = {
  result: TestResult;
  busy: boolean;
  /** Keeps a test that does not pass. */
  onKeep: () => void;
  onDismiss: () => void;
};

/** What became of a question that was to be kept as a test. */
export function TestResultNotice({ result, busy, onKeep, onDismiss }: TestResultNoticeProps) {
  const { t } = useTranslation('judging');
  const { test, outcome } = result;
  const outcomeText = t(`outcome.${outcome}`);
  const title =
    test === null
      ? t('result.notKept', { outcome: outcomeText })
      : outcome === 'passes'
        ? t('result.kept.passes')
        : t('result.kept.other', { outcome: outcomeText });
  return (
    <Notice
      severity={outcome === 'passes' ? 'success' : 'warning'}
      title={title}
      onDismiss={onDismiss}
      action={
        test === null ? (
          <BusyButton size="small" variant="outlined" busy={busy} onClick={onKeep}>
            {t('result.keepAnyway')}
          </BusyButton>
        ) : (
          <LinkButton size="small" variant="outlined" to={paths.tests()}>
            {t('result.open')}
          </LinkButton>
        )
      }
    >
      {outcome === 'passes' ? undefined : <TestFailures result={result} />}
    </Notice>
  );
}
