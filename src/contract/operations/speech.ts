/** Speech to text and text to speech, whole and streamed, and the voices. */

import * as z from 'zod/mini';
import { HEADERS } from '#contract/headers.ts';
import { voicesSchema } from '#contract/models.ts';
import { botParams, modelParams } from '#contract/params.ts';
import {
  audioChunkEventSchema,
  audioCompleteEventSchema,
  partialEventSchema,
  RECORD_FIELD,
  speechCompleteEventSchema,
  speechFieldsSchema,
  streamSpeechFieldsSchema,
  streamSynthesisRequestSchema,
  synthesisRequestSchema,
  synthesisResponseSchema,
  transcriptEventSchema,
  transcriptSchema,
} from '#contract/speech.ts';
import { MODEL_FAULTS } from './faults.ts';
import { type Operation, reads, spends } from './operation.ts';

const transcribes = {
  ...spends,
  kind: 'documented',
  params: modelParams,
  ledger: 'audio',
  responseHeaders: [HEADERS.recordSeconds],
} as const;
const TRANSCRIPTION_BODY = {
  form: 'multipart',
  file: RECORD_FIELD,
  fileOptional: true,
  rules: { exactlyOne: [RECORD_FIELD, 'RecordUrl'], atLeastOne: ['SampleRate', 'SetDefaultSampleRate'] },
} as const;
const TRANSCRIPTION_FAULTS = [
  'record-missing',
  'record-ambiguous',
  'record-unreadable',
  'record-format-rejected',
  'record-format-failed',
  'record-not-fetched',
  'sample-rate-missing',
  'sample-rate-differs',
  'translation-not-offered',
  ...MODEL_FAULTS,
] as const;
const synthesises = { ...spends, params: modelParams, ledger: 'speech' } as const;
const SYNTHESIS_FAULTS = [
  'speaker-unknown',
  'language-not-offered',
  'speaker-language-mismatch',
  ...MODEL_FAULTS,
] as const;

export const streamTranscribe = {
  ...transcribes,
  id: 'streamTranscribe',
  path: '/api/v1/{Model}/Stream/SpeechToText',
  summary: 'Transcribes or translates audio and streams the text as it grows.',
  body: { ...TRANSCRIPTION_BODY, schema: streamSpeechFieldsSchema },
  answer: {
    as: 'events',
    event: z.union([partialEventSchema, transcriptEventSchema]),
    last: speechCompleteEventSchema,
  },
  faults: [...TRANSCRIPTION_FAULTS, 'format-not-offered'],
  example: {
    body: { ModelName: 'v1', SetDefaultSampleRate: 'true', TaskType: 'Transcript', OutputFormat: 'Text' },
  },
} as const satisfies Operation;

export const transcribe = {
  ...transcribes,
  id: 'transcribe',
  path: '/api/v2/{Model}/SpeechToText',
  summary: 'Transcribes audio and returns the text whole.',
  body: { ...TRANSCRIPTION_BODY, schema: speechFieldsSchema },
  answer: { as: 'envelope', schema: transcriptSchema },
  faults: TRANSCRIPTION_FAULTS,
  example: { body: { ModelName: 'v1', SetDefaultSampleRate: 'true' } },
} as const satisfies Operation;

export const synthesize = {
  ...synthesises,
  id: 'synthesize',
  path: '/api/v2/{Model}/TextToSpeech',
  summary: 'Converts text to audio and returns the address of the audio file.',
  body: { form: 'json', schema: synthesisRequestSchema },
  answer: { as: 'envelope', schema: synthesisResponseSchema },
  faults: SYNTHESIS_FAULTS,
  example: { body: { TextMessage: 'أهلًا', LanguageCode: 'ar', speaker: 'Amal' } },
} as const satisfies Operation;

export const streamSynthesize = {
  ...synthesises,
  id: 'streamSynthesize',
  path: '/api/v1/{Model}/Stream/TextToSpeech',
  summary: 'Converts text to audio and streams it, each chunk a playable file.',
  body: { form: 'json', schema: streamSynthesisRequestSchema },
  answer: { as: 'events', event: audioChunkEventSchema, last: audioCompleteEventSchema },
  faults: SYNTHESIS_FAULTS,
  example: { body: { TextMessage: 'أهلًا', LanguageCode: 'ar', Speaker: 'Amal' } },
} as const satisfies Operation;

export const listVoices = {
  ...reads,
  id: 'listVoices',
  path: '/api/Voices/{botId}',
  summary: 'Lists the voices that speech synthesis offers a bot.',
  right: 'ask',
  params: botParams,
  answer: { as: 'envelope', schema: voicesSchema },
  faults: MODEL_FAULTS,
} as const satisfies Operation;
