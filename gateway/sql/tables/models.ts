import type { ModelPurpose } from '#gateway/modules/models/model.ts';

/** Rows of what is set for model servers. */
export interface ModelsTables {
  /** Bot 0: for all bots. `settings`: `ModelSettings` as JSON. */
  model_server: {
    bot_id: number;
    purpose: ModelPurpose;
    settings: string;
    sealed_key: string | null;
    changed_on: number;
  };
  spoken_audio: {
    bot_id: number;
    id: string;
    blob: string;
    mime: string;
    name: string;
    size: number;
    sha256: string | null;
    spoken_on: number;
  };
}
