/** Extensions: the model servers that answer, embed, hear and speak; for one bot or for all. */
import * as z from 'zod/mini';
import { MODEL_LIMITS } from './limits.ts';
import { withoutControlCharacters } from './names.ts';
import { within } from './pagination.ts';

/** What a model server is for. */
export const MODEL_PURPOSES = ['chat', 'embeddings', 'transcription', 'speech'] as const;
/** A purpose that a model server is set for. */
export const modelPurposeSchema = z.enum(MODEL_PURPOSES);
export type ModelPurpose = z.infer<typeof modelPurposeSchema>;

/** Scopes of saved settings, in order of precedence; the environment comes last. */
export const MODEL_SCOPES = ['bot', 'all'] as const;
const modelScopeSchema = z.enum(MODEL_SCOPES);
export type ModelScope = z.infer<typeof modelScopeSchema>;

const seconds = z.int().check(...within(MODEL_LIMITS.seconds));
const modelName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MODEL_LIMITS.model), withoutControlCharacters());

/** A voice of a speech server, and the languages that it speaks, as codes of section 1; none: any. */
export const voiceSettingSchema = z.object({
  id: z.string().check(z.trim(), z.minLength(1), z.maxLength(MODEL_LIMITS.voice)),
  languages: z
    .array(z.string().check(z.trim(), z.regex(/^[a-z]{2,3}(?:-[a-z]{2,4})?$/)))
    .check(z.maxLength(30)),
});
export type VoiceSetting = z.infer<typeof voiceSettingSchema>;

/** What a server is shown with each call; it goes into a header. */
export const modelKeySchema = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(MODEL_LIMITS.key),
  z.refine((text) => /^[\x21-\x7e]*$/.test(text), { params: { words: 'ascii' } }),
);

/** Settings of a model server, with their defaults. The key is sent beside them and never returned. */
export const modelSettingsSchema = z.object({
  /** False: the bot does without, whatever is set for all. */
  enabled: z._default(z.boolean(), true),
  /** Base of an OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`. */
  url: z.url({ protocol: /^https?$/ }).check(
    z.maxLength(MODEL_LIMITS.url),
    z.refine((url) => !/^https?:\/\/[^/]*@/i.test(url), { params: { words: 'url-with-login' } }),
    z.overwrite((url) => url.replace(/[?#].*$/s, '').replace(/\/+$/, '')),
  ),
  model: modelName,
  /** Transcription: the model that `ModelName` `v2` means; null: the same as `v1`. */
  modelV2: z._default(z.nullable(modelName), null),
  /** Speech: what may be asked for; empty: what the server lists. */
  voices: z._default(z.array(voiceSettingSchema).check(z.maxLength(MODEL_LIMITS.voices)), []),
  /** Seconds until the first part of an answer, and between parts. */
  firstSeconds: z._default(seconds, 60),
  silenceSeconds: z._default(seconds, 30),
  /** Concurrent calls to the server; further calls queue. */
  concurrency: z._default(z.int().check(...within(MODEL_LIMITS.concurrency)), 8),
  /** Chat: tokens that prompt and answer may have together; null: not known. */
  contextTokens: z._default(z.nullable(z.int().check(...within(MODEL_LIMITS.contextTokens))), null),
});

/** Settings to save. `key`: absent keeps the saved key (only for the same scheme, host and port), null removes it. */
export const modelServerChangeSchema = z.extend(modelSettingsSchema, {
  scope: modelScopeSchema,
  key: z.optional(z.nullable(modelKeySchema)),
  /** `changedOn` of the settings to replace, null for none; 409 when the saved settings are newer. Absent: no check. */
  expectedChangedOn: z.optional(z.nullable(z.string())),
});
export type ModelServerChange = z.input<typeof modelServerChangeSchema>;

/** The saved settings of a server, without the key. */
export const modelServerSchema = z.extend(modelSettingsSchema, {
  from: z.enum(['bot', 'all', 'environment']),
  hasKey: z.boolean(),
  /** Whether the key was sealed on another machine and must be entered again. */
  keyLost: z.boolean(),
  /** Whether the address names this machine or a private network, as far as visible without a DNS lookup. */
  privateAddress: z.boolean(),
  /** Null for the environment. */
  changedOn: z.nullable(z.string()),
});
export type ModelServer = z.infer<typeof modelServerSchema>;

/** By purpose, the servers set for the bot, for all bots and by the environment, the first of which is in force. */
export const modelServersSchema = z.object({
  items: z.array(
    z.object({
      purpose: modelPurposeSchema,
      /** The server that calls use; null when none is set or the server is switched off. */
      inForce: z.nullable(modelServerSchema),
      bot: z.nullable(modelServerSchema),
      all: z.nullable(modelServerSchema),
      environment: z.nullable(modelServerSchema),
      /** The environment variable of the server. */
      setting: z.string(),
    }),
  ),
  /** Whether the calling key may change settings for all bots. */
  allManageable: z.boolean(),
});
export type ModelServers = z.infer<typeof modelServersSchema>;

/** Whether a setting is that of the bot or of all bots. */
export const modelScopeQuerySchema = z.object({ scope: z._default(modelScopeSchema, 'bot') });

/** A draft to be tried, or `{}` for the server in force. */
export const modelTestSchema = z.object({ draft: z.optional(modelServerChangeSchema) });

/** A fault: code, parameters, and message in the requested language. */
const faultSchema = z.object({
  code: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  message: z.string(),
});

/** Result of a real call to the server. */
export const modelTestResultSchema = z.object({
  ok: z.boolean(),
  /** Seconds until the response was complete. */
  seconds: z.number(),
  /** Chat: the reply. Transcription: the text of a moment of silence. Else empty. Data, never markup. */
  output: z.string(),
  /** Embeddings: numbers a vector. */
  dimensions: z.nullable(z.int()),
  /** Speech: bytes of sound. */
  bytes: z.nullable(z.int()),
  /** Models listed by the server; empty without a list. */
  models: z.array(z.string()),
  /** Reason of the failure; null when `ok`. */
  fault: z.nullable(faultSchema),
});
export type ModelTestResult = z.infer<typeof modelTestResultSchema>;

/** Embedding progress of the bot's passages with the model in force. */
export const embeddingProgressSchema = z.object({
  /** `off`: no server; `paused`: by a person; `failing`: a fault, tried again by itself. */
  state: z.enum(['off', 'idle', 'working', 'paused', 'failing']),
  model: z.nullable(z.string()),
  units: z.int(),
  unitsDone: z.int(),
  passages: z.int(),
  passagesDone: z.int(),
  /** Passages without a vector because the server failed on them; search finds them by their words alone. */
  passagesSkipped: z._default(z.int(), 0),
  /** Estimated tokens of the remaining passages. */
  tokensLeft: z.int(),
  /** Estimated tokens to embed every passage with another model. */
  tokensTotal: z.int(),
  /** Estimated seconds of the remaining passages at the recent pace; null without one. */
  secondsLeft: z.nullable(z.number()),
  fault: z.nullable(faultSchema),
});
export type EmbeddingProgress = z.infer<typeof embeddingProgressSchema>;

/** Pauses or resumes the making of embeddings. */
export const embeddingChangeSchema = z.object({ paused: z.boolean() });

/** Voices that speech synthesis takes as `speaker`. `robot`: made by rule on this machine, not by a model. */
const voiceSchema = z.object({
  id: z.string(),
  /** Codes of section 1; empty: any. */
  languages: z.array(z.string()),
  robot: z.boolean(),
});
export type Voice = z.infer<typeof voiceSchema>;

/** `acceptsAny`: the speech server tells none, so any other name may be one of its voices too. */
export const voicesSchema = z.object({
  items: z.array(voiceSchema),
  acceptsAny: z._default(z.boolean(), false),
});
