import { GatewayFault } from '#gateway/core/errors.ts';
import type { RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { createFairQueue } from './fair-queue.ts';

/**
 * Limits the searches at work in this process. Searching holds the thread, so more of them at once serve no more callers:
 * they make each turn of the event loop longer, and with it the wait of whoever connects.
 */
export interface SearchQueue {
  /**
   * A place for a call that will search. Throws 429 `search-queue-full` where so many wait already, unless another bot has
   * more of them waiting: then the last one of that bot is refused in its place.
   */
  enter(botId: number, signal: AbortSignal): SearchPlace;
  active(): number;
  waiting(): number;
}

/** The place of one call, until `leave`. */
export interface SearchPlace {
  /**
   * Runs `work` when it is its turn: first come, first served within a bot, and bots take turns. Rejects with the signal's
   * reason when the caller leaves before that.
   */
  run<Value>(work: (turn: SearchTurn) => Promise<Value>): Promise<Value>;
  /** Gives the place up; at the latest when the call ends. */
  leave(): void;
}

/** A search at work. */
export interface SearchTurn {
  /** Lets others search while `work` waits for another server; goes on before those who have not begun. */
  pause<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Between two pieces of work: lets the event loop turn if the turn has been a long one already. */
  yieldIfLong(): Promise<void>;
}

/** The place of a call that searches nothing. */
export const WITHOUT_QUEUE: SearchPlace = {
  run: (work) => work({ pause: (elsewhere) => elsewhere(), yieldIfLong: () => Promise.resolve() }),
  leave() {},
};

export interface SearchQueueOptions {
  /** Searches at once: more than one, since some wait for the database. */
  concurrency?: number;
  /** Calls that wait for their turn, or reserve quota before it. */
  maxWaiting?: number;
  /** Resolves when the event loop has seen to everything else that is there, or after so long. */
  nextTurn?: (maxMs: number) => Promise<void>;
  /** Aborted when calls are waited for no longer: those that have not begun get 503 `shutting-down`. */
  closing?: AbortSignal | undefined;
  recordMetric?: RecordMetricEvent;
}

export const SEARCH_CONCURRENCY = 4;
export const MAX_WAITING_SEARCHES = 200;

/**
 * Searches follow one another without a pause for so long: a turn of the event loop lasts little more, and what they
 * settle shares a commit.
 */
const TURN_MS = 50;
/**
 * How long newcomers may come before the next search, who are worth it as long as they find a place: their calls are to be
 * begun anyway. Those who are refused may take no more of the thread than searches do.
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
  const line = createFairQueue<Ticket>(({ botId }) => botId);
  /** Those that went on to something else before they were done. */
  const returning: Ticket[] = [];
  let active = 0;
  /** Places of calls that have not begun to search, and how many of them each bot has. */
  let pending = 0;
  const pendingOf = new Map<number, number>();
  const countOf = (botId: number): number => pendingOf.get(botId) ?? 0;
  let isResting = false;
  let turnBegan = 0;
  /** How long the last one that began had waited. */
  let lastWaitMs = 0;

  const isFull = () => pending >= maxWaiting + Math.max(0, concurrency - active);
  const turnLoop = () => nextTurn(isFull() ? MAX_REFUSALS_MS : MAX_ARRIVALS_MS);
  const isWithinTurn = () => performance.now() - turnBegan < TURN_MS;

  function startNext(): void {
    if (active >= concurrency) return;
    const next = returning.shift() ?? line.shift();
    if (!next) return;
    if (!isResting) void rest();
    active++;
    next.start();
  }

  /** What has arrived meanwhile comes before the next search. */
  async function rest(): Promise<void> {
    isResting = true;
    turnBegan = performance.now();
    await turnLoop();
    isResting = false;
    startNext();
  }

  function release(): void {
    active--;
    if (!isResting || isWithinTurn()) startNext();
  }

  /** Resolves when it is this call's turn; with `leave`, which gives its place up, where it has not had one yet. */
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
      if (!line.remove(ticket)) returning.splice(returning.indexOf(ticket), 1);
      end(() => reject(signal.reason as Error));
    };
    if (signal.aborted) end(() => reject(signal.reason as Error));
    else if (leave && closing?.aborted) ticket.refuse(new GatewayFault('shutting-down'));
    else {
      signal.addEventListener('abort', onAbort);
      if (leave) line.push(ticket);
      else returning.push(ticket);
      // One search a turn of the event loop, and as many more as are over soon.
      if (!isResting || (active === 0 && isWithinTurn())) startNext();
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

  // Those that come back go on: theirs is the next turn.
  const refuseWaiting = () => {
    for (let next = line.shift(); next; next = line.shift()) next.refuse(new GatewayFault('shutting-down'));
  };
  closing?.addEventListener('abort', refuseWaiting, { once: true });

  return {
    active: () => active,
    waiting: () => pending,
    enter(botId, signal) {
      if (isFull()) {
        const last = line.popLongest(botId, countOf);
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
          const asked = performance.now();
          // Also of a call that had a turn before.
          setPending(true);
          await wait(botId, signal, leave);
          let isActive = true;
          try {
            lastWaitMs = performance.now() - asked;
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
