import type { StepName, VoiceRun } from './run.ts';
import { STEPS } from './run.ts';

/** A stretch that a caller waits. `silence`: until it was clear that nothing more would be said. */
export type Stretch = { name: StepName | 'silence'; seconds: number; running: boolean };

/** Where the time went, in order, from the end of speech to the first sound; `now` in milliseconds since the page was opened. */
export function stretchesOf({ said, steps }: VoiceRun, now: number): Stretch[] {
  const silence: Stretch[] =
    said.silence === undefined ? [] : [{ name: 'silence', seconds: said.silence, running: false }];
  return [
    ...silence,
    ...STEPS.flatMap((name): Stretch[] => {
      const { phase, begun, seconds, first } = steps[name];
      if (phase === 'running' && begun !== undefined && !(name === 'spoken' && first !== undefined))
        return [{ name, seconds: Math.max(0, now - begun) / 1000, running: true }];
      // A caller hears the first sound, and does not wait for the last.
      const waited = name === 'spoken' ? (first ?? seconds) : seconds;
      return waited === undefined ? [] : [{ name, seconds: waited, running: false }];
    }),
  ];
}

/** Seconds from the end of speech to the first sound; undefined until there was one. */
export function waitOf(run: VoiceRun): number | undefined {
  if (run.steps.spoken.first === undefined) return undefined;
  return stretchesOf(run, 0).reduce((sum, { seconds }) => sum + seconds, 0);
}
