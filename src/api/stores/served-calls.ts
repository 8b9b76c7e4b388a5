import { createListeners } from './storage.ts';

/** By operation: whether the gateway served it when it was tried; absent until then. */
type ServedCalls = Readonly<Record<string, boolean>>;

export type ServedCallsStore = {
  all: () => ServedCalls;
  record: (id: string, served: boolean) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Outcomes, during this visit, of calls that a gateway has not announced. */
export function createServedCalls(): ServedCallsStore {
  let calls: ServedCalls = {};
  const { notify, subscribe } = createListeners();
  return {
    all: () => calls,
    record: (id, served) => {
      if (calls[id] === served) return;
      calls = { ...calls, [id]: served };
      notify();
    },
    subscribe,
  };
}
