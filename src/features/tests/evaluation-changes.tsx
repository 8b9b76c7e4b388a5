import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EvaluationChange } from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useCauseText } from './use-cause-text.ts';
import { useEvaluation } from './use-tests.ts';

function ChangedTest({ change }: { change: EvaluationChange }) {
  const { t } = useTranslation(['tests', 'judging']);
  const causeText = useCauseText();
  const { question, before, after, because } = change;
  return (
    <RecordItem
      summary={
        <Box sx={{ display: 'grid', gap: 0.25 }}>
          <Typography component="p" sx={{ fontWeight: 600 }}>
            <BidiText>{question}</BidiText>
          </Typography>
          <SmallText tone="secondary">
            {[
              t(`changes.${change.change}`),
              t('changes.before', { outcome: t(`judging:outcome.${before.outcome}`) }),
              t('changes.after', { outcome: t(`judging:outcome.${after.outcome}`) }),
              causeText(because),
            ].join(' · ')}
          </SmallText>
        </Box>
      }
      actions={
        before.runId === null || after.runId === null ? null : (
          <TextLink to={paths.run(after.runId, { with: before.runId })} variant="body2">
            {t('changes.compare')}
          </TextLink>
        )
      }
    />
  );
}

/** What an evaluation changed, lost tests first. */
export function EvaluationChanges({ evaluationId }: { evaluationId: string }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const query = useEvaluation(evaluationId);
  const evaluation = query.data?.pages[0]?.evaluation;
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const when = evaluation && formats.moment(evaluation.endedOn ?? evaluation.startedOn);
  return (
    <Box component="section" aria-labelledby={HEADING_ID} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={HEADING_ID} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('changes.title', { when: when ?? '' })}
        </Typography>
        <LinkButton size="small" to={paths.tests()}>
          {t('changes.close')}
        </LinkButton>
      </Box>
      <FaultNotice error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <SkeletonRows rows={2} height={48} /> : null}
      {evaluation !== undefined && changes.length === 0 ? (
        <Typography variant="body2">{t('changes.none')}</Typography>
      ) : null}
      {changes.length === 0 ? null : (
        <RecordList label={t('changes.title', { when: '' })}>
          {changes.map((change) => (
            <ChangedTest key={change.testId} change={change} />
          ))}
        </RecordList>
      )}
      {query.hasNextPage ? (
        <Button
          size="small"
          color="secondary"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : null}
    </Box>
  );
}

const HEADING_ID = 'evaluation-changes';
