import { useMemo } from 'react';
import { useCapabilities } from '#src/api/gateway-context.tsx';
import type { Estimate } from '#src/spending/estimate-tokens.ts';
import { estimateAnswer, estimateTokens } from '#src/spending/estimate-tokens.ts';
import type { Run } from './run.ts';
import { costOf } from './run.ts';
import type { Question } from './settings.ts';

/** Answers that are looked at for how long the next one may be. */
const LOOKED_AT = 5;

/** What the question that is typed may cost; undefined while none is. */
export function useEstimate({ question, settings }: Question, runs: readonly Run[]): Estimate | undefined {
  const capabilities = useCapabilities();
  const { answerer, Limit, MaxOutputTokens } = settings;
  const written = answerer === 'default' && capabilities?.models.chat === true;
  const answers = useMemo(
    () =>
      runs
        .filter((run) => run.phase === 'done' && run.asked.settings.answerer === answerer)
        .slice(0, LOOKED_AT)
        .flatMap((run) => {
          const cost = costOf(run);
          // Another call may have moved the quota as well: what is only about right is no measure.
          if (cost === undefined || cost.about) return [];
          return [Math.max(0, cost.amount - estimateTokens(run.asked.question.trim()))];
        }),
    [runs, answerer],
  );
  if (question.trim() === '') return undefined;
  return estimateAnswer({
    question,
    maxOutputTokens: MaxOutputTokens,
    free: answerer === 'none',
    written,
    answers,
    passages: Limit,
  });
}
