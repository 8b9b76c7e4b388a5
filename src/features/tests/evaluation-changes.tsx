import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptAnswer } from '#contract/operations/tests.ts';
import type { EvaluationChange, QuestionChange } from '#contract/tests.ts';
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
          {t('changes.accepted')}{' '}
          <TextLink underline="always" to={paths.drafts()}>
            {t('changes.toDrafts')}
          </TextLink>
        </SmallText>
      )}
      <FaultNotice error={accept.error} onDismiss={accept.reset} />
    </Box>
  );
}

/** A question with what changed, and the way to both answers while both runs are kept. */
function ChangeItem({
  question,
  facts,
  runs: [before, after],
  children,
}: {
  question: string;
  facts: readonly string[];
  runs: readonly [before: string | null, after: string | null];
  children?: ReactNode;
}) {
  const { t } = useTranslation('tests');
  return (
    <RecordItem
      summary={
        <Box sx={{ display: 'grid', gap: 0.25 }}>
          <Typography component="p" sx={{ fontWeight: 600 }}>
            <BidiText>{question}</BidiText>
          </Typography>
          <SmallText tone="secondary">{facts.join(' · ')}</SmallText>
        </Box>
      }
      actions={
        before === null || after === null ? null : (
          <TextLink to={paths.run(after, { with: before })} variant="body2">
            {t('changes.compare')}
          </TextLink>
        )
      }
    >
      {children}
    </RecordItem>
  );
}

/** `isProof`: the answer after is that over drafts. */
function ChangedTest({ change, isProof }: { change: EvaluationChange; isProof: boolean }) {
  const { t } = useTranslation(['tests', 'judging']);
  const canAccept = useCanUse(acceptAnswer) && isProof && change.exists && change.change === 'lost';
  const causeText = useCauseText();
  const { question, before, after, because } = change;
  return (
    <ChangeItem
      question={question}
      facts={[
        t(`changes.${change.change}`),
        t('changes.before', { outcome: t(`judging:outcome.${before.outcome}`) }),
        t('changes.after', { outcome: t(`judging:outcome.${after.outcome}`) }),
        causeText(because),
      ]}
      runs={[before.runId, after.runId]}
    >
      {canAccept ? <AcceptProof change={change} /> : null}
    </ChangeItem>
  );
}

/** Kept questions that drafts answer otherwise, each with the way to both answers. */
function ChangedQuestions({ questions }: { questions: readonly QuestionChange[] }) {
  const { t } = useTranslation(['tests', 'answer', 'judging']);
  const causeText = useCauseText();
  const bandOf = ({ band }: QuestionChange['before']): string =>
    t(band === null ? 'judging:outcome.cannot-be-asked' : `answer:band.${band}`);
  return (
    <>
      <Typography variant="h4" component="h3" sx={{ marginBlockStart: 1 }}>
        {t('changes.questions.title')}
      </Typography>
      <SmallText tone="secondary">{t('changes.questions.text')}</SmallText>
      <RecordList label={t('changes.questions.title')}>
        {questions.map(({ question, times, change, before, after, because }) => (
          <ChangeItem
            key={question}
            question={question}
            facts={[
              t(`changes.questions.${change}`),
              t('changes.questions.times', { count: times }),
              t('changes.before', { outcome: bandOf(before) }),
              t('changes.after', { outcome: bandOf(after) }),
              causeText(because),
            ]}
            runs={[before.runId, after.runId]}
          />
        ))}
      </RecordList>
    </>
  );
}

/** What an evaluation changed, lost tests first. */
export function EvaluationChanges({ evaluationId }: { evaluationId: string }) {
  const { t } = useTranslation('tests');
  const formats = useFormats();
  const query = useEvaluation(evaluationId);
  const evaluation = query.data?.pages[0]?.evaluation;
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const questions = query.data?.pages[0]?.questions ?? [];
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
      {questions.length === 0 ? null : <ChangedQuestions questions={questions} />}
    </Box>
  );
}

const HEADING_ID = 'evaluation-changes';
