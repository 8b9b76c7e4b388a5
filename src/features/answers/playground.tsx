import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '#src/components/page-frame.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { DocumentsPane } from './documents-pane.tsx';
import { EarlierRuns } from './earlier-runs.tsx';
import { KeyHint } from './key-hint.tsx';
import { QuestionBox } from './question-box.tsx';
import { SpendLine } from '#src/spending/spend-line.tsx';
import { useAsk } from './use-ask.ts';
import { useAskOnArrival } from './use-ask-on-arrival.ts';
import { useDocumentWalk } from './use-document-walk.ts';
import { useEstimate } from './use-estimate.ts';
import { useExplanation } from './use-explanation.ts';
import { useNamedUnits } from '#src/asking/use-named-units.ts';
import { useQuestion } from './use-question.ts';

function WalkHint() {
  const { t } = useTranslation('playground');
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', gap: 1, color: 'text.tertiary' }}
    >
      <KeyHint>J</KeyHint>
      <KeyHint>K</KeyHint>
      {t('walk')}
    </Typography>
  );
}

/** Ask, read the answer, and see which passages it was made from. */
export function Playground() {
  const { t } = useTranslation('playground');
  const [question, change] = useQuestion();
  const { runs, run, running, ask, stop, select } = useAsk();
  const units = useNamedUnits(question.names);
  const explained = useExplanation(run);
  const walk = useDocumentWalk(run);
  const estimate = useEstimate(question, runs);
  const box = useRef<HTMLDivElement>(null);
  const focusIn = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  const searched = useNamedUnits(run?.asked.names ?? question.names);

  useAskOnArrival(() => void ask(question));
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && running && !event.defaultPrevented) stop();
  });
  useEffect(() => {
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);

  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(400px, 496px)' },
        alignItems: 'start',
        alignContent: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <PageFrame title={t('title')} action={<WalkHint />} hideTitle="phone">
          <Box sx={{ paddingBlockStart: { xs: 1.5, md: 0 } }}>
            <div ref={box}>
              <QuestionBox
                value={question}
                units={units}
                running={running}
                onChange={change}
                onAsk={() => void ask(question)}
                onStop={stop}
              />
            </div>
            <SpendLine ledger="text" estimate={estimate} />
            {run === undefined ? (
              <Box sx={{ marginBlockStart: 3, maxWidth: '62ch' }}>
                <Typography variant="h3" component="h2">
                  {t('start.title')}
                </Typography>
                <Typography sx={{ color: 'text.secondary' }}>{t('start.message')}</Typography>
              </Box>
            ) : (
              <AnswerPanel
                run={run}
                explained={explained}
                walk={walk}
                onAskAgain={() => void ask(run.asked)}
                onAskBy={(answerer) =>
                  void ask({ ...run.asked, settings: { ...run.asked.settings, answerer } })
                }
                onRephrase={() => focusIn('textarea')}
                onChooseUnits={() => focusIn('[role="combobox"]')}
              />
            )}
            <EarlierRuns
              runs={runs}
              currentId={run?.id}
              onSelect={({ id, asked }) => {
                select(id);
                change(asked);
              }}
            />
          </Box>
        </PageFrame>
      </Box>
      <DocumentsPane run={run} units={searched} explained={explained} walk={walk} />
    </Box>
  );
}
