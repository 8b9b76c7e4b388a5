import type { ModelPurpose, ModelServer } from '#gateway/model.ts';
import type { Settings } from './settings.ts';

/** Model servers that the environment names. */
export function modelServersOf(_: Settings): Partial<Record<ModelPurpose, ModelServer>> {
  return {};
}
