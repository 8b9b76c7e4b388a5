import { GatewayFault } from '#gateway/core/errors.ts';
import type { RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { createFairQueue } from './fair-queue.ts';

/**
 * Limits the concurrent searches of this process. Searching blocks the thread, so more concurrent searches serve no
 * more callers: they lengthen each turn of the event loop, and with it the wait of new connections.
 */
export interface SearchQueue {
  /**
   * A place for a call that will search. A full queue throws 429 `search-queue-full`, unless another bot has more calls
   * waiting: then the last waiting call of that bot is refused instead.
   */
  enter(botId: number, signal: AbortSignal): SearchPlace;
  active(): number;
  waiting(): number;
}

/** The place of one call, until `leave`. */
export interface SearchPlace {
  /**
   * Runs `work` when it is the call's turn: first come, first served within a bot, and bots take turns. Rejects with
   * the signal's reason when the caller disconnects before.
   */
  run<Value>(work: (turn: SearchTurn) => Promise<Value>): Promise<Value>;
  /** Gives the place up, at the end of the call at the latest. */
  leave(): void;
}

/** A running search. */
export interface SearchTurn {
  /** Frees the slot while `work` waits for another server; the search resumes before searches that have not begun. */
  pause<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Yields to the event loop between two steps if the turn was long already. */
  yieldIfLong(): Promise<void>;
}

/** A place outside the queue, for calls without a search. */
export const WITHOUT_QUEUE: SearchPlace = {
  run: (work) => work({ pause: (elsewhere) => elsewhere(), yieldIfLong: () => Promise.resolve() }),
  leave() {},
};

export interface SearchQueueOptions {
  /** Concurrent searches: more than one, since searches also wait for the database. */
  concurrency?: number;
  /** Calls in the queue, or about to enter it while they reserve quota. */
  maxWaiting?: number;
  /** Resolves when the event loop has handled all pending events, or after `maxMs`. */
  nextTurn?: (maxMs: number) => Promise<void>;
  /** Aborted on shutdown: calls that have not begun get 503 `shutting-down`. */
  closing?: AbortSignal | undefined;
  recordMetric?: RecordMetricEvent;
}

export const SEARCH_CONCURRENCY = 4;
export const MAX_WAITING_SEARCHES = 200;

/**
 * Searches follow each other without a pause for this time: a turn of the event loop lasts little longer, and
 * settlements of one turn share a commit.
 */
const TURN_MS = 50;
/**
 * How long new calls are accepted between two searches. Accepted calls must be begun anyway; refusing calls of a full
 * queue may take no more of the thread than a search.
 */
const MAX_ARRIVALS_MS = 200;
const MAX_REFUSALS_MS = TURN_MS;
const MAX_RETRY_AFTER_SECONDS = 60;

interface Ticket {
  botId: number;
  start(): void;
  refuse(fault: GatewayFault): void;
}

export function createSearchQueue({
  concurrency = SEARCH_CONCURRENCY,
  maxWaiting = MAX_WAITING_SEARCHES,
  nextTurn = yieldToEventLoop,
  closing,
  recordMetric = () => {},
}: SearchQueueOptions = {}): SearchQueue {
  const queue = createFairQueue<Ticket>(({ botId }) => botId);
  /** Paused searches that are ready to resume. */
  const returning: Ticket[] = [];
  let active = 0;
  /** Calls that have not begun to search, in total and by bot. */
  let pending = 0;
  const pendingOf = new Map<number, number>();
  const countOf = (botId: number): number => pendingOf.get(botId) ?? 0;
  let isAdmitting = false;
  let turnBegan = 0;
  /** Wait of the search that began last. */
  let lastWaitMs = 0;

  const isFull = () => pending >= maxWaiting + Math.max(0, concurrency - active);
  const turnLoop = () => nextTurn(isFull() ? MAX_REFUSALS_MS : MAX_ARRIVALS_MS);
  const isWithinTurn = () => performance.now() - turnBegan < TURN_MS;

  function startNext(): void {
    if (active >= concurrency) return;
    const next = returning.shift() ?? queue.shift();
    if (!next) return;
    if (!isAdmitting) void admitArrivals();
    active++;
    next.start();
  }

  /** Lets newly arrived calls in before the next search. */
  async function admitArrivals(): Promise<void> {
    isAdmitting = true;
    turnBegan = performance.now();
    await turnLoop();
    isAdmitting = false;
    startNext();
  }

  function release(): void {
    active--;
    if (!isAdmitting || isWithinTurn()) startNext();
  }

  /** Resolves at the call's turn. `leave` ends the pending state of a call that begins; resumed calls have none. */
  function wait(botId: number, signal: AbortSignal, leave?: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      leave?.();
      settle();
    };
    const ticket: Ticket = {
      botId,
      start: () => end(resolve),
      refuse: (fault) => end(() => reject(fault)),
    };
    const onAbort = () => {
      if (!queue.remove(ticket)) returning.splice(returning.indexOf(ticket), 1);
      end(() => reject(signal.reason as Error));
    };
    if (signal.aborted) end(() => reject(signal.reason as Error));
    else if (leave && closing?.aborted) ticket.refuse(new GatewayFault('shutting-down'));
    else {
      signal.addEventListener('abort', onAbort);
      if (leave) queue.push(ticket);
      else returning.push(ticket);
      // One search per turn of the event loop, and further searches while the turn is short.
      if (!isAdmitting || (active === 0 && isWithinTurn())) startNext();
    }
    return promise;
  }

  const refusal = () => {
    const seconds = Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(lastWaitMs / 1000)));
    return new GatewayFault(
      'search-queue-full',
      { seconds },
      { headers: { 'Retry-After': String(seconds) } },
    );
  };

  // Paused searches are not refused: they resume first.
  const refuseWaiting = () => {
    for (let next = queue.shift(); next; next = queue.shift()) next.refuse(new GatewayFault('shutting-down'));
  };
  closing?.addEventListener('abort', refuseWaiting, { once: true });

  return {
    active: () => active,
    waiting: () => pending,
    enter(botId, signal) {
      if (isFull()) {
        const last = queue.popLongest(botId, countOf);
        if (!last) throw refusal();
        last.refuse(refusal());
      }
      let isPending = false;
      const setPending = (value: boolean) => {
        if (isPending === value) return;
        isPending = value;
        const change = value ? 1 : -1;
        pending += change;
        const count = countOf(botId) + change;
        if (count > 0) pendingOf.set(botId, count);
        else pendingOf.delete(botId);
      };
      const leave = () => setPending(false);
      setPending(true);
      return {
        leave,
        async run(work) {
          const enteredAt = performance.now();
          // A call that runs a second search counts as pending again.
          setPending(true);
          await wait(botId, signal, leave);
          let isActive = true;
          try {
            lastWaitMs = performance.now() - enteredAt;
            recordMetric({ what: 'search-began', seconds: lastWaitMs / 1000 });
            return await work({
              yieldIfLong: async () => {
                if (!isWithinTurn()) await turnLoop();
              },
              async pause(elsewhere) {
                release();
                isActive = false;
                try {
                  return await elsewhere();
                } finally {
                  await wait(botId, signal);
                  isActive = true;
                }
              },
            });
          } finally {
            if (isActive) release();
          }
        },
      };
    },
  };
}
