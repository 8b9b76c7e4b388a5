import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ModelPurpose, ModelScope, ModelServerChange } from '#contract/models.ts';
import { isAbort } from '#src/api/errors.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

/** What is set for this bot; null where the gateway does not tell. */
export function useModels(enabled: boolean) {
  const { models } = useGateway();
  const { id, bot } = useConnection();
  return useQuery({ queryKey: ['models', id, bot], queryFn: () => models.list(), enabled });
}

/** What the gateway offers changes with its servers: pages that need one look again. */
function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['models', 'capabilities', 'voices', 'embedding-progress'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

export function useSaveModel(purpose: ModelPurpose) {
  const { models } = useGateway();
  const onSuccess = useReadAgain();
  // A key in what was sent is not kept when the page has gone.
  return useMutation({
    mutationFn: (change: ModelServerChange) => models.set(purpose, change),
    onSuccess,
    gcTime: 0,
  });
}

export function useRemoveModel(purpose: ModelPurpose) {
  const { models } = useGateway();
  const onSuccess = useReadAgain();
  return useMutation({ mutationFn: (scope: ModelScope) => models.remove(purpose, scope), onSuccess });
}

/** A real call to a server. It is called off with the page, or by whoever waits. */
export function useTestModel(purpose: ModelPurpose) {
  const { models } = useGateway();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const call = useMutation({
    mutationFn: (draft: ModelServerChange | undefined) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      return models.test(purpose, draft, controller.signal);
    },
    gcTime: 0,
  });
  return {
    run: (draft?: ModelServerChange) => call.mutate(draft),
    stop: () => {
      running.current?.abort();
      call.reset();
    },
    busy: call.isPending,
    result: call.data,
    error: call.error !== null && isAbort(call.error) ? null : call.error,
    reset: call.reset,
  };
}
export type ModelTest = ReturnType<typeof useTestModel>;
