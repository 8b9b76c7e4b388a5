import type { ModelPurpose } from './model.ts';

/** Rows of settings for model servers. */
export interface ModelsTables {
  /** Bot 0: for all bots. `settings`: `ModelSettings` as JSON. */
  model_server: {
    bot_id: number;
    purpose: ModelPurpose;
    settings: string;
    sealed_key: string | null;
    changed_on: number;
  };
}
