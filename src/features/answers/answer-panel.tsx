import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { keyframes } from '@emotion/react';
import { useRef } from 'react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import type { Explanation } from '#contract/explanations.ts';
import { BadRequest, Forbidden, PaymentRequired } from '#src/api/errors.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { MonoText } from '#src/components/mono-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { AnswerText } from './answer-text.tsx';
import { CompareSteps } from './compare-steps.tsx';
import { CopyRequest } from './copy-request.tsx';
import { curlOf } from './curl-of.ts';
import { isNotFound } from './is-not-found.ts';
import { NothingFound } from './nothing-found.tsx';
import { QuestionReading } from './question-reading.tsx';
import type { Run } from './run.ts';
import { costOf, isRunning } from './run.ts';
import { RunHeading, wordRun } from './run-heading.tsx';
import type { AskSettings } from './settings.ts';
import { useWrites } from './use-answerer-words.ts';
import type { DocumentWalk } from './use-document-walk.ts';
import type { Explained } from './use-explanation.ts';
import { explanationOf } from './use-explanation.ts';
import { FallbackNotice, SearchedAs, WrittenNotes } from './written-notes.tsx';
import { WrittenText } from './written-text.tsx';

/** A request that was refused for what it says is refused again. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof BadRequest || error instanceof PaymentRequired || error instanceof Forbidden);
}

type AnswerPanelProps = {
  run: Run;
  explained: Explained;
  walk: DocumentWalk;
  onAskAgain: () => void;
  onAskBy: (answerer: AskSettings['answerer']) => void;
  onRephrase: () => void;
  onChooseUnits: () => void;
};

const blink = keyframes({ '50%': { opacity: 0.2 } });

function Figures({ run, explanation }: { run: Run; explanation: Explanation | undefined }) {
  const { t } = useTranslation(['playground', 'explain', 'spending']);
  const formats = useFormats();
  const answer = explanation?.answer;
  const { consumption, requestId } = run;
  const cost = costOf(run);
  const figures = isRunning(run)
    ? [t('run.counting')]
    : [
        ...(cost === undefined
          ? []
          : [
              t(cost.about ? 'spending:after.about' : 'spending:after.exact', {
                amount: t('spending:amount.text', { count: cost.amount }),
              }),
            ]),
        ...(consumption === undefined
          ? []
          : [t('run.used', { used: consumption.used, total: consumption.total })]),
      ];
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        color: 'text.tertiary',
        flex: 1,
        minWidth: 0,
      }}
    >
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
      {run.kind !== 'generated' && answer?.kind === 'quoted' && answer.support !== null ? (
        <span>
          {t('explain:answer.support', {
            support: formats.percent(answer.support),
            least: formats.percent(answer.leastSupport),
          })}
        </span>
      ) : null}
      {requestId === null ? null : <MonoText truncate>{requestId}</MonoText>}
    </Typography>
  );
}

/** The answer as it grows, what it cost, and what to do with it. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { run, explained, walk, onRephrase, onChooseUnits } = props;
  const writes = useWrites();
  const panel = useRef<HTMLElement>(null);
  // The button that asks goes while it is answered.
  const keepFocus = () => panel.current?.focus({ preventScroll: true });
  const onAskAgain = () => {
    props.onAskAgain();
    keepFocus();
  };
  const onAskBy: AnswerPanelProps['onAskBy'] = (answerer) => {
    props.onAskBy(answerer);
    keepFocus();
  };
  const { t } = useTranslation('playground');
  const formats = useFormats();
  const connection = useConnection();
  const { answer, phase, skipped, error } = run;
  const running = isRunning(run);
  const notFound = isNotFound(run);
  const explanation = explanationOf(explained);
  const announcement =
    phase === 'done' && answer !== '' ? t('run.announceDone', { answer }) : wordRun(run, t);
  return (
    <Box
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-label={t('title')}
      sx={{ marginBlockStart: 2.5, '&:focus': { outline: 'none' } }}
    >
      <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
        {announcement}
      </div>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}>
        <RunHeading run={run} />
        {answer === '' ? null : <CopyButton text={answer} label={t('run.copyAnswer')} />}
        <CopyRequest text={curlOf(run.asked, connection)} />
        {running ? null : (
          <Tooltip title={t('run.askAgain')} describeChild={false}>
            <IconButton size="small" aria-label={t('run.askAgain')} onClick={onAskAgain}>
              <RefreshCw size={18} />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {skipped.length === 0 ? null : (
          <Notice severity="warning" title={t('skippedTitle')}>
            {t('skipped', { count: skipped.length, titles: formats.list(skipped) })}
          </Notice>
        )}
        {run.search === null ? null : <SearchedAs search={run.search} />}
        {run.fallback === null ? null : (
          <FallbackNotice
            fallback={run.fallback}
            onAskModel={running ? undefined : () => onAskBy('default')}
          />
        )}
        {answer === '' && !running ? null : (
          <Typography
            variant="reading"
            component="div"
            dir="auto"
            aria-busy={running}
            sx={{
              maxWidth: '70ch',
              whiteSpace: 'pre-wrap',
              unicodeBidi: 'plaintext',
              overflowWrap: 'anywhere',
              color: notFound ? 'text.secondary' : 'text.primary',
            }}
          >
            {run.kind === 'generated' ? (
              <WrittenText
                answer={answer}
                sentences={run.sentences}
                documents={run.documents?.length ?? 0}
                walk={walk}
              />
            ) : (
              <AnswerText answer={answer} explanation={explanation} walk={walk} />
            )}
            {running ? (
              <Box
                component="span"
                aria-hidden
                sx={{
                  display: 'inline-block',
                  width: 8,
                  height: '1.1em',
                  marginInlineStart: 0.5,
                  verticalAlign: 'text-bottom',
                  bgcolor: 'primary.main',
                  animation: `${blink} 1s steps(2) infinite`,
                }}
              />
            ) : null}
          </Typography>
        )}
        {run.kind === 'generated' ? <WrittenNotes run={run} /> : null}
        {notFound && run.model !== null ? (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('written.notFound', { model: run.model })}
          </Typography>
        ) : null}
        {phase === 'done' && answer === '' && run.asked.settings.answerer !== 'none' ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('run.empty')}</Typography>
        ) : null}
        {!notFound ? null : explanation === undefined ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('run.notFoundHint')}</Typography>
        ) : (
          <NothingFound explanation={explanation} onRephrase={onRephrase} onChooseUnits={onChooseUnits} />
        )}
        {error === undefined ? null : (
          <FaultNotice error={error} onRetry={mayHelp(error) ? onAskAgain : undefined} />
        )}
        {writes && !running && run.documents !== undefined ? (
          <CompareSteps run={run} onAskBy={onAskBy} />
        ) : null}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          marginBlockStart: 2.5,
          paddingBlockStart: 1.5,
          borderBlockStart: 1,
          borderColor: 'line.soft',
        }}
      >
        <Figures run={run} explanation={explanation} />
      </Box>
      <QuestionReading key={run.id} explained={explained} />
    </Box>
  );
}
