import type { ModelPurpose } from '#contract/models.ts';

export type { ModelPurpose };

/** A voice of a speech server; no languages: any. */
export interface VoiceSetting {
  id: string;
  languages: string[];
}

/** How a model server is reached and used; see `src/contract/models.ts`. */
export interface ModelSettings {
  enabled: boolean;
  /** Without a slash at its end. */
  url: string;
  model: string;
  /** Of transcription: what `v2` means; null: the same as `v1`. */
  modelV2: string | null;
  voices: VoiceSetting[];
  firstSeconds: number;
  silenceSeconds: number;
  concurrency: number;
  contextTokens: number | null;
}

/** A model server that can be called. `key` in clear: never logged, never sent to anybody but it. */
export interface ModelServer extends ModelSettings {
  purpose: ModelPurpose;
  from: 'bot' | 'all' | 'environment';
  key: string | null;
}

/** Settings as saved: of a bot, or, with bot 0, of all. The key is sealed under `modelKeyContext`. */
export interface StoredModelServer extends ModelSettings {
  botId: number;
  purpose: ModelPurpose;
  sealedKey: string | null;
  changedOn: Date;
}
