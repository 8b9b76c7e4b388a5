import type { AnswerEvent, RetrievedDocument } from '#contract/answers.ts';
import type { Consumption } from '#contract/envelope.ts';
import type { Ledger } from '#contract/usage.ts';
import type { AudioSource } from '#src/api/client/speech.ts';
import type { VoiceSettings } from '#src/features/voice/settings/voice-settings.ts';
import type { Charge } from '#src/ui/quota/resolve-charge.ts';
import type { VoiceAnswer } from './spoken-answer.ts';

export const VOICE_STEPS = ['heard', 'found', 'answered', 'spoken'] as const;
export type StepName = (typeof VOICE_STEPS)[number];
/** The ledger of each step; retrieval is part of the cost of the answer. */
export const LEDGER_BY_STEP = {
  heard: 'audio',
  answered: 'text',
  spoken: 'speech',
} as const satisfies Partial<Record<StepName, Ledger>>;

type StepPhase = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

/** A step of the run; times are seconds since the step began. */
export type VoiceStep = {
  phase: StepPhase;
  /** Milliseconds since the page was opened, when it began. */
  startedAt: number | undefined;
  /** Until the first part of it was there: a partial text, the first words, the first sound. */
  firstOutputSeconds: number | undefined;
  seconds: number | undefined;
  cost: Charge | undefined;
  consumption: Consumption | undefined;
  requestId: string | null;
  error: unknown;
  /** How often a busy gateway was asked again by itself, and when it is next; undefined: not by itself. */
  repeats: number;
  repeatAt: number | undefined;
};

export const WAITING_STEP: VoiceStep = {
  phase: 'waiting',
  startedAt: undefined,
  firstOutputSeconds: undefined,
  seconds: undefined,
  cost: undefined,
  consumption: undefined,
  requestId: null,
  error: undefined,
  repeats: 0,
  repeatAt: undefined,
};

/** The input of a run. `silence`: seconds of silence that ended the recording. */
export type VoiceInput = {
  sound: AudioSource | undefined;
  kind: 'recording' | 'file' | 'address' | 'typed';
  name: string;
  /** Of the sound, where it is known. */
  duration?: number | undefined;
  silence?: number | undefined;
  /** Seconds that were transcribed, where the sound is longer. */
  processedSeconds?: number | undefined;
};

/** One voice run, from the caller's speech to the spoken answer. */
export type VoiceRun = VoiceAnswer & {
  id: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  input: VoiceInput;
  settings: VoiceSettings;
  /** The transcript as it grows, or the typed question. */
  text: string;
  corrected: boolean;
  documents: readonly RetrievedDocument[] | undefined;
  skippedTitles: readonly string[];
  /** The voice that speaks. */
  speaker: string;
  sounds: readonly Blob[];
  steps: Record<StepName, VoiceStep>;
};

/** What a run has of each step before the step begins. */
const NOT_HEARD = { text: '', corrected: false };
export const NO_ANSWER: VoiceAnswer = {
  answer: '',
  kind: null,
  isFallback: false,
  band: null,
  certainty: null,
  sentences: [],
};
const NOT_ANSWERED = { documents: undefined, skippedTitles: [], ...NO_ANSWER };
const NOT_SPOKEN = { speaker: '', sounds: [] };

export function createVoiceRun(
  id: string,
  input: VoiceInput,
  settings: VoiceSettings,
  now: number,
): VoiceRun {
  const steps = { heard: WAITING_STEP, found: WAITING_STEP, answered: WAITING_STEP, spoken: WAITING_STEP };
  return { id, startedAt: now, input, settings, ...NOT_HEARD, ...NOT_ANSWERED, ...NOT_SPOKEN, steps };
}

/** The run with one step changed. */
function updateStep(run: VoiceRun, name: StepName, change: Partial<VoiceStep>): VoiceRun {
  return { ...run, steps: { ...run.steps, [name]: { ...run.steps[name], ...change } } };
}

/** The run without scheduled repeats. */
export function withoutRepeats(run: VoiceRun): VoiceRun {
  const steps = { ...run.steps };
  for (const name of VOICE_STEPS) steps[name] = { ...steps[name], repeatAt: undefined };
  return { ...run, steps };
}

/** The run when a step begins: the results of this step and of later ones are cleared. */
export function startStep(
  run: VoiceRun,
  name: StepName,
  settings: VoiceSettings,
  now: number,
  repeats = 0,
): VoiceRun {
  const from = VOICE_STEPS.indexOf(name);
  const { steps } = withoutRepeats(run);
  for (const later of VOICE_STEPS.slice(from)) steps[later] = WAITING_STEP;
  steps[name] = { ...WAITING_STEP, phase: 'running', startedAt: now, repeats };
  return {
    ...run,
    settings,
    steps,
    ...NOT_SPOKEN,
    ...(name === 'spoken' ? {} : NOT_ANSWERED),
    ...(name === 'heard' ? NOT_HEARD : {}),
  };
}

/** The run when a running step has ended. */
export function finishStep(run: VoiceRun, name: StepName, now: number, change: Partial<VoiceStep>): VoiceRun {
  const { phase, startedAt } = run.steps[name];
  if (phase !== 'running') return run;
  return updateStep(run, name, {
    phase: 'done',
    seconds: startedAt === undefined ? undefined : (now - startedAt) / 1000,
    ...change,
  });
}

/** The run when its answer begins; `found` changes the step before it. */
export function beginAnswer(
  run: VoiceRun,
  startedAt: number | undefined,
  change: Partial<VoiceStep> = {},
): VoiceRun {
  return updateStep(updateStep(run, 'found', change), 'answered', { phase: 'running', startedAt });
}

/** The run when the first part of a step is there. */
export function markFirstOutput(run: VoiceRun, name: StepName, now: number): VoiceRun {
  const { startedAt, firstOutputSeconds } = run.steps[name];
  return startedAt === undefined || firstOutputSeconds !== undefined
    ? run
    : updateStep(run, name, { firstOutputSeconds: (now - startedAt) / 1000 });
}

/** The answer after the next event of its stream. */
export function readAnswerEvent<Answer extends VoiceAnswer>(answer: Answer, event: AnswerEvent): Answer {
  const next = { ...answer };
  if ('answerer' in event) {
    next.kind = event.answerer.kind;
    next.isFallback = event.answerer.fallback !== null;
  }
  if ('chunk' in event) next.answer += event.chunk;
  if ('sentence' in event) next.sentences = [...answer.sentences, event.sentence];
  if ('band' in event) {
    next.band = event.band;
    next.certainty = event.certainty;
  }
  return next;
}

/** The run after the next event of its answer stream. */
export function applyVoiceAnswerEvent(run: VoiceRun, event: AnswerEvent, now: number): VoiceRun {
  let next = readAnswerEvent(run, event);
  if ('retrieved_documents' in event && event.retrieved_documents) {
    next = finishStep({ ...next, documents: event.retrieved_documents }, 'found', now, {});
    if (next.steps.answered.phase === 'waiting') next = beginAnswer(next, now);
  }
  if ('chunk' in event) {
    // Some gateways send the passages last: retrieval then ends with the first word.
    if (next.steps.answered.phase === 'waiting') next = beginAnswer(finishStep(next, 'found', now, {}), now);
    next = markFirstOutput(next, 'answered', now);
  }
  return next;
}

export function runningStep(run: VoiceRun | undefined): StepName | undefined {
  return run && VOICE_STEPS.find((name) => run.steps[name].phase === 'running');
}

/** A span of time that a caller waits. `silence`: until it was clear that nothing more would be said. */
export type TimelineSegment = { name: StepName | 'silence'; seconds: number; running: boolean };

/** The segments of the response time, from the end of speech to the first sound; `now` in milliseconds since the page was opened. */
export function timelineSegments({ input, steps }: VoiceRun, now: number): TimelineSegment[] {
  const silence: TimelineSegment[] =
    input.silence === undefined ? [] : [{ name: 'silence', seconds: input.silence, running: false }];
  return [
    ...silence,
    ...VOICE_STEPS.flatMap((name): TimelineSegment[] => {
      const { phase, startedAt, seconds, firstOutputSeconds } = steps[name];
      if (
        phase === 'running' &&
        startedAt !== undefined &&
        !(name === 'spoken' && firstOutputSeconds !== undefined)
      )
        return [{ name, seconds: Math.max(0, now - startedAt) / 1000, running: true }];
      // A caller waits for the first sound only.
      const waitedSeconds = name === 'spoken' ? (firstOutputSeconds ?? seconds) : seconds;
      return waitedSeconds === undefined ? [] : [{ name, seconds: waitedSeconds, running: false }];
    }),
  ];
}

/** Seconds from the end of speech to the first sound; undefined until there was one. */
export function responseSeconds(run: VoiceRun): number | undefined {
  if (run.steps.spoken.firstOutputSeconds === undefined) return undefined;
  return timelineSegments(run, 0).reduce((sum, { seconds }) => sum + seconds, 0);
}
