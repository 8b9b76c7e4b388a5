import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { type AnswerVersion } from '#src/features/chat/conversations/conversation.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { BandLine } from '#src/ui/answer/answer-band.tsx';
import { AnswerView } from '#src/ui/answer/answer-view.tsx';
import { explanationOf } from '#src/ui/answer/use-explanation.ts';
import { Notice } from '#src/ui/notice.tsx';
import { type AnswerRun, bandOf, hasNoAnswer, isRunning } from '#src/ui/run/answer-run.ts';
import { FallbackNotice, RewrittenQuery } from '#src/ui/run/model-notes.tsx';
import { NextStepsRow } from '#src/ui/run/next-steps-row.tsx';
import { useRunExplanation } from '#src/ui/run/use-run-explanation.ts';
import { PassageList, usePassages } from './passage-list.tsx';

/** Answers from before this visit are not explained again: a long conversation would make as many calls at once. */
const OPENED_AT = Date.now();

type KnowledgeAnswerProps = {
  version: AnswerVersion & { run: AnswerRun };
  error: unknown;
  /** Absent where nothing can be asked. */
  onAskAgain: (() => void) | undefined;
  onSearchAll: () => void;
  onRephrase: () => void;
  /** Absent where no model can be asked. */
  onAskModel: (() => void) | undefined;
};

/** An answer from the knowledge: how sure it is, its words with their sources, and what can be done next. */
export function KnowledgeAnswer(props: KnowledgeAnswerProps) {
  const { version, error, onAskAgain, onAskModel } = props;
  const { t } = useTranslation(['chat', 'playground']);
  const formats = useFormats();
  const passages = usePassages();
  const run = { ...version.run, error };
  const explanationState = useRunExplanation(version.begun < OPENED_AT ? undefined : run);
  const explanation = explanationOf(explanationState);
  const running = isRunning(run);
  const band = bandOf(run);
  const { request, skippedTitles } = run;
  return (
    <>
      {band === null ? null : <BandLine shown={run} band={band} />}
      {request.names.length === 0 || skippedTitles.length === 0 ? null : (
        <Notice severity="warning" title={t('playground:skippedTitle')}>
          {t('playground:skipped', { count: skippedTitles.length, titles: formats.list(skippedTitles) })}
        </Notice>
      )}
      {run.search === null ? null : <RewrittenQuery search={run.search} />}
      {run.fallback === null ? null : (
        <FallbackNotice fallback={run.fallback} notFound={hasNoAnswer(run)} onAskModel={undefined} />
      )}
      <AnswerView
        shown={run}
        question={request.question}
        running={running && run.answer !== ''}
        explanation={explanation}
        links={passages}
      />
      {running ? null : <PassageList run={run} passages={passages} explanation={explanation} />}
      {onAskAgain === undefined ? null : (
        <NextStepsRow
          run={run}
          explanationState={explanationState}
          onOpenPassage={passages.focusPassage}
          onSearchAll={props.onSearchAll}
          onAskAgain={onAskAgain}
          onRephrase={props.onRephrase}
        />
      )}
      {onAskModel !== undefined && hasNoAnswer(run) ? (
        <Button size="small" variant="outlined" onClick={onAskModel} sx={{ justifySelf: 'start' }}>
          {t('knowledge.askModel')}
        </Button>
      ) : null}
    </>
  );
}
