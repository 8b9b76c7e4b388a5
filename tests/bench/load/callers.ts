/** Callers in a process of their own, each call over a new connection: `fork`, then one message. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Calls {
  url: string;
  method: 'GET' | 'POST';
  /** Taken by turns, one set for each caller. */
  headers: Record<string, string>[];
  /** Taken by turns, one for each call; none for GET. */
  bodies: string[];
  callers: number;
  /** From the beginning of a call to that of the caller's next one, at least; 0: as soon as it is answered. */
  intervalMs: number;
  seconds: number;
  /** Whether a caller that got 429 waits as long as `Retry-After` says. */
  obeys: boolean;
}

export interface Answered {
  /** Milliseconds from before the connection to the last byte of each call with status 200. */
  times: number[];
  /** Calls by status; 0: no answer. */
  statuses: Record<number, number>;
  /** Until the last call was answered. */
  seconds: number;
}

interface Outcome {
  status: number;
  retryAfterMs: number;
}

process.once('message', (calls: Calls) => {
  void makeCalls(calls).then((answered) => process.send?.(answered, () => process.disconnect()));
});

async function makeCalls(calls: Calls): Promise<Answered> {
  const answered: Answered = { times: [], statuses: {}, seconds: 0 };
  const begun = performance.now();
  const end = begun + 1000 * calls.seconds;
  let next = 0;
  const run = async (caller: number) => {
    // Callers with a pause do not all begin at once.
    await sleep((calls.intervalMs * caller) / calls.callers);
    while (performance.now() < end) {
      const started = performance.now();
      const { status, retryAfterMs } = await call(
        calls,
        calls.headers[caller % calls.headers.length] ?? {},
        calls.bodies[next++ % calls.bodies.length] ?? '',
      );
      const took = performance.now() - started;
      answered.statuses[status] = (answered.statuses[status] ?? 0) + 1;
      if (status === 200) answered.times.push(took);
      // Not of those that only wait to ask again.
      answered.seconds = (performance.now() - begun) / 1000;
      const pause = Math.max(calls.obeys ? retryAfterMs : 0, calls.intervalMs - took);
      await sleep(Math.max(0, Math.min(pause, end - performance.now())));
    }
  };
  await Promise.all(Array.from({ length: calls.callers }, (_, caller) => run(caller)));
  return answered;
}

function call({ url, method }: Calls, headers: Record<string, string>, body: string): Promise<Outcome> {
  const ofBody =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, retryAfterMs: 0 });
    const sent = request(url, { method, agent: false, headers: { ...headers, ...ofBody } }, (response) => {
      const retryAfterMs = 1000 * Number(response.headers['retry-after'] ?? 0);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, retryAfterMs }));
      response.once('error', fail);
      response.resume();
    });
    sent.once('error', fail);
    sent.end(body);
  });
}
