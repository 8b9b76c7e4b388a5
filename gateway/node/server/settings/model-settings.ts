import * as z from 'zod';
import { MODEL_LIMITS } from '#contract/limits.ts';
import { MODEL_PURPOSES, modelKeySchema, modelSettingsSchema, voiceSettingSchema } from '#contract/models.ts';
import { classifyAddress } from '#gateway/core/address-kind.ts';
import type { ModelPurpose, ModelServer, VoiceSetting } from '#gateway/modules/models/model.ts';
import { whole } from './setting-fields.ts';

const ADDRESS =
  'must be an http or https address without a user name or password, such as http://127.0.0.1:11434/v1';
const MODEL = `must have 1 to ${MODEL_LIMITS.model} characters, none of them misleading`;
const KEY = `must have 1 to ${MODEL_LIMITS.key} visible ASCII characters`;
const VOICES =
  'must be voices such as Amal:ar,ar-eg;alloy:en; what stands behind the last colon are their languages';
const NOWHERE = 'is an address where no model server can be';

/**
 * Validates a setting by a schema of the contract, with a message for operators. The message never repeats the value.
 */
const asContract = (
  schema: { safeParse(text: unknown): { success: boolean; data?: string } },
  message: string,
) =>
  z.string().transform((text, context) => {
    const { success, data } = schema.safeParse(text);
    if (success && data !== undefined) return data;
    context.addIssue(message);
    return z.NEVER;
  });

const { url, model } = modelSettingsSchema.shape;
const address = asContract(url, ADDRESS).refine((text) => classifyAddress(text) !== 'refused', NOWHERE);
const modelName = asContract(model, MODEL);
const seconds = whole(MODEL_LIMITS.seconds.min, MODEL_LIMITS.seconds.max);
const voices = z.string().transform((text, context) => {
  const result = z.array(voiceSettingSchema).max(MODEL_LIMITS.voices).safeParse(readVoices(text));
  if (result.success) return result.data;
  context.addIssue(VOICES);
  return z.NEVER;
});

const fields = {
  URL: address.optional(),
  KEY: asContract(modelKeySchema, KEY).optional(),
  MODEL: modelName.optional(),
  FIRST_SECONDS: seconds.optional(),
  SILENCE_SECONDS: seconds.optional(),
  CONCURRENCY: whole(MODEL_LIMITS.concurrency.min, MODEL_LIMITS.concurrency.max).optional(),
};
type Fields = typeof fields;
type Named<Name extends string> = { [Field in keyof Fields as `FIHRIST_${Name}_${Field}`]: Fields[Field] };

function fieldsOf<Name extends string>(name: Name): Named<Name> {
  const named = Object.entries(fields).map(([field, schema]) => [`FIHRIST_${name}_${field}`, schema]);
  return Object.fromEntries(named) as Named<Name>;
}

/** Settings of model servers, by the names of their environment variables. */
export const modelSettingsShape = {
  ...fieldsOf('CHAT'),
  ...fieldsOf('EMBEDDINGS'),
  ...fieldsOf('TRANSCRIPTION'),
  ...fieldsOf('SPEECH'),
  FIHRIST_CHAT_CONTEXT_TOKENS: whole(
    MODEL_LIMITS.contextTokens.min,
    MODEL_LIMITS.contextTokens.max,
  ).optional(),
  FIHRIST_TRANSCRIPTION_MODEL_V2: modelName.optional(),
  FIHRIST_SPEECH_VOICES: voices.optional(),
};

const shape = z.object(modelSettingsShape);
type Given = z.output<typeof shape>;
const SETTINGS = Object.keys(modelSettingsShape) as (keyof Given)[];

const NAMES = {
  chat: 'CHAT',
  embeddings: 'EMBEDDINGS',
  transcription: 'TRANSCRIPTION',
  speech: 'SPEECH',
} as const;

/** What is wrong with settings that are each right by themselves: half a server is none. */
export function explainModelSettings(given: Given): { name: string; message: string }[] {
  return MODEL_PURPOSES.flatMap((purpose) => {
    const prefix = `FIHRIST_${NAMES[purpose]}_`;
    const set = SETTINGS.filter((name) => name.startsWith(prefix) && given[name] !== undefined);
    const [first] = set;
    if (first === undefined) return [];
    return SETTINGS.filter((name) => name === `${prefix}URL` || name === `${prefix}MODEL`)
      .filter((name) => !set.includes(name))
      .map((name) => ({ name, message: `is missing, although ${first} is set` }));
  });
}

/** Model servers that the environment names. */
export function modelServersOf(given: Given): Partial<Record<ModelPurpose, ModelServer>> {
  const servers = MODEL_PURPOSES.flatMap((purpose): [ModelPurpose, ModelServer][] => {
    const name = NAMES[purpose];
    const url = given[`FIHRIST_${name}_URL`];
    const model = given[`FIHRIST_${name}_MODEL`];
    if (url === undefined || model === undefined) return [];
    const settings = modelSettingsSchema.parse({
      url,
      model,
      firstSeconds: given[`FIHRIST_${name}_FIRST_SECONDS`],
      silenceSeconds: given[`FIHRIST_${name}_SILENCE_SECONDS`],
      concurrency: given[`FIHRIST_${name}_CONCURRENCY`],
      ...(purpose === 'chat' ? { contextTokens: given.FIHRIST_CHAT_CONTEXT_TOKENS } : {}),
      ...(purpose === 'transcription' ? { modelV2: given.FIHRIST_TRANSCRIPTION_MODEL_V2 } : {}),
      ...(purpose === 'speech' ? { voices: given.FIHRIST_SPEECH_VOICES } : {}),
    });
    const key = given[`FIHRIST_${name}_KEY`] ?? null;
    return [[purpose, { ...settings, purpose, from: 'environment', key }]];
  });
  return Object.fromEntries(servers);
}

/** `Amal:ar,ar-eg;alloy:en`: a voice without languages speaks any. */
function readVoices(text: string): VoiceSetting[] {
  const parts = text.split(';').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const colon = part.lastIndexOf(':');
    const id = colon < 0 ? part : part.slice(0, colon);
    const codes = colon < 0 ? [] : part.slice(colon + 1).split(',');
    return { id: id.trim(), languages: codes.map((code) => code.trim().toLowerCase()).filter(Boolean) };
  });
}
