import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { acceptAnswer } from '#contract/operations/tests.ts';
import type { EvaluationChange } from '#contract/tests.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { BusyButton } from '#src/ui/busy-button.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { useCauseText } from './use-cause-text.ts';
import { useAcceptAnswer, useEvaluation } from './use-tests.ts';

/** Takes the answer over the drafts as what the test expects; until they are live, the test fails. */
function AcceptProof({ change }: { change: EvaluationChange }) {
  const { t } = useTranslation('tests');
  const accept = useAcceptAnswer();
  const done = useFocusIfLost(accept.data);
  const { testId, question, after } = change;
  if (after.runId === null) return null;
  const run = after.runId;
  return (
    <Box ref={done} tabIndex={-1} role="status" sx={{ display: 'grid', gap: 1, marginBlockStart: 0.5 }}>
      {accept.data === undefined ? (
        <BusyButton
          size="small"
          variant="outlined"
          aria-label={t('changes.acceptNamed', { question })}
          busy={accept.isPending}
          onClick={() => accept.mutate({ id: testId, run })}
          sx={{ justifySelf: 'start' }}
        >
          {t('action.accept')}
        </BusyButton>
      ) : (
        <SmallText tone="secondary">
          {t('changes.accepted')} <TextLink to={paths.drafts()}>{t('changes.toDrafts')}</TextLink>
        </SmallText>
      )}
      <FaultNotice error={accept.error} onDismiss={accept.reset} />
    </Box>
  );
}

/** `isProof`: the answer after is that over drafts. */
function ChangedTest({ change, isProof }: { change: EvaluationChange; isProof: boolean }) {
  const { t } = useTranslation(['tests', 'judging']);
  const canAccept = useCanUse(acceptAnswer) && isProof && change.exists && change.change === 'lost';
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
    >
      {canAccept ? <AcceptProof change={change} /> : null}
    </RecordItem>
  );
}

/** What an evaluation changed, lost tests first. */
export function EvaluationChanges({ evaluationId }: { evaluationId: string }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const query = useEvaluation(evaluationId);
  const evaluation = query.data?.pages[0]?.evaluation;
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const isProof = evaluation?.reason === 'proof';
  const when = evaluation && formats.moment(evaluation.endedOn ?? evaluation.startedOn);
  return (
    <Box component="section" aria-labelledby={HEADING_ID} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={HEADING_ID} variant="h3" component="h2" sx={{ flex: 1 }}>
          {t(isProof ? 'changes.ofDrafts' : 'changes.title', { when: when ?? '' })}
        </Typography>
        {isProof ? (
          <LinkButton size="small" variant="outlined" to={paths.drafts()}>
            {t('changes.toDrafts')}
          </LinkButton>
        ) : null}
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
            <ChangedTest key={change.testId} change={change} isProof={isProof} />
          ))}
        </RecordList>
      )}
      <MoreButton label={t('more')} list={query} size="small" />
    </Box>
  );
}

const HEADING_ID = 'evaluation-changes';
