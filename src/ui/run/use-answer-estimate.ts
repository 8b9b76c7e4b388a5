import { useMemo } from 'react';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { type Estimate, estimateAnswer } from '#src/ui/quota/estimate-answer.ts';
import { type AnswerRun, runCharge } from './answer-run.ts';
import type { QuestionInput } from './ask-settings.ts';

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
