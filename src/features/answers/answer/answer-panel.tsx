import RefreshCw from 'virtual:lucide/refresh-cw';
import Terminal from 'virtual:lucide/terminal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecipient } from '#src/api/hooks/use-recipient.ts';
import { ExplanationNotice } from '#src/features/answers/explanation/explanation-notice.tsx';
import type { PassageNavigation } from '#src/features/answers/passages/use-passage-navigation.ts';
import { useHasChatModel } from '#src/features/answers/question/setting-labels.ts';
import { DeleteRunAction, StoredRunNotes } from '#src/features/answers/runs/run-notes.tsx';
import type { Judging } from '#src/features/answers/verdict/use-judging.ts';
import { VerdictBar } from '#src/features/answers/verdict/verdict-bar.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { AnswerView } from '#src/ui/answer/answer-view.tsx';
import { type ExplanationState, explanationOf } from '#src/ui/answer/use-explanation.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { CopyMenu } from '#src/ui/copy-menu.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import type { PlannedRepeat } from '#src/ui/fault/use-repeat-countdown.ts';
import { WholeRemedy } from '#src/ui/fault/whole-remedy.tsx';
import { IconAction } from '#src/ui/icon-action.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { QuietNote } from '#src/ui/quiet-note.tsx';
import { type AnswerRun, bandOf, hasNoAnswer, isRunning } from '#src/ui/run/answer-run.ts';
import { type AskSettings, buildAnswerSnippets } from '#src/ui/run/ask-settings.ts';
import { FallbackNotice, QuotationsNote, RewrittenQuery } from '#src/ui/run/model-notes.tsx';
import { NextStepsRow } from '#src/ui/run/next-steps-row.tsx';
import type { UnitByName } from '#src/ui/unit/use-units-by-name.ts';
import { AnswerDetails } from './answer-details.tsx';
import { CheaperAnswers } from './cheaper-answers.tsx';
import { copiedAnswer } from './copied-answer.ts';
import { RunHeading, runStatusText } from './run-heading.tsx';

type CompareActionsProps = { run: AnswerRun; onAskWith: (change: Partial<AskSettings>) => void };

/** Asks the same question with another answerer; both runs stay in the history for comparison. */
function CompareActions({ run, onAskWith }: CompareActionsProps) {
  const { t } = useTranslation('playground');
  const answerer = run.request.settings.answerer;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {answerer === 'extractive' || run.fallback !== null ? null : (
        <Button variant="outlined" size="small" onClick={() => onAskWith({ answerer: 'extractive' })}>
          {t('written.askQuoted')}
        </Button>
      )}
      {answerer === 'default' ? null : (
        <Button variant="outlined" size="small" onClick={() => onAskWith({ answerer: 'default' })}>
          {t('written.askWritten')}
        </Button>
      )}
    </Box>
  );
}

type AnswerPanelProps = {
  /** Takes the focus when a question is asked. */
  panel: RefObject<HTMLElement | null>;
  run: AnswerRun;
  /** What is known of the searched units. */
  units: readonly UnitByName[];
  planned: PlannedRepeat | undefined;
  explanationState: ExplanationState;
  navigation: PassageNavigation;
  judging: Judging | undefined;
  onAskAgain: () => void;
  onAskWith: (change: Partial<AskSettings>) => void;
  onSearchAll: () => void;
  onRephrase: () => void;
  onDeleted: () => void;
};

/** The growing answer, its certainty and its actions. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { panel, run, units, planned, explanationState, navigation, onRephrase } = props;
  const { t } = useTranslation(['playground', 'answer']);
  const formats = useFormats();
  const recipient = useRecipient();
  const hasChatModel = useHasChatModel();
  // The pressed button disappears while the answer comes: the panel keeps the focus.
  const keepFocus = (act: () => void) => () => {
    act();
    panel.current?.focus({ preventScroll: true });
  };
  const onAskAgain = keepFocus(props.onAskAgain);
  const onAskWith: AnswerPanelProps['onAskWith'] = (change) => keepFocus(() => props.onAskWith(change))();
  const { answer, phase, skippedTitles, error } = run;
  const snippets = buildAnswerSnippets(run.request, recipient);
  const running = isRunning(run);
  const notFound = hasNoAnswer(run);
  const isReply = bandOf(run) === 'reply';
  const explanation = explanationOf(explanationState);
  const announcement =
    phase === 'done' && answer !== '' ? t('run.announceDone', { answer }) : runStatusText(run, t);
  return (
    <Box
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-label={t('run.region')}
      sx={{ marginBlockStart: 2.5, '&:focus': { outline: 'none' } }}
    >
      <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
        {announcement}
      </div>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}>
        <RunHeading run={run} />
        {answer === '' ? null : (
          <CopyButton
            text={copiedAnswer(run, { explanationState, units, label: t('run.source') })}
            label={t('run.copyAnswer')}
          />
        )}
        <CopyMenu
          label={t('run.copyRequest')}
          icon={<Terminal size={18} />}
          options={[
            { label: t('run.asCurl'), text: snippets.curl },
            { label: t('run.asTypeScript'), text: snippets.typescript },
            { label: t('run.asJson'), text: snippets.json },
          ]}
        />
        {run.stored?.deletable === true && run.requestId !== null ? (
          <DeleteRunAction runId={run.requestId} onDeleted={props.onDeleted} />
        ) : null}
        {running || (phase === 'stopped' && run.stored === undefined) ? null : (
          <IconAction label={t('run.askAgain')} onClick={onAskAgain}>
            <RefreshCw size={18} />
          </IconAction>
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {run.request.drafts === true ? (
          <Notice severity="info" title={t('drafts.title')}>
            {t('drafts.text')}
          </Notice>
        ) : null}
        {skippedTitles.length === 0 ? null : (
          <Notice severity="warning" title={t('skippedTitle')}>
            {t('skipped', { count: skippedTitles.length, titles: formats.list(skippedTitles) })}
          </Notice>
        )}
        {run.kept === 'not-kept' ? (
          <Notice severity="warning" title={t('runs.notKept.title')}>
            {t('runs.notKept.text')}
          </Notice>
        ) : null}
        <StoredRunNotes run={run} />
        <QuietNote
          running={running}
          news={`${run.id} ${answer.length} ${run.documents?.length ?? ''}`}
          begun={answer !== '' || run.documents !== undefined}
        />
        {run.search === null ? null : <RewrittenQuery search={run.search} />}
        {run.fallback === null ? null : (
          <FallbackNotice
            fallback={run.fallback}
            notFound={notFound}
            onAskModel={running ? undefined : () => onAskWith({ answerer: 'default' })}
          />
        )}
        <AnswerView
          shown={run}
          question={run.request.question}
          running={running}
          explanation={explanation}
          links={navigation}
        />
        {notFound && run.model !== null ? (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('written.notFound', { model: run.model })}
          </Typography>
        ) : null}
        {phase === 'done' && answer === '' && run.request.settings.answerer !== 'none' ? (
          <Typography sx={{ color: 'text.secondary' }}>{t('run.empty')}</Typography>
        ) : null}
        {props.judging === undefined || isReply ? null : <VerdictBar run={run} judging={props.judging} />}
        <FaultNotice
          error={error}
          onRetry={onAskAgain}
          planned={planned}
          remedies={
            <>
              <WholeRemedy error={error} stream="streamAnswer" onAsk={() => onAskWith({ streamed: false })} />
              <CheaperAnswers run={run} onAskWith={onAskWith} />
            </>
          }
        />
        <NextStepsRow
          run={run}
          explanationState={explanationState}
          onOpenPassage={navigation.focusPassage}
          onSearchAll={keepFocus(props.onSearchAll)}
          onAskAgain={onAskAgain}
          onRephrase={onRephrase}
        />
        {hasChatModel && !running && !isReply && run.documents !== undefined ? (
          <CompareActions run={run} onAskWith={onAskWith} />
        ) : null}
      </Box>
      <AnswerDetails key={run.id} run={run} explanationState={explanationState} />
      <ExplanationNotice explanationState={explanationState} />
      {run.kind === 'quoted' && !running ? <QuotationsNote /> : null}
    </Box>
  );
}
