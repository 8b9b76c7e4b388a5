import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { EvaluationChange } from '#contract/tests.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { LinkButton, TextLink } from '#src/ui/link-button.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
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
  return (
    <Box component="section" aria-labelledby={HEADING_ID} sx={{ display: 'grid', gap: 1 }}>
      <QueryView query={query}>
        {({ evaluation, changes }) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Typography id={HEADING_ID} variant="h3" component="h2" sx={{ flex: 1 }}>
                {t('changes.title', { when: formats.moment(evaluation.endedOn ?? evaluation.startedOn) })}
              </Typography>
              <LinkButton size="small" to={paths.tests()}>
                {t('changes.close')}
              </LinkButton>
            </Box>
            {changes.length === 0 ? (
              <Typography variant="body2">{t('changes.none')}</Typography>
            ) : (
              <RecordList label={t('changes.title', { when: '' })}>
                {changes.map((change) => (
                  <ChangedTest key={change.testId} change={change} />
                ))}
              </RecordList>
            )}
          </>
        )}
      </QueryView>
    </Box>
  );
}

const HEADING_ID = 'evaluation-changes';
