import type { ModelClient } from '#gateway/ports.ts';

const pending = (): never => {
  throw new Error('model servers are not called yet');
};

export function createModelClient(): ModelClient {
  return {
    chat: pending,
    embed: pending,
    hear: pending,
    speak: pending,
    listModels: pending,
    listVoices: pending,
  };
}
