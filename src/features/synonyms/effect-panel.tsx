import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { typedDirection } from '#src/components/typed-direction.ts';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { ExpressionUses } from './expression-uses.tsx';
import { QuestionEffects } from './question-effects.tsx';
import { readQuestions, useMeasure } from './use-measure.ts';

type EffectPanelProps = {
  expressions: readonly string[];
  groupId?: number | undefined;
  questions: string;
  onQuestions: (text: string) => void;
};

/** What a group changes, saved or not: where its expressions stand, and what sample questions find with it. */
export function EffectPanel({ expressions, groupId, questions, onQuestions }: EffectPanelProps) {
  const { t } = useTranslation(['synonyms', 'common']);
  const headingId = useId();
  const measure = useMeasure(expressions, questions, groupId);
  const { data } = measure;
  const most = SYNONYM_LIMITS.questions;
  const tooMany = readQuestions(questions).length > most;
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      aria-busy={measure.isFetching}
      sx={{ display: 'grid', gap: 2, paddingBlockStart: 2, borderBlockStart: 1, borderColor: 'line.soft' }}
    >
      <div>
        <Typography id={headingId} variant="h3" component="h2">
          {t('measure.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('measure.note')}
          {data === undefined
            ? null
            : ` ${t('measure.of', {
                units: t('common:units', { count: data.units }),
                passages: t('common:passages', { count: data.passages }),
              })}.`}
        </Typography>
      </div>
      {expressions.length === 0 ? null : measure.error !== null ? (
        <FaultNotice error={measure.error} onRetry={() => void measure.refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={2} height={40} bars={[0.5]} />
      ) : (
        <ExpressionUses uses={data.expressions} />
      )}
      <TextField
        label={t('measure.questions')}
        multiline
        minRows={2}
        maxRows={10}
        value={questions}
        onChange={({ target }) => onQuestions(target.value)}
        helperText={t(tooMany ? 'measure.tooMany' : 'measure.questionsHint', { most })}
        slotProps={{ htmlInput: { dir: typedDirection(questions) } }}
        sx={{ maxWidth: 760, '& textarea': { paddingInline: 1.5 } }}
      />
      {data === undefined || expressions.length === 0 ? null : data.questions.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('measure.noQuestions')}</Typography>
      ) : (
        <QuestionEffects effects={data.questions} />
      )}
    </Box>
  );
}
