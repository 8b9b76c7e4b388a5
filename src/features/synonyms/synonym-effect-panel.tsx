import TriangleAlert from 'virtual:lucide/triangle-alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import { measureSynonyms } from '#contract/operations/synonyms.ts';
import type { ExpressionUse } from '#contract/synonyms.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { inputDirection } from '#src/ui/input-direction.ts';
import { PlainList } from '#src/ui/plain-list.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';
import { QuestionEffects } from './question-effects.tsx';

const BAR_WIDTH_PX = 120;

function UseText({ use, first }: { use: ExpressionUse; first: string | undefined }) {
  const { t } = useTranslation('synonyms');
  const place =
    use.passages === 0
      ? t('measure.nowhere')
      : `${t('measure.inPassages', { count: use.passages })} ${t('measure.inUnits', { count: use.units })}`;
  const warning = !use.searchable
    ? t('measure.passedOver')
    : first === undefined
      ? undefined
      : t('measure.duplicateOf', { first });
  return (
    <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {use.searchable || use.passages > 0 ? place : null}
      {warning === undefined ? null : (
        <Box component="span" sx={{ display: 'flex', gap: 0.5, alignItems: 'center', color: 'saffron.ink' }}>
          <TriangleAlert size={14} aria-hidden />
          {warning}
        </Box>
      )}
    </Box>
  );
}

/** In how many passages each expression occurs, as bars of one scale. */
function ExpressionMatches({ uses }: { uses: readonly ExpressionUse[] }) {
  const { t } = useTranslation('synonyms');
  const headingId = useId();
  const maxPassages = Math.max(1, ...uses.map(({ passages }) => passages));
  const isUnused = uses.length > 1 && uses.every(({ passages }) => passages === 0);
  return (
    <div>
      <Typography id={headingId} component="h3" variant="body2" sx={{ fontWeight: 600 }}>
        {t('measure.uses')}
      </Typography>
      <PlainList aria-labelledby={headingId} sx={{ display: 'grid', gap: 1, marginBlockStart: 1 }}>
        {uses.map((use) => (
          <Box
            key={use.expression}
            component="li"
            sx={{
              display: 'grid',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                sm: `minmax(120px, 220px) ${BAR_WIDTH_PX}px minmax(0, 1fr)`,
              },
              columnGap: 2,
              rowGap: 0.25,
              alignItems: 'center',
            }}
          >
            <Box component="span" sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
              <BidiText>{use.expression}</BidiText>
            </Box>
            <Box
              aria-hidden
              sx={{
                display: { xs: 'none', sm: 'block' },
                height: 6,
                borderRadius: '4px',
                bgcolor: 'track.fill',
                overflow: 'hidden',
              }}
            >
              <Box
                style={{ width: `${(use.passages / maxPassages) * 100}%` }}
                sx={{ height: 1, borderRadius: '4px', bgcolor: 'teal.fill' }}
              />
            </Box>
            <UseText
              use={use}
              first={use.duplicateOf === null ? undefined : uses[use.duplicateOf]?.expression}
            />
          </Box>
        ))}
      </PlainList>
      {isUnused ? (
        <SmallText tone="saffron" sx={{ marginBlockStart: 1 }}>
          {t('measure.allNowhere')}
        </SmallText>
      ) : null}
    </div>
  );
}

const DEBOUNCE_MS = 500;
/** Measuring ranks all units up to twenty times. */
const MEASURE_TIMEOUT_MS = 60_000;

/** The questions of a text, one per line. */
export function parseQuestions(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The effect of the expressions, measured when typing pauses. */
function useSynonymEffect(expressions: readonly string[], questions: string, groupId?: number) {
  const gateway = useGateway();
  const connection = useConnection();
  const questionList = parseQuestions(questions).slice(0, SYNONYM_LIMITS.questions);
  const debouncedInput = useDebouncedValue(JSON.stringify([expressions, questionList]), DEBOUNCE_MS);
  return useQuery({
    queryKey: [measureSynonyms.id, connection.id, groupId, debouncedInput],
    queryFn: ({ signal }) => {
      const [debouncedExpressions, debouncedQuestions] = JSON.parse(debouncedInput) as [string[], string[]];
      const saved = groupId === undefined ? {} : { groupId };
      const body = { expressions: debouncedExpressions, questions: debouncedQuestions, ...saved };
      return gateway.call(measureSynonyms, { body, signal, timeout: MEASURE_TIMEOUT_MS });
    },
    enabled: expressions.length > 0 && debouncedInput !== '[[],[]]' && !debouncedInput.startsWith('[[],'),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The sample questions, one per line. */
export type QuestionsState = { questions: string; setQuestions: (text: string) => void };

type SynonymEffectPanelProps = {
  expressions: readonly string[];
  groupId?: number | undefined;
  state: QuestionsState;
};

/** The effect of a group, saved or not: where its expressions occur, and what sample questions find with it. */
export function SynonymEffectPanel({ expressions, groupId, state }: SynonymEffectPanelProps) {
  const { questions, setQuestions } = state;
  const { t } = useTranslation(['synonyms', 'common']);
  const headingId = useId();
  const measure = useSynonymEffect(expressions, questions, groupId);
  const { data } = measure;
  const maxQuestions = SYNONYM_LIMITS.questions;
  const isTooMany = parseQuestions(questions).length > maxQuestions;
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
        <SmallText tone="secondary">
          {t('measure.note')}
          {data === undefined
            ? null
            : ` ${t('measure.of', {
                units: t('common:units', { count: data.units }),
                passages: t('common:passages', { count: data.passages }),
              })}.`}
        </SmallText>
      </div>
      {expressions.length === 0 ? null : (
        <QueryView query={measure} pending={<SkeletonRows rows={2} height={40} bars={[0.5]} />}>
          {({ expressions: uses }) => <ExpressionMatches uses={uses} />}
        </QueryView>
      )}
      <TextField
        label={t('measure.questions')}
        multiline
        minRows={2}
        maxRows={10}
        value={questions}
        onChange={({ target }) => setQuestions(target.value)}
        helperText={t(isTooMany ? 'measure.tooMany' : 'measure.questionsHint', { max: maxQuestions })}
        slotProps={{ htmlInput: { dir: inputDirection(questions) } }}
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
