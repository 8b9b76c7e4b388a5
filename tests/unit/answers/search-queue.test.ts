import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairQueue } from '#gateway/modules/answers/services/fair-queue.ts';
import {
  createSearchQueue,
  type SearchQueueOptions,
  type SearchTurn,
} from '#gateway/modules/answers/services/search-queue.ts';

/** A queue whose event loop is turned by hand, and searches that end when they are told to. */
function createQueue(options: SearchQueueOptions = {}) {
  const turns: (() => void)[] = [];
  const waits: number[] = [];
  const queue = createSearchQueue({
    concurrency: 1,
    maxWaiting: 10,
    nextTurn: () => new Promise<void>((resolve) => void turns.push(resolve)),
    recordMetric: (event) => void (event.what === 'search-began' && waits.push(event.seconds)),
    ...options,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turnsOf = new Map<string, SearchTurn>();
  /** A queued search, with its result or its fault. */
  const search = (name: string, botId = 1, signal = new AbortController().signal) => {
    const place = queue.enter(botId, signal);
    return place
      .run(async (turn) => {
        begun.push(name);
        turnsOf.set(name, turn);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      })
      .catch((error: { code?: string; message?: string }) => error.code ?? error.message);
  };
  return {
    queue,
    begun,
    waits,
    search,
    turnsOf,
    /** Lets the microtasks, then what the event loop has. */
    turn: async () => {
      await sleep(0);
      for (const next of turns.splice(0)) next();
      await sleep(0);
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await sleep(0);
    },
  };
}

describe('the queue of searches', () => {
  test('starts a search at once when no search is running, and further searches in turn', async () => {
    const { queue, begun, search, turn, end, waits } = createQueue();
    const all = ['أولى', 'ثانية', 'ثالثة'].map((name) => search(name));
    await turn();
    expect(begun).toEqual(['أولى']);
    expect([queue.active(), queue.waiting()]).toEqual([1, 2]);
    await end('أولى');
    await turn();
    expect(begun).toEqual(['أولى', 'ثانية']);
    await end('ثانية');
    await turn();
    await end('ثالثة');
    expect(await Promise.all(all)).toEqual(['أولى', 'ثانية', 'ثالثة']);
    expect([queue.active(), queue.waiting()]).toEqual([0, 0]);
    expect(waits).toHaveLength(3);
  });

  test('starts one search per turn of the event loop, so that new calls are seen in between', async () => {
    const { begun, search, turn } = createQueue({ concurrency: 4 });
    for (const name of ['أ', 'ب', 'ج']) void search(name);
    await sleep(0);
    expect(begun).toEqual(['أ']);
    await turn();
    expect(begun).toEqual(['أ', 'ب']);
    await turn();
    expect(begun).toEqual(['أ', 'ب', 'ج']);
  });

  test('gives bots turns, however many calls a bot has waiting', async () => {
    const { begun, search, turn, end } = createQueue();
    for (const name of ['أ1', 'أ2', 'أ3']) void search(name, 1);
    void search('ب1', 2);
    for (const name of ['أ1', 'أ2', 'ب1']) {
      await turn();
      await end(name);
    }
    await turn();
    expect(begun).toEqual(['أ1', 'أ2', 'ب1', 'أ3']);
  });

  test('frees the place of a caller that disconnects', async () => {
    const { queue, begun, search, turn, end } = createQueue();
    const leaving = new AbortController();
    void search('أ');
    const aborted = search('ب', 1, leaving.signal);
    void search('ج');
    await turn();
    leaving.abort(new Error('left'));
    expect(await aborted).toBe('left');
    expect(queue.waiting()).toBe(1);
    await end('أ');
    await turn();
    expect(begun).toEqual(['أ', 'ج']);
    expect(await search('د', 1, AbortSignal.abort(new Error('gone')))).toBe('gone');
  });

  test('refuses a call with a retry time when the queue is full', async () => {
    const { queue, search, turn, end } = createQueue({ maxWaiting: 2 });
    for (const name of ['أ', 'ب', 'ج']) void search(name);
    await turn();
    const signal = new AbortController().signal;
    expect(() => queue.enter(1, signal)).toThrow(
      expect.objectContaining({
        code: 'search-queue-full',
        status: 429,
        headers: { 'Retry-After': '1' },
      }),
    );
    await end('أ');
    await turn();
    const place = queue.enter(1, signal);
    expect(queue.waiting()).toBe(2);
    place.leave();
    place.leave();
    expect(queue.waiting()).toBe(1);
  });

  test('refuses the last call of the bot with most waiting calls in favour of a bot with fewer', async () => {
    const { search, turn, begun, end } = createQueue({ maxWaiting: 3 });
    void search('أ1', 1);
    await turn();
    const waiting = ['أ2', 'أ3', 'أ4'].map((name) => search(name, 1));
    void search('ب1', 2);
    expect(await waiting[2]).toBe('search-queue-full');
    await end('أ1');
    await turn();
    await end('أ2');
    await turn();
    expect(begun).toEqual(['أ1', 'أ2', 'ب1']);
  });

  test('limits a burst of one bot so that another bot gets as many places', async () => {
    const { queue, search, turn } = createQueue({ maxWaiting: 4 });
    void search('أ1', 1);
    await turn();
    const waiting = ['أ2', 'أ3', 'أ4', 'أ5'].map((name) => search(name, 1));
    // Calls reserve quota first, so none is in the queue yet.
    const signal = new AbortController().signal;
    const enter = () => queue.enter(2, signal);
    const places = [enter(), enter()];
    expect(enter).toThrow('search-queue-full');
    expect(await Promise.all(waiting.slice(2))).toEqual(['search-queue-full', 'search-queue-full']);
    expect(queue.waiting()).toBe(4);
    for (const place of places) place.leave();
    expect(queue.waiting()).toBe(2);
  });

  test('counts a call again that waits for a second turn', async () => {
    const { queue, search, turn, end } = createQueue();
    const place = queue.enter(1, new AbortController().signal);
    await place.run(() => Promise.resolve());
    void search('أ');
    await turn();
    const again = place.run(() => Promise.resolve('ثانية'));
    expect([queue.active(), queue.waiting()]).toEqual([1, 1]);
    await end('أ');
    await turn();
    expect(await again).toBe('ثانية');
    expect([queue.active(), queue.waiting()]).toEqual([0, 0]);
  });

  test('refuses calls that have not begun once the server shuts down', async () => {
    const closing = new AbortController();
    const { queue, search, turn, turnsOf, end } = createQueue({ closing: closing.signal });
    const first = search('أ');
    await turn();
    let answer = () => {};
    const paused = turnsOf.get('أ')!.pause(() => new Promise<void>((resolve) => (answer = resolve)));
    const second = search('ب');
    await turn();
    const waiting = [search('ج', 1), search('د', 2)];
    answer();
    await turn();
    closing.abort();
    expect(await Promise.all(waiting)).toEqual(['shutting-down', 'shutting-down']);
    expect(await search('ه')).toBe('shutting-down');
    await end('ب');
    await turn();
    await paused;
    await end('أ');
    expect(await Promise.all([first, second])).toEqual(['أ', 'ب']);
    expect([queue.active(), queue.waiting()]).toEqual([0, 0]);
  });

  test('runs other searches while one waits for a model, and resumes that search first', async () => {
    const { queue, search, turn, turnsOf, begun, end } = createQueue();
    for (const name of ['أ', 'ب', 'ج']) void search(name);
    await turn();
    let answer: (text: string) => void = () => {};
    let reply: string | undefined;
    const paused = turnsOf.get('أ')!.pause(() => new Promise<string>((resolve) => (answer = resolve)));
    void paused.then((text) => (reply = text));
    await turn();
    expect(begun).toEqual(['أ', 'ب']);
    answer('متى يفتح المكتب؟');
    await turn();
    expect([reply, queue.active()]).toEqual([undefined, 1]);
    await end('ب');
    await turn();
    expect(reply).toBe('متى يفتح المكتب؟');
    expect(begun).toEqual(['أ', 'ب']);
    await end('أ');
    await turn();
    expect(begun).toEqual(['أ', 'ب', 'ج']);
  });

  test('continues after a failed search', async () => {
    const { queue, search, turn, begun } = createQueue();
    const failed = queue
      .enter(1, new AbortController().signal)
      .run(() => Promise.reject(new Error('damaged')));
    await expect(failed).rejects.toThrow('damaged');
    void search('أ');
    await turn();
    expect(begun).toEqual(['أ']);
  });
});

test('a fair queue takes items out by turns of their owners', () => {
  const queue = createFairQueue<string>((item) => Number(item[0]));
  for (const item of ['1a', '1b', '2a', '3a', '3b', '3c']) queue.push(item);
  expect(queue.remove('1b')).toBe(true);
  expect(queue.remove('1b')).toBe(false);
  const counts = new Map([
    [1, 1],
    [2, 1],
    [3, 3],
  ]);
  const countOf = (owner: number): number => counts.get(owner) ?? 0;
  expect(queue.popLongest(3, countOf)).toBeUndefined();
  expect(queue.popLongest(2, countOf)).toBe('3c');
  expect(Array.from({ length: 5 }, () => queue.shift())).toEqual(['1a', '2a', '3a', '3b', undefined]);
});
