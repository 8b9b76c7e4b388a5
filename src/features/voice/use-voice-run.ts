import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Consumption } from '#contract/envelope.ts';
import type { Ledger, Usage } from '#contract/usage.ts';
import { randomId } from '#src/api/connection.ts';
import { isAbort } from '#src/api/errors.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/gateway-context.tsx';
import { askAnswer } from './ask-answer.ts';
import { hearSound } from './hear-sound.ts';
import type { Said, StepName, VoiceRun } from './run.ts';
import { beginRun, runningStep, withBeginning, withEnd, withFirst } from './run.ts';
import type { VoiceSettings } from './settings.ts';
import type { Speaker } from './speak-answer.ts';
import { speakAnswer } from './speak-answer.ts';
import type { Work } from './work.ts';

const KEPT = 50;

type Options = {
  settings: VoiceSettings;
  /** Speaker for an answer; undefined: no voice speaks its language. */
  speakerFor: (answer: string) => Speaker | undefined;
};

/** Runs the steps of a voice path one after the other, each alone or all by themselves, and keeps what this visit has run. */
export function useVoiceRun({ settings, speakerFor }: Options) {
  const gateway = useGateway();
  const connection = useConnection();
  const queries = useQueryClient();
  const detailed = useCapabilities()?.models.chat === true;
  const [runs, setRuns] = useState<readonly VoiceRun[]>([]);
  const active = useRef<AbortController>(undefined);
  useEffect(() => () => active.current?.abort(), []);

  const change = useCallback(
    (id: string, next: (run: VoiceRun) => VoiceRun) =>
      setRuns((all) => all.map((run) => (run.id === id ? next(run) : run))),
    [],
  );
  const usageKey = ['usage', connection.id, connection.bot];
  const quotaOf = (ledger: Ledger): Consumption | undefined =>
    queries.getQueryData<Usage | null>(usageKey)?.ledgers.find((one) => one.ledger === ledger);

  /** Does one step; true when it was done. A step that fails keeps what it had reached. */
  const take = async <Result>(
    id: string,
    name: StepName,
    work: (work: Work) => Promise<Result>,
  ): Promise<Result | undefined> => {
    active.current?.abort();
    const controller = new AbortController();
    active.current = controller;
    const { signal } = controller;
    const begun = performance.now();
    change(id, (run) => withBeginning(run, name, settings, begun));
    try {
      return await work({
        gateway,
        signal,
        settings,
        sessionId: id,
        detailed,
        quotaOf,
        // What a call still says after it was left is not of this step any more.
        change: (next) => {
          if (!signal.aborted) change(id, next);
        },
      });
    } catch (error) {
      const stopped = signal.aborted || isAbort(error);
      const end = stopped ? { phase: 'stopped' as const } : { phase: 'failed' as const, error };
      const now = performance.now();
      // A newer step of the same run owns it by now.
      if (active.current === controller)
        change(id, (run) => {
          const running = runningStep(run);
          return running === undefined ? run : withEnd(run, running, now, end);
        });
      return undefined;
    } finally {
      if (active.current === controller) active.current = undefined;
      void queries.invalidateQueries({ queryKey: usageKey });
    }
  };

  const speak = async (id: string, answer: string) => {
    const chosen = speakerFor(answer);
    if (chosen === undefined) return;
    await take(id, 'spoken', (work) => speakAnswer(work, answer, chosen));
  };
  const ask = async (id: string, text: string) => {
    const answer = await take(id, 'found', (work) => askAnswer(work, text));
    if (settings.onward && answer !== undefined && answer.trim() !== '') await speak(id, answer);
  };
  const hear = async (id: string, said: Said) => {
    const { sound } = said;
    if (sound === undefined) return;
    const text = await take(id, 'heard', (work) => hearSound(work, sound, said));
    if (settings.onward && text !== undefined && text.trim() !== '') await ask(id, text);
  };

  const begin = (said: Said): string => {
    active.current?.abort();
    const id = randomId();
    // Sound is kept for the run in hand alone.
    const silent = (run: VoiceRun): VoiceRun => ({
      ...run,
      said: { ...run.said, sound: undefined },
      sounds: [],
    });
    setRuns((all) => [beginRun(id, said, settings, Date.now()), ...all.map(silent)].slice(0, KEPT));
    return id;
  };

  const run = runs[0];
  return {
    runs,
    run,
    stop: () => active.current?.abort(),
    /** A new run with this sound. */
    hearNew: (said: Said) => void hear(begin(said), said),
    hearAgain: () => void (run && hear(run.id, run.said)),
    /** Asks what the text says now: of the run in hand, or of a new one where there is none. */
    ask: (text: string) => {
      const typed: Said = {
        sound: undefined,
        kind: 'typed',
        name: '',
        length: undefined,
        silence: undefined,
      };
      const id =
        run === undefined || (run.said.kind === 'typed' && run.text.trim() !== text.trim())
          ? begin(typed)
          : run.id;
      change(id, (one) => ({
        ...one,
        text,
        corrected: one.said.kind !== 'typed' && (one.corrected || one.text.trim() !== text.trim()),
      }));
      void ask(id, text.trim());
    },
    speak: () => void (run && speak(run.id, run.answer)),
    noteSound: () => {
      const now = performance.now();
      if (run) change(run.id, (one) => withFirst(one, 'spoken', now));
    },
  };
}
