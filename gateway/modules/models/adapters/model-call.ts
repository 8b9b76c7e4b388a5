import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ConcurrencyQueue } from './concurrency-queue.ts';
import { busyFault, modelFault } from './model-faults.ts';

/** One call to a model server: slot, deadline and end. */
export interface ModelCall {
  server: ModelServer;
  /** Ends what is under way upstream, with what is to be thrown as its reason. */
  signal: AbortSignal;
  /** Seconds since the slot was taken. */
  elapsed(): number;
  /** From now on, the server is given so long; then the call ends as `model-timeout`. */
  setDeadline(seconds: number): void;
  /** No deadline from now on. */
  clearDeadline(): void;
  /** Ends what is under way and frees the slot. */
  release(): void;
}

/** Seconds after which a call that found no slot may be tried again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Waits for a slot of `queue`, where it is given; from then on the server has `firstSeconds`. Rejects with `model-busy`, or
 * with the signal's reason.
 */
export async function startCall(
  server: ModelServer,
  signal?: AbortSignal,
  queue?: ConcurrencyQueue,
): Promise<ModelCall> {
  signal?.throwIfAborted();
  const { url, model, concurrency, firstSeconds } = server;
  const slot = await queue?.acquire(`${url} ${model}`, concurrency, firstSeconds, signal);
  if (typeof slot === 'string') throw busyFault(server, `no turn: ${slot}`, RETRY_AFTER_SECONDS);
  const releaseSlot = slot;
  const controller = new AbortController();
  const began = performance.now();
  const deadline = createDeadline((seconds) =>
    end(modelFault(server, 'model-timeout', `silent for ${seconds} s`, { seconds })),
  );

  function end(reason: unknown = new DOMException('The call is over', 'AbortError')): void {
    deadline.stop();
    signal?.removeEventListener('abort', leave);
    controller.abort(reason);
    releaseSlot?.();
  }
  const leave = (): void => end(signal?.reason);
  signal?.addEventListener('abort', leave);

  // The signal may have been aborted at the moment the slot was taken.
  if (signal?.aborted) leave();
  else deadline.set(firstSeconds);
  return {
    server,
    signal: controller.signal,
    elapsed: () => (performance.now() - began) / 1000,
    setDeadline: (seconds) => deadline.set(seconds),
    clearDeadline: () => deadline.clear(),
    release: () => end(),
  };
}

/** One timer that is looked at when it fires: a new one for each piece would cost more than reading the piece. */
function createDeadline(onLate: (seconds: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timeoutSeconds = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let firesAt = Number.POSITIVE_INFINITY;

  function startTimer(): void {
    if (firesAt <= deadline) return;
    clearTimeout(timer);
    firesAt = deadline;
    timer = setTimeout(look, deadline - performance.now());
  }

  function look(): void {
    firesAt = Number.POSITIVE_INFINITY;
    if (deadline === Number.POSITIVE_INFINITY) return;
    // Timers may fire a moment early.
    if (performance.now() < deadline - 1) return startTimer();
    onLate(timeoutSeconds);
  }

  return {
    set(seconds: number): void {
      timeoutSeconds = seconds;
      deadline = performance.now() + seconds * 1000;
      startTimer();
    },
    clear(): void {
      deadline = Number.POSITIVE_INFINITY;
    },
    stop: () => clearTimeout(timer),
  };
}

/** Does the work of a call and gives its slot back; what fails because the call was ended fails with the reason of that. */
export async function withCall<Result>(
  [server, signal, queue]: Parameters<typeof startCall>,
  work: (call: ModelCall) => Promise<Result>,
): Promise<Result> {
  const call = await startCall(server, signal, queue);
  try {
    return await work(call);
  } catch (error) {
    throw call.signal.aborted ? call.signal.reason : error;
  } finally {
    call.release();
  }
}
