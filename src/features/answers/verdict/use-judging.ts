import { useState } from 'react';
import { listReports } from '#contract/operations/reports.ts';
import { getRun, listRuns } from '#contract/operations/runs.ts';
import { createTest, listTests, setVerdict } from '#contract/operations/tests.ts';
import type { Verdict } from '#contract/runs.ts';
import type { KeepTest, TestResult, VerdictRequest } from '#contract/tests.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import type { AnswerRun } from '#src/ui/run/answer-run.ts';

const CHANGES = { changes: [getRun.id, listRuns.id, listTests.id, listReports.id] };

type Judgement = { runId: string; result: TestResult; keep: () => void };

/** Judging a kept run: its verdict, and the passage that answers. Undefined where the run or the gateway allows none. */
export function useJudging(run: AnswerRun | undefined) {
  const canJudge = useCanUse(setVerdict);
  const verdict = useGatewayMutation(
    (gateway, { runId, ...body }: VerdictRequest & { runId: string }) =>
      gateway.call(setVerdict, { params: { runId }, body }),
    CHANGES,
  );
  const marking = useGatewayMutation(
    (gateway, { runId, index, keep }: { runId: string; index: number; keep: KeepTest }) =>
      gateway.call(createTest, {
        body: { run: runId, verdict: 'passage', documents: [index], keep },
      }),
    CHANGES,
  );
  const [judgement, setJudgement] = useState<Judgement>();
  const runId = run?.requestId ?? null;
  if (!canJudge || run?.phase !== 'done' || run.kept !== 'kept' || runId === null) return undefined;

  const verdicts: readonly Verdict[] = run.stored?.verdicts ?? [];
  const own = verdicts.find(({ mine }) => mine);
  const show = (result: TestResult | null, keep: () => void) =>
    setJudgement(result === null ? undefined : { runId, result, keep });
  const judge = (request: VerdictRequest) => {
    marking.reset();
    verdict.mutate(
      { runId, ...request },
      { onSuccess: ({ result }) => show(result, () => judge({ ...request, keep: 'always' })) },
    );
  };
  const mark = (index: number, keep: KeepTest = 'if-passes') => {
    verdict.reset();
    marking.mutate(
      { runId, index, keep },
      { onSuccess: (result) => show(result, () => mark(index, 'always')) },
    );
  };
  const { error } = verdict.error === null ? marking : verdict;
  return {
    verdicts,
    own,
    judge,
    mark,
    busy: verdict.isPending || marking.isPending,
    error,
    judgement: judgement?.runId === runId ? judgement : undefined,
    dismiss: () => setJudgement(undefined),
    dismissError: () => {
      verdict.reset();
      marking.reset();
    },
  };
}

export type Judging = NonNullable<ReturnType<typeof useJudging>>;
