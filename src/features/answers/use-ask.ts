import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { type Location, matchPath, useLocation, useSearchParams } from 'react-router';
import { listRuns } from '#contract/operations/runs.ts';
import {
  useConnection,
  useConsumptionBaseline,
  useGateway,
  useReadCapabilities,
} from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { addRecentQuestion, recentQuestionsOwner } from '#src/api/stores/recent-questions.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { routePatterns } from '#src/paths.ts';
import { CurrentPathContext } from '#src/ui/current-path-context.ts';
import { type AnswerRun, createAnswerRun, isRunning } from '#src/ui/run/answer-run.ts';
import { askQuestion } from '#src/ui/run/ask-question.ts';
import {
  type QuestionInput,
  questionFromSearchParams,
  questionToSearchParams,
} from '#src/ui/run/ask-settings.ts';

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
      const isWhole: typeof isAskedWhole = (stream) => latestIsAskedWhole.current(stream);
      const keep = await askQuestion(
        { gateway, readCapabilities, isAskedWhole: isWhole, signal },
        begun,
        (next) => updateRun(id, next),
      );
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
