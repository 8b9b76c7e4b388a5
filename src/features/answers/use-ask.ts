import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Location, matchPath, useLocation, useSearchParams } from 'react-router';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import { listRuns } from '#contract/operations/runs.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import {
  useCapabilities,
  useConnection,
  useConsumptionBaseline,
  useGateway,
  useReadCapabilities,
} from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { addRecentQuestion, recentQuestionsOwner } from '#src/api/stores/recent-questions.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';
import { routePatterns } from '#src/paths.ts';
import { CurrentPathContext } from '#src/ui/current-path-context.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import { type Estimate, estimateAnswer } from '#src/ui/quota/estimate-answer.ts';
import {
  type AnswerRun,
  applyAnswerEvent,
  applyWholeAnswer,
  createAnswerRun,
  isRunning,
  runCharge,
} from './answer-run.ts';
import {
  answererOf,
  asSent,
  isStreamed,
  type QuestionInput,
  questionFromSearchParams,
  questionToSearchParams,
  toAnswerRequest,
} from './ask-settings.ts';

const MAX_RUNS = 20;
const STOPPED_RELOAD_MS = 1000;

/** A visit of a run's page is a place of its own; the page of a new question is one, whatever its parameters. */
type Place = string | Location;

/** Asks one question at a time and keeps the runs of this visit, newest first. */
export function useAsk() {
  const gateway = useGateway();
  const questionsOwner = recentQuestionsOwner(useConnection());
  const [runs, setRuns] = useState<readonly AnswerRun[]>([]);
  const queryClient = useQueryClient();
  // Where the question was asked: another address, and the same one followed again, shows another run.
  const location = useLocation();
  const { pathname } = location;
  const place: Place = matchPath(routePatterns.run, pathname) === null ? pathname : location;
  const [current, setCurrent] = useState<{ id: string; place: Place }>();
  // The last move of a run to its address: a question that was asked meanwhile belongs to both places.
  const [move, setMove] = useState<{ id: string; from: Place; to: string }>();
  const abortController = useRef<AbortController>(undefined);
  const readCapabilities = useReadCapabilities();
  const { isAskedWhole } = useAskedWhole();
  const latestIsAskedWhole = useRef(isAskedWhole);
  const baseline = useConsumptionBaseline();
  const latestBaseline = useRef(baseline);
  useEffect(() => {
    latestBaseline.current = baseline;
    latestIsAskedWhole.current = isAskedWhole;
  });
  useEffect(() => () => abortController.current?.abort(), []);

  const updateRun = useCallback(
    (id: string, next: (run: AnswerRun) => AnswerRun) =>
      setRuns((all) => all.map((run) => (run.id === id ? next(run) : run))),
    [],
  );
  const stop = useCallback(() => abortController.current?.abort(), []);

  const reloadRuns = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: [listRuns.id] }),
    [queryClient],
  );
  const ask = useCallback(
    async (request: QuestionInput, again?: Pick<AnswerRun, 'id' | 'repeats'>) => {
      abortController.current?.abort();
      const controller = new AbortController();
      abortController.current = controller;
      const { signal } = controller;
      const { id, repeats } = again ?? { id: randomId(), repeats: 0 };
      const begun = { ...createAnswerRun(id, request, Date.now(), latestBaseline.current), repeats };
      setRuns((all) => {
        // Whatever is asked now, no earlier run is repeated by itself any more.
        const others = all.flatMap((run) => (run.id === id ? [] : [{ ...run, repeatAt: undefined }]));
        return [begun, ...others].slice(0, MAX_RUNS);
      });
      setCurrent({ id, place });
      addRecentQuestion(questionsOwner, request.question.trim());
      let start = performance.now();
      let keep = false;
      const seconds = () => (performance.now() - start) / 1000;
      try {
        const capabilities = await readCapabilities();
        const announced = capabilities !== null;
        keep = capabilities?.extensions.includes(listRuns.id) ?? false;
        // The time of an answer begins with its request, not with what this page reads before.
        start = performance.now();
        const startedAt = Date.now();
        const readsStreams = !latestIsAskedWhole.current(streamAnswer.id);
        const question = asSent(request, { connection: gateway.connection, announced }, readsStreams);
        updateRun(id, (run) => ({ ...run, request: question, startedAt }));
        const options = { signal, answerer: answererOf(question), keep };
        if (isStreamed(question)) {
          const { opened, events } = openAnswerStream(gateway, toAnswerRequest(question), options);
          opened.then(
            (heading) => updateRun(id, (run) => ({ ...run, ...heading })),
            () => undefined,
          );
          for await (const event of events) {
            if (signal.aborted) break;
            updateRun(id, (run) => applyAnswerEvent(run, event));
          }
          const phase = signal.aborted ? 'stopped' : 'done';
          updateRun(id, (run) => ({ ...run, phase, seconds: seconds() }));
        } else {
          const whole = await fetchAnswer(gateway, toAnswerRequest(question), options);
          updateRun(id, (run) => ({ ...applyWholeAnswer(run, whole), seconds: seconds() }));
        }
      } catch (error) {
        const stopped = signal.aborted || isAbortError(error);
        updateRun(id, (run) => ({
          ...run,
          phase: stopped ? 'stopped' : 'failed',
          error: stopped ? undefined : error,
          seconds: seconds(),
          repeatAt: stopped || run.phase !== 'asking' ? undefined : planRepeat(error, repeats),
        }));
      }
      if (!keep) return;
      reloadRuns();
      // The gateway learns a moment later that nobody waits any more.
      if (signal.aborted) setTimeout(reloadRuns, STOPPED_RELOAD_MS);
    },
    [gateway, questionsOwner, updateRun, readCapabilities, place, reloadRuns],
  );

  const isHere =
    current?.place === place ||
    (move?.to === pathname && move.from === current?.place && move.id !== current.id);
  const run = isHere ? runs.find(({ id }) => id === current?.id) : undefined;
  const planned =
    run?.repeatAt === undefined
      ? undefined
      : {
          at: run.repeatAt,
          onRepeat: () => void ask(run.request, { id: run.id, repeats: run.repeats + 1 }),
          onCancel: () => updateRun(run.id, (current) => ({ ...current, repeatAt: undefined })),
        };
  const select = (id: string) => setCurrent({ id, place });
  const forget = (id: string) => setRuns((all) => all.filter((run) => run.id !== id));
  const beginMove = (id: string, to: string) => setMove({ id, from: place, to });
  /** From here on the address says which run is shown. */
  const endMove = (id: string) => setCurrent((shown) => (shown?.id === id ? undefined : shown));
  // Also while another run is open.
  const running = runs.some(isRunning);
  return { runs, run, planned, running, ask, stop, select, forget, beginMove, endMove };
}

/** Number of earlier answers from which the length of the next is estimated. */
const SAMPLE_SIZE = 5;

/** What the typed question may cost; undefined while it is empty. */
export function useAnswerEstimate(
  { question, settings }: QuestionInput,
  runs: readonly AnswerRun[],
): Estimate | undefined {
  const capabilities = useCapabilities();
  const { answerer, Limit, MaxOutputTokens } = settings;
  const generated = answerer === 'default' && capabilities?.models.chat === true;
  const isForeign = capabilities === null;
  const answers = useMemo(
    () =>
      runs
        .filter((run) => run.phase === 'done' && run.request.settings.answerer === answerer)
        .slice(0, SAMPLE_SIZE)
        .flatMap((run) => {
          const cost = runCharge(run);
          // An approximate cost may include other calls.
          if (cost === undefined || cost.approximate) return [];
          return [Math.max(0, cost.amount - estimateTokens(run.request.question.trim()))];
        }),
    [runs, answerer],
  );
  if (question.trim() === '') return undefined;
  // The charges of a gateway without capabilities can only be learnt from earlier answers.
  if (isForeign && answers.length === 0) return undefined;
  const estimate = estimateAnswer({
    question,
    maxOutputTokens: MaxOutputTokens,
    retrievalOnly: answerer === 'none',
    // The estimate for such a gateway rests on earlier answers alone, whoever wrote them.
    generated: generated || isForeign,
    reservesExactly: (capabilities ?? null) !== null,
    previousAnswerTokens: answers,
    passages: Limit,
  });
  return isForeign ? { ...estimate, max: null } : estimate;
}

const DEBOUNCE_MS = 300;

/** The typed question, kept in sync with the page's address in both directions; the address of a run stays as it is. */
export function useQuestionParams(isRun: boolean): [QuestionInput, (change: Partial<QuestionInput>) => void] {
  const [search, setSearch] = useSearchParams();
  const currentPath = use(CurrentPathContext);
  const [value, setValue] = useState(() => questionFromSearchParams(search));
  const lastWritten = useRef<string | null>(questionToSearchParams(value).toString());
  const address = search.toString();

  useEffect(() => {
    // An address that this page has not written comes from a link or from the history.
    const incoming = questionFromSearchParams(new URLSearchParams(address));
    const canonical = questionToSearchParams(incoming).toString();
    // The form takes the question of a run; the next address of a question is read, also the one before the run.
    if (isRun) lastWritten.current = null;
    if (isRun || canonical === lastWritten.current) return;
    lastWritten.current = canonical;
    setValue(incoming);
  }, [address, isRun]);

  useEffect(() => {
    const next = questionToSearchParams(value);
    if (isRun || next.toString() === lastWritten.current) return undefined;
    const timer = setTimeout(() => {
      // The page of a run may be on the way.
      if (currentPath() !== routePatterns.playground) return;
      lastWritten.current = next.toString();
      setSearch(next, { replace: true, preventScrollReset: true });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value, setSearch, isRun, currentPath]);

  return [value, (change) => setValue((was) => ({ ...was, ...change }))];
}
