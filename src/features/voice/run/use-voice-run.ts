import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Consumption } from '#contract/envelope.ts';
import { listRuns } from '#contract/operations/runs.ts';
import { usage } from '#contract/operations/usage.ts';
import type { Ledger, Usage } from '#contract/usage.ts';
import { useConnection, useGateway, useReadCapabilities } from '#src/api/hooks/gateway-context.tsx';
import { useAskedWhole } from '#src/api/hooks/use-asked-whole.ts';
import { useIsSupported } from '#src/api/hooks/use-permissions.ts';
import { queryOf } from '#src/api/hooks/use-read.ts';
import { randomId } from '#src/api/transport/connection.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';
import type { VoiceSettings } from '#src/features/voice/settings/voice-settings.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';
import type { PlannedRepeat } from '#src/ui/fault/use-repeat-countdown.ts';
import { spokenAnswer, type VoiceAnswer } from './spoken-answer.ts';
import {
  createVoiceRun,
  finishStep,
  LEDGER_BY_STEP,
  markFirstOutput,
  runningStep,
  type StepName,
  startStep,
  type VoiceInput,
  type VoiceRun,
  withoutRepeats,
} from './voice-run.ts';
import {
  requestAnswer,
  type SpeechVoice,
  type StepContext,
  synthesizeText,
  transcribeAudio,
} from './voice-steps.ts';

const MAX_RUNS = 50;

type VoiceRunOptions = {
  settings: VoiceSettings;
  /** Speaker for a text; undefined: no voice speaks its language. */
  voiceFor: (text: string) => SpeechVoice | undefined;
  /** Whether the voices have arrived: until then `voiceFor` may find none. */
  areVoicesKnown: boolean;
};

/** Runs the steps of a voice run in order, one at a time or hands-free, and keeps the runs of this visit. */
export function useVoiceRun({ settings, voiceFor, areVoicesKnown }: VoiceRunOptions) {
  const gateway = useGateway();
  const connection = useConnection();
  const queryClient = useQueryClient();
  const readCapabilities = useReadCapabilities();
  const keep = useIsSupported(listRuns.id) === true;
  const { isAskedWhole } = useAskedWhole();
  const [runs, setRuns] = useState<readonly VoiceRun[]>([]);
  const abortController = useRef<AbortController>(undefined);
  /** Voices may arrive while an answer is on its way. */
  const latestVoices = useRef({ voiceFor, areVoicesKnown });
  /** An answer that is to be spoken as soon as the voices arrive, unless it is stopped or another step begins. */
  const unspoken = useRef<{ id: string; answered: VoiceAnswer }>(undefined);
  /** End of the last charged step by ledger, with the Consumption reported then. */
  const spent = useRef(new Map<Ledger, { at: number; consumption: Consumption | undefined }>());
  useEffect(() => () => abortController.current?.abort(), []);

  const updateRun = useCallback(
    (id: string, next: (run: VoiceRun) => VoiceRun) =>
      setRuns((all) => all.map((run) => (run.id === id ? next(run) : run))),
    [],
  );
  const quotaOf = (ledger: Ledger): Consumption | undefined => {
    const query = queryClient.getQueryState<Usage | null>(queryOf({ gateway, connection }, usage).queryKey);
    const last = spent.current.get(ledger);
    const reported = query?.data?.ledgers.find((entry) => entry.ledger === ledger);
    // What was read before the last step ended lacks its cost.
    return reported !== undefined && last !== undefined && last.at >= (query?.dataUpdatedAt ?? 0)
      ? last.consumption
      : reported;
  };
  const onSpent = (ledger: Ledger, consumption: Consumption | undefined) =>
    void spent.current.set(ledger, { at: Date.now(), consumption });

  /** Runs a step; undefined when it failed. A failed step keeps its partial result. */
  const runStep = async <Result>(
    id: string,
    name: StepName,
    repeats: number,
    work: (context: StepContext) => Promise<Result>,
  ): Promise<Result | undefined> => {
    abortController.current?.abort();
    unspoken.current = undefined;
    const controller = new AbortController();
    abortController.current = controller;
    const { signal } = controller;
    const begun = performance.now();
    updateRun(id, (run) => startStep(run, name, settings, begun, repeats));
    try {
      return await work({
        gateway,
        signal,
        settings,
        sessionId: id,
        readCapabilities,
        keep,
        isAskedWhole,
        quotaOf,
        onSpent,
        // Late events of an aborted call do not change the run.
        updateRun: (next) => {
          if (!signal.aborted) updateRun(id, next);
        },
      });
    } catch (error) {
      onSpent(name === 'found' ? 'text' : LEDGER_BY_STEP[name], undefined);
      const stopped = signal.aborted || isAbortError(error);
      const end = stopped ? { phase: 'stopped' as const } : { phase: 'failed' as const, error };
      const now = performance.now();
      // A newer step of the same run may have taken over.
      if (abortController.current === controller)
        updateRun(id, (run) => {
          const running = runningStep(run);
          if (running === undefined) return run;
          // What has begun to come is not thrown away by itself.
          const isFresh = running === name && run.steps[running].firstOutputSeconds === undefined;
          const repeatAt = stopped || !isFresh ? undefined : planRepeat(error, repeats);
          return finishStep(run, running, now, { ...end, repeatAt });
        });
      return undefined;
    } finally {
      if (abortController.current === controller) abortController.current = undefined;
      void queryClient.invalidateQueries({ queryKey: [usage.id] });
    }
  };

  const speak = async (id: string, answered: VoiceAnswer, repeats = 0) => {
    const { text } = spokenAnswer(answered, settings);
    const chosen = latestVoices.current.voiceFor(text);
    if (text === '') return;
    if (chosen === undefined) {
      if (!latestVoices.current.areVoicesKnown) unspoken.current = { id, answered };
      return;
    }
    await runStep(id, 'spoken', repeats, (context) => synthesizeText(context, text, chosen));
  };
  useEffect(() => {
    latestVoices.current = { voiceFor, areVoicesKnown };
    const waiting = unspoken.current;
    if (!areVoicesKnown || waiting === undefined) return;
    unspoken.current = undefined;
    if (settings.handsFree) void speak(waiting.id, waiting.answered);
  });
  const ask = async (id: string, text: string, repeats = 0) => {
    const answered = await runStep(id, 'found', repeats, (context) => requestAnswer(context, text));
    if (settings.handsFree && answered !== undefined) await speak(id, answered);
  };
  const transcribe = async (id: string, input: VoiceInput, repeats = 0) => {
    const { sound } = input;
    if (sound === undefined) return;
    const text = await runStep(id, 'heard', repeats, (context) => transcribeAudio(context, sound, input));
    if (settings.handsFree && text !== undefined && text.trim() !== '') await ask(id, text);
  };

  const startRun = (input: VoiceInput): string => {
    abortController.current?.abort();
    unspoken.current = undefined;
    const id = randomId();
    // Only the newest run keeps its sound.
    const withoutAudio = (run: VoiceRun): VoiceRun => ({
      ...run,
      input: { ...run.input, sound: undefined },
      sounds: [],
    });
    setRuns((all) =>
      [createVoiceRun(id, input, settings, Date.now()), ...all.map(withoutAudio)].slice(0, MAX_RUNS),
    );
    return id;
  };

  const run = runs[0];
  const stopRepeats = () => {
    if (run) updateRun(run.id, withoutRepeats);
  };
  const repeat = (name: StepName) => {
    if (run === undefined) return;
    const repeats = run.steps[name].repeats + 1;
    if (name === 'heard') void transcribe(run.id, run.input, repeats);
    else if (name === 'spoken') void speak(run.id, run, repeats);
    else void ask(run.id, run.text.trim(), repeats);
  };
  return {
    runs,
    run,
    stop: () => {
      abortController.current?.abort();
      unspoken.current = undefined;
      stopRepeats();
    },
    /** The repeat of a step that a busy gateway refused. */
    planned: (name: StepName): PlannedRepeat | undefined => {
      const moment = run?.steps[name].repeatAt;
      return moment === undefined
        ? undefined
        : { at: moment, onRepeat: () => repeat(name), onCancel: stopRepeats };
    },
    /** A new run with this sound. */
    transcribeNew: (input: VoiceInput) => void transcribe(startRun(input), input),
    transcribeAgain: () => void (run && transcribe(run.id, run.input)),
    /** Asks the text: in the newest run, or in a new one where there is none. */
    ask: (text: string) => {
      const id =
        run === undefined || (run.input.kind === 'typed' && run.text.trim() !== text.trim())
          ? startRun({ sound: undefined, kind: 'typed', name: '' })
          : run.id;
      updateRun(id, (current) => ({
        ...current,
        text,
        corrected:
          current.input.kind !== 'typed' && (current.corrected || current.text.trim() !== text.trim()),
      }));
      void ask(id, text.trim());
    },
    speak: () => void (run && speak(run.id, run)),
    markFirstSound: () => {
      const now = performance.now();
      if (run) updateRun(run.id, (current) => markFirstOutput(current, 'spoken', now));
    },
  };
}
