import type { ModelServer } from '#gateway/modules/models/model.ts';

/** A chat model as it would be set in the environment. */
export const chatServer = (url: string, settings: Partial<ModelServer> = {}): ModelServer => ({
  purpose: 'chat',
  from: 'environment',
  key: null,
  enabled: true,
  url,
  model: 'qwen',
  modelV2: null,
  voices: [],
  firstSeconds: 20,
  silenceSeconds: 20,
  concurrency: 8,
  contextTokens: null,
  ...settings,
});
