import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ModelPurpose, ModelScope, ModelServerChange } from '#contract/models.ts';
import { capabilities } from '#contract/operations/gateway.ts';
import {
  embeddingProgress,
  listModels,
  removeModel,
  setModel,
  testModel,
} from '#contract/operations/models.ts';
import { listVoices } from '#contract/operations/speech.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import { isAbortError } from '#src/api/transport/gateway-errors.ts';

/** What is set for this bot; null where the gateway does not list model servers. */
export function useModels(enabled: boolean) {
  return useRead(listModels, undefined, { enabled });
}

/** Reads that depend on the model servers. */
const CHANGES = [listModels.id, capabilities.id, listVoices.id, embeddingProgress.id];

/** What was sent may hold a key: the cache drops it as soon as the page is left. */
export const useSaveModel = (purpose: ModelPurpose) =>
  useGatewayMutation(
    (gateway, change: ModelServerChange) => gateway.call(setModel, { params: { purpose }, body: change }),
    { changes: CHANGES, gcTime: 0 },
  );

export const useRemoveModel = (purpose: ModelPurpose) =>
  useGatewayMutation(
    (gateway, scope: ModelScope) => gateway.call(removeModel, { params: { purpose }, query: { scope } }),
    { changes: CHANGES },
  );

/** Tests a server with a real call, which ends with the page or by `stop`. */
export function useTestModel(purpose: ModelPurpose) {
  const gateway = useGateway();
  const abortController = useRef<AbortController>(undefined);
  useEffect(() => () => abortController.current?.abort(), []);
  const testMutation = useMutation({
    mutationFn: (draft: ModelServerChange | undefined) => {
      abortController.current?.abort();
      const controller = new AbortController();
      abortController.current = controller;
      // The gateway limits the time: a model may have to be loaded first.
      return gateway.call(testModel, {
        params: { purpose },
        body: draft === undefined ? {} : { draft },
        signal: controller.signal,
        timeout: false,
      });
    },
    gcTime: 0,
  });
  return {
    run: (draft?: ModelServerChange) => testMutation.mutate(draft),
    stop: () => {
      abortController.current?.abort();
      testMutation.reset();
    },
    busy: testMutation.isPending,
    result: testMutation.data,
    error: testMutation.error !== null && isAbortError(testMutation.error) ? null : testMutation.error,
    reset: testMutation.reset,
  };
}
export type ModelTest = ReturnType<typeof useTestModel>;
