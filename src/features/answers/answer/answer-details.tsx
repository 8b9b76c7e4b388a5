import ChevronDown from 'virtual:lucide/chevron-down';
import ChevronUp from 'virtual:lucide/chevron-up';
import PenLine from 'virtual:lucide/pen-line';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { isOwnRunId } from '#src/api/stores/local-operations.ts';
import { QueryAnalysis } from '#src/features/answers/explanation/query-analysis.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { FigureLine, useCostFigures } from '#src/ui/answer/figure-line.tsx';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { WrittenText } from '#src/ui/answer/written-text.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { MonoText } from '#src/ui/mono-text.tsx';
import { type AnswerRun, bandOf, isRunning, runCharge } from '#src/ui/run/answer-run.ts';

type AnswerDetailsProps = { run: AnswerRun; explanationState: ExplanationState };

/** A fact with its name. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.tertiary' }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ margin: 0, minWidth: 0 }}>
        {children}
      </Typography>
    </>
  );
}

/** All that is known of a run beside its answer: figures, the text that callers get, how the question was read. */
function RunFacts({ run, explanationState }: AnswerDetailsProps) {
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const explanation = explanationOf(explanationState);
  const { consumption, requestId, certainty, answer } = run;
  const band = bandOf(run);
  const isJudged = certainty !== null && band !== null && band !== 'reply';
  const minimums = explanation && {
    answered: formats.percent(explanation.answer.minAnswered),
    weak: formats.percent(explanation.answer.minWeak),
  };
  return (
    <>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
          columnGap: 3,
          rowGap: { xs: 0, sm: 0.5 },
          margin: 0,
          marginBlockStart: 1,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {isJudged ? (
          <Fact name={t('details.confidence')}>
            {formats.percent(certainty)}
            {minimums === undefined ? null : ` · ${t('details.minimums', minimums)}`}
          </Fact>
        ) : null}
        {consumption === undefined ? null : (
          <Fact name={t('details.quota')}>
            {typeof consumption === 'string' ? (
              <BidiText>{consumption}</BidiText>
            ) : (
              t('run.used', { ...consumption })
            )}
          </Fact>
        )}
        {requestId === null || isOwnRunId(requestId) ? null : (
          <Fact name={t('details.requestId')}>
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
              <MonoText truncate>{requestId}</MonoText>
              <CopyButton text={requestId} label={t('details.copyRequestId')} />
            </Box>
          </Fact>
        )}
        {band === 'weak' && answer !== '' ? (
          <Fact name={t('details.sent')}>
            <WrittenText component="span" variant="body2" text={answer} sx={{ display: 'block' }} />
          </Fact>
        ) : null}
      </Box>
      {explanation === undefined ? null : <QueryAnalysis key={run.id} explanation={explanation} />}
    </>
  );
}

/** A line of facts below an answer, with an expandable list of further facts. */
export function AnswerDetails({ run, explanationState }: AnswerDetailsProps) {
  const { t } = useTranslation(['playground', 'answer']);
  const costFigures = useCostFigures();
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const running = isRunning(run);
  const isAnnounced = useCapabilities() !== null;
  const isReply = bandOf(run) === 'reply';
  const count = run.documents?.length ?? 0;
  const figures = running
    ? isAnnounced
      ? [t('run.counting')]
      : []
    : isReply
      ? [t('answer:free')]
      : [
          ...(run.documents === undefined ? [] : [t('details.passages', { count })]),
          ...costFigures('text', runCharge(run)),
        ];
  return (
    <Box sx={{ marginBlockStart: 2.5, paddingBlockStart: 1, borderBlockStart: 1, borderColor: 'line.soft' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <FigureLine figures={figures}>
            {run.kind === 'generated' && run.model !== null ? (
              <Box
                component="span"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}
              >
                <PenLine size={16} aria-hidden />
                {t('details.writtenBy')} <MonoText truncate>{run.model}</MonoText>
              </Box>
            ) : null}
          </FigureLine>
        </Box>
        {running ? null : (
          <Button
            size="small"
            color="secondary"
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            onClick={() => setOpen(!open)}
            endIcon={open ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
            sx={{ fontWeight: 400, gap: 0.5 }}
          >
            {t('details.show')}
          </Button>
        )}
      </Box>
      {open && !running ? (
        <Box component="section" id={panelId} aria-label={t('details.show')}>
          <RunFacts run={run} explanationState={explanationState} />
        </Box>
      ) : null}
    </Box>
  );
}
