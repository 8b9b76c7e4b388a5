import Box from '@mui/material/Box';
import ListItemButton from '@mui/material/ListItemButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { use, useEffect, useEffectEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate, useSearchParams } from 'react-router';
import { answer } from '#contract/operations/answers.ts';
import { listDrafts } from '#contract/operations/versions.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths, routePatterns } from '#src/paths.ts';
import { CurrentPathContext } from '#src/ui/current-path-context.ts';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { RoleGate } from '#src/ui/fault/role-gate.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { PlainList } from '#src/ui/plain-list.ts';
import { CostEstimate } from '#src/ui/quota/cost-estimate.tsx';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';
import type { QuestionInput } from '#src/ui/run/ask-settings.ts';
import { KnowledgeHint, useKnowledgeGap } from '#src/ui/run/knowledge-hint.tsx';
import { QuotationsNote } from '#src/ui/run/model-notes.tsx';
import { useAnswerEstimate } from '#src/ui/run/use-answer-estimate.ts';
import { useRunExplanation } from '#src/ui/run/use-run-explanation.ts';
import { SplitPage } from '#src/ui/side-pane.tsx';
import { useSingleKeys } from '#src/ui/single-keys-context.ts';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { TruncatedText } from '#src/ui/truncated-text.tsx';
import { useUnitsByName } from '#src/ui/unit/use-units-by-name.ts';
import { useEscape } from '#src/ui/use-escape.ts';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { runStatusText } from './answer/run-heading.tsx';
import { RunComparison } from './comparison/run-comparison.tsx';
import { RetrievedPassagesPane } from './passages/retrieved-passages-pane.tsx';
import { usePassageNavigation } from './passages/use-passage-navigation.ts';
import { KeyboardKey } from './question/keyboard-key.tsx';
import { QuestionForm } from './question/question-form.tsx';
import { RunDrawer } from './runs/run-drawer.tsx';
import { RunList } from './runs/run-list.tsx';
import { withStoredFacts } from './runs/to-answer-run.ts';
import { useHasRuns, useStoredRun } from './runs/use-runs.ts';
import { useAsk, useQuestionParams } from './use-ask.ts';
import { useJudging } from './verdict/use-judging.ts';

type RunHistoryProps = {
  runs: readonly AnswerRun[];
  currentId: string | undefined;
  onSelect: (run: AnswerRun) => void;
};

/** Runs of this visit, to reopen and compare. */
function RunHistory({ runs, currentId, onSelect }: RunHistoryProps) {
  const { t } = useTranslation(['playground', 'answer']);
  const headingId = useId();
  if (runs.every(({ id }) => id === currentId)) return null;
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ marginBlockStart: 4 }}>
      <Typography id={headingId} variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('earlier.title')}
      </Typography>
      <PlainList as="ol" sx={{ borderBlockStart: 1, borderColor: 'line.firm' }}>
        {runs.map((run) => (
          <Box component="li" key={run.id} sx={{ borderBlockEnd: 1, borderColor: 'line.soft' }}>
            <ListItemButton
              selected={run.id === currentId}
              aria-current={run.id === currentId ? 'true' : undefined}
              onClick={() => onSelect(run)}
              sx={{ gap: 2, paddingInline: 1 }}
            >
              <TruncatedText sx={{ flex: 1, minWidth: 0 }}>{run.request.question}</TruncatedText>
              <Typography variant="body2" component="span" sx={{ color: 'text.tertiary', flexShrink: 0 }}>
                {runStatusText(run, t)}
              </Typography>
            </ListItemButton>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
}

/** Asks at once when a clicked link says so; the link's state is cleared, so that a reload costs nothing. */
function useAskOnArrival(ask: () => void): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const shouldAsk = typeof state === 'object' && state !== null && 'ask' in state && state.ask === true;
  const onArrival = useEffectEvent(() => {
    void navigate({ search }, { replace: true, state: null });
    ask();
  });
  useEffect(() => {
    if (!shouldAsk) return undefined;
    // A page that unmounts right away, as in strict mode, must not ask.
    const timer = setTimeout(onArrival);
    return () => clearTimeout(timer);
  }, [shouldAsk]);
}

function NavigationHint() {
  const { t } = useTranslation('playground');
  if (!useSingleKeys()) return null;
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', gap: 1, color: 'text.tertiary' }}
    >
      <KeyboardKey>J</KeyboardKey>
      <KeyboardKey>K</KeyboardKey>
      {t('walk')}
    </Typography>
  );
}

/** The id of the run that the address names. */
function useRunAddress(): string | undefined {
  const { pathname } = useLocation();
  return matchPath(routePatterns.run, pathname)?.params.id;
}

type AddressedRuns = {
  /** The run of the question that was asked here last. */
  asked: AnswerRun | undefined;
  /** The run that the address names. */
  opened: AnswerRun | undefined;
  onMove: (id: string, pathname: string) => void;
  /** The address is shown: sooner, the page would show neither the question nor its run. */
  onMoved: (id: string) => void;
  /** Takes the question of a run that was opened. */
  onOpened: (question: QuestionInput) => void;
};

/**
 * A question that was kept gets the address of its run: the first one in place of the empty page, later ones beside it.
 * The form takes the question of a run that is opened; where a question led to its run, the next may be typed already.
 */
function useRunAddresses({ asked, opened, onMove, onMoved, onOpened }: AddressedRuns): void {
  const navigate = useNavigate();
  const address = useRunAddress();
  const { pathname } = useLocation();
  const currentPath = use(CurrentPathContext);
  const moved = useRef<{ id: string; to: string }>(undefined);
  const keptId =
    asked?.phase === 'done' && asked.kept === 'kept' ? (asked.requestId ?? undefined) : undefined;
  const move = useEffectEvent((to: string) => {
    // A person who is on the way to another page is not taken back.
    if (asked === undefined || currentPath() !== pathname) return;
    moved.current = { id: asked.id, to };
    onMove(asked.id, paths.run(to));
    void navigate(paths.run(to), { replace: address === undefined, preventScrollReset: true });
  });
  useEffect(() => {
    if (keptId !== undefined) move(keptId);
  }, [keptId]);
  const arrive = useEffectEvent((place: string) => {
    if (moved.current?.to === place) onMoved(moved.current.id);
  });
  useEffect(() => {
    if (address !== undefined) arrive(address);
  }, [address]);
  const open = useEffectEvent((id: string) => {
    if (opened === undefined || moved.current?.to === id) return;
    moved.current = undefined;
    onOpened(opened.request);
  });
  const openedId = opened?.requestId ?? undefined;
  useEffect(() => {
    if (openedId !== undefined) open(openedId);
  }, [openedId]);
}

/** Why a run that the address names cannot be shown. */
function MissingRun({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation('playground');
  return (
    <FaultNotice
      error={error}
      onRetry={onRetry}
      remedies={
        <LinkButton size="small" variant="outlined" to={paths.playground()}>
          {t('runs.new')}
        </LinkButton>
      }
    />
  );
}

/** A question, its answer, and the passages behind it. */
function Playground() {
  const { t } = useTranslation('playground');
  const address = useRunAddress();
  const [typed, setQuestion] = useQuestionParams(address !== undefined);
  const canAskDrafts = useCanUse(listDrafts);
  const question = { ...typed, drafts: canAskDrafts && typed.drafts === true };
  const { runs, run: askedRun, planned, running, ask, stop, select, forget, beginMove, endMove } = useAsk();
  const hasRuns = useHasRuns();
  const ofVisit = runs.find(({ requestId }) => address !== undefined && requestId === address);
  const stored = useStoredRun(address);
  const keptRun = withStoredFacts(ofVisit, stored.run);
  const run = askedRun ?? keptRun;
  useRunAddresses({
    asked: askedRun,
    opened: askedRun === undefined && address !== undefined ? run : undefined,
    onMove: beginMove,
    onMoved: endMove,
    onOpened: setQuestion,
  });
  const units = useUnitsByName(question.names);
  const explanationState = useRunExplanation(run);
  const navigation = usePassageNavigation(run);
  const judging = useJudging(run);
  const estimate = useAnswerEstimate(question, runs);
  const gap = useKnowledgeGap();
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  // The answer takes the focus at once, for J and K to move there, and never later from where a person has moved on to.
  const askAndFocus = () => {
    flushSync(() => void ask(question));
    panel.current?.focus({ preventScroll: true });
  };
  const focusIn = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  const searchedUnits = useUnitsByName(run?.request.names ?? question.names);

  useAskOnArrival(() => void ask(question));
  useEscape(running, stop);
  const comparedId = useSearchParams()[0].get('with');
  const isSmall = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const currentId = run?.requestId ?? undefined;
  const start = hasRuns && !isSmall ? <RunList currentId={currentId} /> : undefined;
  const hasDrawer = hasRuns && isSmall;
  const action = hasDrawer ? <RunDrawer currentId={currentId} /> : <NavigationHint />;

  if (address !== undefined && comparedId !== null && comparedId !== '')
    return (
      <SplitPage start={start}>
        <PageFrame title={t('title')} action={hasDrawer ? action : undefined}>
          <RunComparison firstId={address} secondId={comparedId} />
        </PageFrame>
      </SplitPage>
    );

  return (
    <SplitPage
      paneWidth="minmax(400px, 496px)"
      start={start}
      pane={
        <RetrievedPassagesPane
          run={run}
          units={searchedUnits}
          explanationState={explanationState}
          navigation={navigation}
          onMark={judging?.mark}
        />
      }
    >
      <PageFrame title={t('title')} action={action} hideTitle={hasDrawer ? 'never' : 'phone'}>
        <Box sx={{ paddingBlockStart: { xs: hasDrawer ? 0 : 1.5, md: 0 } }}>
          <div ref={box}>
            <QuestionForm
              value={question}
              units={units}
              running={running}
              searchable={gap === undefined}
              onChange={setQuestion}
              onAsk={askAndFocus}
              onStop={stop}
            />
          </div>
          <CostEstimate ledger="text" estimate={estimate} />
          {gap === undefined ? null : <KnowledgeHint gap={gap} />}
          <MissingRun error={keptRun ? null : stored.error} onRetry={() => void stored.refetch()} />
          {run === undefined && stored.isPending ? (
            <SkeletonRows rows={3} height={72} bars={[0.3, 0.9]} />
          ) : null}
          {run === undefined && address === undefined && gap === undefined ? (
            <Box sx={{ marginBlockStart: 3, maxWidth: '62ch' }}>
              <Typography variant="h3" component="h2">
                {t('start.title')}
              </Typography>
              <Typography sx={{ color: 'text.secondary', marginBlockEnd: 1.5 }}>
                {t('start.message')}
              </Typography>
              <QuotationsNote />
            </Box>
          ) : null}
          {run === undefined ? null : (
            <AnswerPanel
              panel={panel}
              run={run}
              units={searchedUnits}
              planned={planned}
              explanationState={explanationState}
              navigation={navigation}
              judging={judging}
              onAskAgain={() => void ask(run.request)}
              onAskWith={(change) =>
                void ask({ ...run.request, settings: { ...run.request.settings, ...change } })
              }
              onSearchAll={() => {
                setQuestion({ names: [] });
                void ask({ ...run.request, names: [] });
              }}
              onRephrase={() => focusIn('textarea')}
              onDeleted={() => forget(run.id)}
            />
          )}
          <RunHistory
            // What the gateway keeps is in its list.
            runs={
              hasRuns
                ? runs.filter(({ kept, request }) => kept === 'not-kept' || request.drafts === true)
                : runs
            }
            currentId={run?.id}
            onSelect={({ id, request }) => {
              select(id);
              setQuestion(request);
            }}
          />
        </Box>
      </PageFrame>
    </SplitPage>
  );
}

export function PlaygroundPage() {
  const { t } = useTranslation('playground');
  return (
    <RoleGate operation={answer} title={t('title')}>
      <Playground />
    </RoleGate>
  );
}
