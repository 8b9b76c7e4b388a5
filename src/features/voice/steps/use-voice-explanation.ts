import type { Explanation } from '#contract/explanations.ts';
import type { VoiceRun } from '#src/features/voice/run/voice-run.ts';
import { explanationOf, useExplanation } from '#src/ui/answer/use-explanation.ts';

/** The explanation of a run's answer, once it is complete; read once however many steps show it. */
export function useVoiceExplanation(run: VoiceRun | undefined): Explanation | undefined {
  const state = useExplanation(
    run && {
      // A repeated step has another answer.
      id: `${run.id} ${run.steps.answered.startedAt ?? ''}`,
      done: run.steps.answered.phase === 'done',
      documents: run.documents,
      band: run.band,
      request: {
        Question: run.text.trim(),
        ...(run.settings.names.length === 0 ? {} : { IndexNames: [...run.settings.names] }),
      },
    },
  );
  return explanationOf(state);
}
