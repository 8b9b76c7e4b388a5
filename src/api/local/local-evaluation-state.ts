import { createListeners } from '#src/api/stores/storage.ts';

type Running = { controller: AbortController };

const { notify, subscribe } = createListeners();
const running = new Map<string, Running>();
const problems = new Map<string, unknown>();

/** The evaluation of a bot that this page asks, and why the last one ended early. */
export const evaluationsOf = (owner: string) => ({
  subscribe,
  isRunning: () => running.has(owner),
  problem: () => problems.get(owner),
  begin: (): AbortSignal => {
    const controller = new AbortController();
    running.set(owner, { controller });
    problems.delete(owner);
    notify();
    return controller.signal;
  },
  end: (problem?: unknown) => {
    running.delete(owner);
    if (problem !== undefined) problems.set(owner, problem);
    notify();
  },
  cancel: () => running.get(owner)?.controller.abort(),
});
