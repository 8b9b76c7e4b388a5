import { useSyncExternalStore } from 'react';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { evaluationsOf } from '#src/api/local/local-evaluation-state.ts';
import { openLocalStore } from '#src/api/local/local-store.ts';

/** The evaluation that this page asks, over a gateway that has none of its own: why the last one ended early, and its end. */
export function useLocalEvaluation() {
  const { subscribe, problem, cancel } = evaluationsOf(openLocalStore(useConnection()).owner);
  return { problem: useSyncExternalStore(subscribe, problem), cancel };
}
