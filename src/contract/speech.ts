/** Sections 2.9 and 6.2: speech to text; and, public, text to speech. */
import * as z from 'zod/mini';
import { consumptionSchema } from './envelope.ts';
import { formCountSchema, formFields, formFlagSchema } from './forms.ts';
import { STREAM_CHUNK_LIMITS, SYNTHESIS_SAMPLE_RATES_HZ, SYNTHESIS_TEXT_LIMIT } from './limits.ts';

/** Language codes of section 1. */
export const TRANSCRIPTION_LANGUAGES = [
  'ar',
  'ar-eg',
  'en',
  'tr',
  'uk',
  'ur',
  'sv',
  'es',
  'ru',
  'ko',
  'it',
  'ja',
  'id',
  'hi',
  'he',
  'fr',
  'el',
  'de',
  'zh',
  'ast',
] as const;
/** Languages of speech synthesis. */
export const SYNTHESIS_LANGUAGES = [...TRANSCRIPTION_LANGUAGES, 'ar-sa'] as const;

/** Name of the file part. */
export const RECORD_FIELD = 'Record';

const speechFields = {
  RecordUrl: z.optional(z.url({ protocol: /^https?$/ })),
  SessionId: z.optional(z.string()),
  ModelName: z.enum(['v1', 'v2']),
  SetDefaultSampleRate: z.optional(formFlagSchema),
  SampleRate: z.optional(formCountSchema),
  MaxRecordLengthInSeconds: z.optional(formCountSchema),
};

/** The text parts of the form of endpoint 9; `Record` is the file part. All travel as text. */
export const speechFieldsSchema = formFields({
  ...speechFields,
  TargetLanguage: z.optional(z.enum(['en', 'ar'])),
});
/** Endpoint 8 adds the source language, the task and the format. */
export const streamSpeechFieldsSchema = formFields({
  ...speechFields,
  TargetLanguage: z.optional(z.enum(TRANSCRIPTION_LANGUAGES)),
  SourceLanguage: z.optional(z.enum(TRANSCRIPTION_LANGUAGES)),
  TaskType: z.optional(z.enum(['Transcript', 'Translate'])),
  OutputFormat: z.optional(z.enum(['Text', 'SRT', 'VTT'])),
});

/** Endpoint 9: `Response` is the transcribed text. */
export const transcriptSchema = z.string();

/** Section 6.2. `duration` in seconds. */
export const partialEventSchema = z.object({ partial: z.string() });
/** The whole text of a record. */
export const transcriptEventSchema = z.object({ final: z.string() });
/** Last event of a transcription; `duration` in seconds. */
export const speechCompleteEventSchema = z.object({
  status: z.literal('complete'),
  duration: z.number(),
  consumption: consumptionSchema,
});

const soundRate = z.int().check(z.gte(SYNTHESIS_SAMPLE_RATES_HZ.min), z.lte(SYNTHESIS_SAMPLE_RATES_HZ.max));

/** Public: `POST /api/v2/{Model}/TextToSpeech`. */
export const synthesisRequestSchema = z.object({
  TextMessage: z.string().check(z.trim(), z.minLength(1), z.maxLength(SYNTHESIS_TEXT_LIMIT)),
  LanguageCode: z.enum(SYNTHESIS_LANGUAGES),
  speaker: z.string().check(z.minLength(1)),
  temperature: z.optional(z.number().check(z.gte(0), z.lte(1))),
  output_sr: z.optional(soundRate),
  session_id: z.optional(z.string()),
});
/** Generated audio, to be fetched from `audio_url`. */
export const synthesisResponseSchema = z.object({
  status: z.literal('success'),
  audio_url: z.string(),
  duration_ms: z.number(),
  characters: z.number(),
  language: z.string(),
  speaker: z.string(),
  output_sr: z.number(),
  session_id: z.string(),
});

/** Public: `POST /api/v1/{Model}/Stream/TextToSpeech` and its events. */
export const streamSynthesisRequestSchema = z.object({
  TextMessage: z.string().check(z.trim(), z.minLength(1), z.maxLength(SYNTHESIS_TEXT_LIMIT)),
  LanguageCode: z.enum(SYNTHESIS_LANGUAGES),
  Speaker: z.string().check(z.minLength(1)),
  Temperature: z.optional(z.number().check(z.gte(0), z.lte(1))),
  OutputSampleRate: z.optional(soundRate),
  StreamChunkSize: z.optional(z.int().check(z.gte(STREAM_CHUNK_LIMITS.min), z.lte(STREAM_CHUNK_LIMITS.max))),
});
/** The next piece of generated audio, in base64; `chunk_size` in bytes before encoding. */
export const audioChunkEventSchema = z.object({
  chunk_id: z.int(),
  audio_data: z.string(),
  chunk_size: z.int(),
});
/** Last event of generated audio; `total_duration` in seconds. */
export const audioCompleteEventSchema = z.object({
  status: z.literal('complete'),
  total_chunks: z.int(),
  total_duration: z.number(),
  consumption: consumptionSchema,
});
