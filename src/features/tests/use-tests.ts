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
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { usePages } from '#src/api/hooks/use-pages.ts';
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
  const { outcome, set, order } = filters;
  const search = useDebouncedValue(filters.search.trim(), SEARCH_DELAY_MS);
  return usePages({
    key: [listTests.id, { search, outcome, set, order }],
    read: (gateway, page, signal) =>
      gateway.call(listTests, { query: { ...page, order, limit: PAGE_SIZE, search, outcome, set }, signal }),
    enabled,
    refetchInterval: (first) =>
      first !== undefined && isAsking(first) ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS,
  });
}

/** A test with the history of its expectation. */
export const useTest = (testId: number) => useRead(getTest, { params: { testId } });

/** What an evaluation changed, lost tests first, a page at a time. */
export function useEvaluation(evaluationId: string) {
  return usePages({
    key: [getEvaluation.id, evaluationId, {}],
    read: (gateway, page, signal) =>
      gateway.call(getEvaluation, { params: { evaluationId }, query: { ...page, limit: PAGE_SIZE }, signal }),
  });
}

const CHANGES = {
  changes: [listTests.id, getTest.id, listTestSets.id, listEvaluations.id, getEvaluation.id],
};

const useTestChange = <Input, Result>(send: (gateway: GatewayClient, input: Input) => Promise<Result>) =>
  useGatewayMutation(send, CHANGES);

export const useCreateTest = () =>
  useTestChange((gateway, body: NewTest) => gateway.call(createTest, { body }));

export const useChangeTest = () =>
  useTestChange((gateway, { id, change }: { id: number; change: TestChange }) =>
    gateway.call(updateTest, { params: { testId: id }, body: change }),
  );

/** Expects what a test is answered with now, or in `run`, from now on. */
export const useAcceptAnswer = () =>
  useTestChange((gateway, { id, run }: { id: number; run?: string }) =>
    gateway.call(acceptAnswer, { params: { testId: id }, body: run === undefined ? undefined : { run } }),
  );

export const useDeleteTest = () =>
  useTestChange((gateway, testId: number) => gateway.call(deleteTest, { params: { testId } }));

/** Lets all tests be asked now. */
export const useEvaluate = () => useTestChange((gateway, _input: void) => gateway.call(evaluate));

/** Makes a set, or renames it. */
export const useSaveTestSet = () =>
  useTestChange((gateway, { id, name }: { id: number | undefined; name: string }) =>
    id === undefined
      ? gateway.call(createTestSet, { body: { name } })
      : gateway.call(updateTestSet, { params: { setId: id }, body: { name } }),
  );

/** Deletes a set; its tests stay. */
export const useDeleteTestSet = () =>
  useTestChange((gateway, setId: number) =>
    gateway.call(deleteTestSet, { params: { setId }, query: { tests: 'keep' } }),
  );
