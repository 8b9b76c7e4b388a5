import { useCallback, useEffect, useRef, useState } from 'react';
import { randomId } from '#src/api/connection.ts';
import { isAbort } from '#src/api/errors.ts';
import { useCapabilities, useConnection, useConsumption, useGateway } from '#src/api/gateway-context.tsx';
import { askerOf, noteQuestion } from '#src/api/recent-questions.ts';
import type { Run } from './run.ts';
import { beginRun, isRunning, withEvent, withWhole } from './run.ts';
import type { Question } from './settings.ts';
import { isStreamed, requestOf } from './settings.ts';

const KEPT = 20;

/** Asks, one question at a time, and keeps what this visit has asked so far, newest first. */
export function useAsk() {
  const gateway = useGateway();
  const asker = askerOf(useConnection());
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [currentId, setCurrentId] = useState<string>();
  const active = useRef<AbortController>(undefined);
  const detailed = useCapabilities()?.models.chat === true;
  const consumption = useConsumption();
  const newest = useRef(consumption);
  useEffect(() => {
    newest.current = consumption;
  }, [consumption]);
  useEffect(() => () => active.current?.abort(), []);

  const change = useCallback(
    (id: string, next: (run: Run) => Run) =>
      setRuns((all) => all.map((run) => (run.id === id ? next(run) : run))),
    [],
  );
  const stop = useCallback(() => active.current?.abort(), []);

  const ask = useCallback(
    async (question: Question) => {
      active.current?.abort();
      const controller = new AbortController();
      active.current = controller;
      const { signal } = controller;
      const id = randomId();
      const start = performance.now();
      setRuns((all) => [beginRun(id, question, Date.now(), newest.current), ...all].slice(0, KEPT));
      setCurrentId(id);
      noteQuestion(asker, question.question.trim());
      const { answerer } = question.settings;
      const options = answerer === 'default' ? { signal, detailed } : { signal, answerer };
      const seconds = () => (performance.now() - start) / 1000;
      try {
        if (!isStreamed(question)) {
          const whole = await gateway.answer(requestOf(question), options);
          change(id, (run) => withWhole(run, whole));
          return;
        }
        const { opened, events } = gateway.streamAnswer(requestOf(question), options);
        opened.then(
          (heading) => change(id, (run) => ({ ...run, ...heading })),
          () => undefined,
        );
        for await (const event of events) {
          if (signal.aborted) break;
          change(id, (run) => withEvent(run, event));
        }
        const phase = signal.aborted ? 'stopped' : 'done';
        change(id, (run) => ({ ...run, phase, seconds: seconds() }));
      } catch (error) {
        const stopped = signal.aborted || isAbort(error);
        change(id, (run) => ({
          ...run,
          phase: stopped ? 'stopped' : 'failed',
          error: stopped ? undefined : error,
          seconds: seconds(),
        }));
      }
    },
    [gateway, asker, change, detailed],
  );

  const run = runs.find(({ id }) => id === currentId);
  return { runs, run, running: isRunning(run), ask, stop, select: setCurrentId };
}
