import type { AnswerEvent, RetrievedDocument } from '#contract/answers.ts';
import type { Consumption } from '#contract/envelope.ts';
import type { AnswerKind } from '#contract/headers.ts';
import type { Ledger } from '#contract/usage.ts';
import type { Sound } from '#src/api/speech-client.ts';
import type { Charge } from '#src/spending/charge.ts';
import type { VoiceSettings } from './settings.ts';

export const STEPS = ['heard', 'found', 'answered', 'spoken'] as const;
export type StepName = (typeof STEPS)[number];
/** What each step spends. What is found is part of what the answer costs. */
export const LEDGER_OF = { heard: 'audio', answered: 'text', spoken: 'speech' } as const satisfies Partial<
  Record<StepName, Ledger>
>;

export type Phase = 'waiting' | 'running' | 'done' | 'failed' | 'stopped';

/** One step of the path, its times in seconds since it began. */
export type Step = {
  phase: Phase;
  /** Milliseconds since the page was opened, when it began. */
  begun: number | undefined;
  /** Until the first part of it was there: a partial text, the first words, the first sound. */
  first: number | undefined;
  seconds: number | undefined;
  cost: Charge | undefined;
  consumption: Consumption | undefined;
  requestId: string | null;
  error: unknown;
};

export const WAITING: Step = {
  phase: 'waiting',
  begun: undefined,
  first: undefined,
  seconds: undefined,
  cost: undefined,
  consumption: undefined,
  requestId: null,
  error: undefined,
};

/** What goes into a run. `silence`: seconds that were waited for before the recording ended by itself. */
export type Said = {
  sound: Sound | undefined;
  kind: 'recording' | 'file' | 'address' | 'typed';
  name: string;
  /** Of the sound, where it is known. */
  length: number | undefined;
  silence: number | undefined;
  /** Seconds of it that were heard, where it was longer. */
  heardOnly?: number | undefined;
};

/** One way from what was said to what was heard back. */
export type VoiceRun = {
  id: string;
  /** Milliseconds since the epoch. */
  begun: number;
  said: Said;
  settings: VoiceSettings;
  /** What was heard, as it grows; or what was typed in its place. */
  text: string;
  corrected: boolean;
  documents: readonly RetrievedDocument[] | undefined;
  skipped: readonly string[];
  answer: string;
  kind: AnswerKind | null;
  /** True when a quotation stands in for the model, which failed. */
  standsIn: boolean;
  /** What is spoken with. */
  speaker: string;
  sounds: readonly Blob[];
  steps: Record<StepName, Step>;
};

export function beginRun(id: string, said: Said, settings: VoiceSettings, now: number): VoiceRun {
  const blank = {
    documents: undefined,
    skipped: [],
    answer: '',
    kind: null,
    standsIn: false,
    speaker: '',
    sounds: [],
  };
  const steps = { heard: WAITING, found: WAITING, answered: WAITING, spoken: WAITING };
  return { id, begun: now, said, settings, text: '', corrected: false, ...blank, steps };
}

/** The run with one step changed. */
export function withStep(run: VoiceRun, name: StepName, change: Partial<Step>): VoiceRun {
  return { ...run, steps: { ...run.steps, [name]: { ...run.steps[name], ...change } } };
}

/** The run when a step begins: what it had, and all that follows from it, is gone. */
export function withBeginning(run: VoiceRun, name: StepName, settings: VoiceSettings, now: number): VoiceRun {
  const from = STEPS.indexOf(name);
  const steps = { ...run.steps };
  for (const later of STEPS.slice(from)) steps[later] = WAITING;
  steps[name] = { ...WAITING, phase: 'running', begun: now };
  const next: VoiceRun = { ...run, settings, steps, sounds: [], speaker: '' };
  if (name === 'spoken') return next;
  const asked: VoiceRun = {
    ...next,
    documents: undefined,
    skipped: [],
    answer: '',
    kind: null,
    standsIn: false,
  };
  return name === 'heard' ? { ...asked, text: '', corrected: false } : asked;
}

/** The run when a step that runs is over. */
export function withEnd(run: VoiceRun, name: StepName, now: number, change: Partial<Step>): VoiceRun {
  const { phase, begun } = run.steps[name];
  if (phase !== 'running') return run;
  return withStep(run, name, {
    phase: 'done',
    seconds: begun === undefined ? undefined : (now - begun) / 1000,
    ...change,
  });
}

/** The run when the first part of a step is there. */
export function withFirst(run: VoiceRun, name: StepName, now: number): VoiceRun {
  const { begun, first } = run.steps[name];
  return begun === undefined || first !== undefined
    ? run
    : withStep(run, name, { first: (now - begun) / 1000 });
}

/** The run after one more event of its answer: once the documents are there the words are waited for. */
export function withAnswerEvent(run: VoiceRun, event: AnswerEvent, now: number): VoiceRun {
  let next = run;
  if ('answerer' in event)
    next = { ...next, kind: event.answerer.kind, standsIn: event.answerer.fallback !== null };
  if ('retrieved_documents' in event && event.retrieved_documents) {
    next = withEnd({ ...next, documents: event.retrieved_documents }, 'found', now, {});
    if (next.steps.answered.phase === 'waiting')
      next = withStep(next, 'answered', { phase: 'running', begun: now });
  }
  if ('chunk' in event) {
    // Some gateways send the documents last: what was found before the first word was found by then.
    if (next.steps.answered.phase === 'waiting') {
      next = withEnd(next, 'found', now, {});
      next = withStep(next, 'answered', { phase: 'running', begun: now });
    }
    next = withFirst({ ...next, answer: next.answer + event.chunk }, 'answered', now);
  }
  return next;
}

export function runningStep(run: VoiceRun | undefined): StepName | undefined {
  return run && STEPS.find((name) => run.steps[name].phase === 'running');
}
