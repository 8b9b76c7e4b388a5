import type { ModelServer } from '#gateway/model.ts';
import { busyFault, modelFault } from './faults.ts';
import type { Turns } from './turns.ts';

/** One call to a server: its turn, its patience, its end. */
export interface ModelCall {
  server: ModelServer;
  /** Ends what is under way upstream, with what is to be thrown as its reason. */
  signal: AbortSignal;
  /** Seconds since the turn came. */
  elapsed(): number;
  /** From now on, the server is given so long; then the call ends as `model-silent`. */
  expect(seconds: number): void;
  /** Nobody waits for the server now. */
  relax(): void;
  /** What is under way is called off, and the turn goes to the next. */
  end(): void;
}

/** Seconds after which a call that found no turn may be tried again. */
const TRY_AGAIN = 5;

/**
 * Waits for a turn, where `turns` is given; from then on the server has `firstSeconds`. Rejects with `model-busy`, or the
 * signal's reason.
 */
export async function beginCall(
  server: ModelServer,
  signal?: AbortSignal,
  turns?: Turns,
): Promise<ModelCall> {
  signal?.throwIfAborted();
  const { url, model, concurrency, firstSeconds } = server;
  const turn = await turns?.take(`${url} ${model}`, concurrency, firstSeconds, signal);
  if (typeof turn === 'string') throw busyFault(server, `no turn: ${turn}`, TRY_AGAIN);
  const giveBack = turn;
  const controller = new AbortController();
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(reason: unknown = new DOMException('The call is over', 'AbortError')): void {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    controller.abort(reason);
    giveBack?.();
  }
  const leave = (): void => end(signal?.reason);
  signal?.addEventListener('abort', leave);

  // One timer that is looked at when it fires: a new one for each piece would cost more than reading the piece.
  let patience = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let fires = Number.POSITIVE_INFINITY;

  function watch(): void {
    if (fires <= deadline) return;
    clearTimeout(timer);
    fires = deadline;
    timer = setTimeout(look, deadline - performance.now());
  }

  function look(): void {
    fires = Number.POSITIVE_INFINITY;
    if (deadline === Number.POSITIVE_INFINITY) return;
    // Timers may fire a moment early.
    if (performance.now() < deadline - 1) return watch();
    end(modelFault(server, 'model-silent', `silent for ${patience} s`, { seconds: patience }));
  }

  function expect(seconds: number): void {
    patience = seconds;
    deadline = performance.now() + seconds * 1000;
    watch();
  }

  // It may have been aborted in the moment in which the turn came.
  if (signal?.aborted) leave();
  else expect(firstSeconds);
  return {
    server,
    signal: controller.signal,
    elapsed: () => (performance.now() - began) / 1000,
    expect,
    relax() {
      deadline = Number.POSITIVE_INFINITY;
    },
    end: () => end(),
  };
}

/** A moment; rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
