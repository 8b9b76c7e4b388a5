import type { ModelPurpose } from '#contract/models.ts';
import { useCapabilities } from '#src/api/hooks/gateway-context.tsx';

/** Whether this bot has a model server for the purpose: undefined until it is known; a gateway that does not say may have one. */
export function useModelAvailable(purpose: ModelPurpose): boolean | undefined {
  const capabilities = useCapabilities();
  return capabilities === undefined ? undefined : (capabilities?.models[purpose] ?? true);
}
