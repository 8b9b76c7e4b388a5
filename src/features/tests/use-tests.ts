import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  acceptAnswer,
  createTest,
  createTestSet,
  deleteTest,
  deleteTestSet,
  evaluate,
  getEvaluation,
  getTest,
  listEvaluations,
  listTestSets,
  listTests,
  updateTest,
  updateTestSet,
} from '#contract/operations/tests.ts';
import {
  type NewTest,
  TEST_OUTCOMES,
  type TestChange,
  type TestOutcome,
  type TestOverview,
} from '#contract/tests.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { useDebouncedValue } from '#src/ui/use-debounced-value.ts';

export type TestFilters = {
  search: string;
  outcome: TestOutcome | undefined;
  /** Id of a set, or `none`. */
  set: string | undefined;
  order: 'newest' | 'changed';
  /** The evaluation whose changes are open. */
  evaluation: string | undefined;
};

/** The filters live in the address of the page. */
export function useTestFilters() {
  const [params, setParams] = useSearchParams();
  const filters: TestFilters = {
    search: params.get('search') ?? '',
    outcome: TEST_OUTCOMES.find((outcome) => outcome === params.get('outcome')),
    set: /^(?:none|\d+)$/u.exec(params.get('set') ?? '')?.[0],
    order: params.get('order') === 'changed' ? 'changed' : 'newest',
    evaluation: /^\d+$/u.exec(params.get('evaluation') ?? '')?.[0],
  };
  const change = (patch: Partial<TestFilters>) => {
    const { order, ...rest } = { ...filters, ...patch };
    // What else the address says, such as the draft of a test, stays.
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ ...rest, order: order === 'newest' ? undefined : order }))
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { filters, change };
}

/** Question and units of a new test, as a link to the page gives them. */
export type TestDraft = { question: string; names: readonly string[] };

export function useTestDraft() {
  const [params, setParams] = useSearchParams();
  const question = params.get('add');
  const draft: TestDraft | undefined =
    question === null ? undefined : { question, names: params.getAll('index') };
  const endDraft = () => {
    if (draft === undefined) return;
    const next = new URLSearchParams(params);
    next.delete('add');
    next.delete('index');
    setParams(next, { replace: true });
  };
  return { draft, endDraft };
}

const PAGE_SIZE = 50;
const SEARCH_DELAY_MS = 200;
const ACTIVE_INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 10_000;

const isAsking = ({ evaluation, pending, paused }: TestOverview): boolean =>
  evaluation?.state === 'running' || (pending && !paused);

/** Tests, a page at a time, read again more often while they are asked. */
export function useTestList(filters: TestFilters, enabled: boolean) {
  const gateway = useGateway();
  const { id, bot } = useConnection();
  const { outcome, set, order } = filters;
  const search = useDebouncedValue(filters.search.trim(), SEARCH_DELAY_MS);
  return useInfiniteQuery({
    queryKey: [listTests.id, id, bot, { search, outcome, set, order }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        order,
        limit: String(PAGE_SIZE),
        ...(search === '' ? {} : { search }),
        ...(outcome === undefined ? {} : { outcome }),
        ...(set === undefined ? {} : { set }),
        ...(pageParam === '' ? {} : { before: pageParam }),
      };
      return gateway.call(listTests, { params: { botId: bot }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled,
    placeholderData: (before, query) => (query?.queryKey[2] === bot ? before : undefined),
    refetchInterval: ({ state: { data } }) => {
      const [first] = data?.pages ?? [];
      return first !== undefined && isAsking(first) ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS;
    },
  });
}

/** A test with the history of its expectation. */
export function useTest(testId: number) {
  const { bot: botId } = useConnection();
  return useRead(getTest, { params: { botId, testId: String(testId) } });
}

/** What an evaluation changed, lost tests first, a page at a time. */
export function useEvaluation(evaluationId: string) {
  const gateway = useGateway();
  const { id, bot: botId } = useConnection();
  return useInfiniteQuery({
    queryKey: [getEvaluation.id, id, botId, evaluationId],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: String(PAGE_SIZE), ...(pageParam === '' ? {} : { before: pageParam }) };
      return gateway.call(getEvaluation, { params: { botId, evaluationId }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

const CHANGES = {
  changes: [listTests.id, getTest.id, listTestSets.id, listEvaluations.id, getEvaluation.id],
};

export function useCreateTest() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, body: NewTest) => gateway.call(createTest, { params: { botId }, body }),
    CHANGES,
  );
}

export function useChangeTest() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, { id, change }: { id: number; change: TestChange }) =>
      gateway.call(updateTest, { params: { botId, testId: String(id) }, body: change }),
    CHANGES,
  );
}

/** Expects what a test is answered with now, or in `run`, from now on. */
export function useAcceptAnswer() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, { id, run }: { id: number; run?: string }) =>
      gateway.call(acceptAnswer, {
        params: { botId, testId: String(id) },
        ...(run === undefined ? {} : { body: { run } }),
      }),
    CHANGES,
  );
}

export function useDeleteTest() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, id: number) => gateway.call(deleteTest, { params: { botId, testId: String(id) } }),
    CHANGES,
  );
}

/** Lets all tests be asked now. */
export function useEvaluate() {
  const { bot: botId } = useConnection();
  return useGatewayMutation((gateway) => gateway.call(evaluate, { params: { botId } }), CHANGES);
}

/** Makes a set, or renames it. */
export function useSaveTestSet() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, { id, name }: { id: number | undefined; name: string }) =>
      id === undefined
        ? gateway.call(createTestSet, { params: { botId }, body: { name } })
        : gateway.call(updateTestSet, { params: { botId, setId: String(id) }, body: { name } }),
    CHANGES,
  );
}

/** Deletes a set; its tests stay. */
export function useDeleteTestSet() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, id: number) =>
      gateway.call(deleteTestSet, { params: { botId, setId: String(id) }, query: { tests: 'keep' } }),
    CHANGES,
  );
}
