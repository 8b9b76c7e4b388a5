import * as speech from '#contract/speech.ts';
import { MISSING, type Sample } from './sample.ts';

export const SPEECH_SAMPLES: Sample[] = [
  [
    'speech fields',
    speech.speechFieldsSchema,
    {
      ModelName: 'v2',
      SampleRate: '16000',
      SetDefaultSampleRate: 'false',
      MaxRecordLengthInSeconds: '60',
      TargetLanguage: 'ar',
      RecordUrl: 'https://x.example/a.wav',
      SessionId: 's',
    },
    [
      ['ModelName', MISSING],
      ['ModelName', 'v3'],
      ['SampleRate', '16k'],
      ['TargetLanguage', 'fr'],
      ['RecordUrl', 'x'],
    ],
  ],
  [
    'streamed speech fields',
    speech.streamSpeechFieldsSchema,
    {
      ModelName: 'v1',
      SourceLanguage: 'ar-eg',
      TargetLanguage: 'fr',
      TaskType: 'Translate',
      OutputFormat: 'Text',
    },
    [
      ['SourceLanguage', 'xx'],
      ['TaskType', 'translate'],
      ['OutputFormat', 'PDF'],
    ],
  ],
  ['partial event', speech.partialEventSchema, { partial: 'كلمة' }, [['partial', MISSING]]],
  ['transcript event', speech.transcriptEventSchema, { final: 'كلام' }, [['final', true]]],
  [
    'speech complete event',
    speech.speechCompleteEventSchema,
    { status: 'complete', duration: 1.5, consumption: '2/3' },
    [
      ['status', 'done'],
      ['duration', '1.5'],
    ],
  ],
  [
    'synthesis request',
    speech.synthesisRequestSchema,
    {
      TextMessage: 'أهلًا',
      LanguageCode: 'ar-sa',
      speaker: 'Amal',
      temperature: 1,
      output_sr: 8000,
      session_id: 's',
    },
    [
      ['TextMessage', ''],
      ['LanguageCode', 'xx'],
      ['speaker', MISSING],
      ['temperature', 2],
      ['output_sr', 0],
    ],
  ],
  [
    'synthesis response',
    speech.synthesisResponseSchema,
    {
      status: 'success',
      audio_url: 'u',
      duration_ms: 1,
      characters: 2,
      language: 'ar',
      speaker: 'A',
      output_sr: 8000,
      session_id: '',
    },
    [
      ['status', 'ok'],
      ['audio_url', MISSING],
    ],
  ],
  [
    'streamed synthesis request',
    speech.streamSynthesisRequestSchema,
    { TextMessage: 'أهلًا', LanguageCode: 'ar', Speaker: 'Amal', StreamChunkSize: 400 },
    [
      ['StreamChunkSize', 401],
      ['Speaker', MISSING],
    ],
  ],
  [
    'audio chunk event',
    speech.audioChunkEventSchema,
    { chunk_id: 0, audio_data: 'AA', chunk_size: 1 },
    [['chunk_size', MISSING]],
  ],
  [
    'audio complete event',
    speech.audioCompleteEventSchema,
    { status: 'complete', total_chunks: 1, total_duration: 0.5, consumption: '1/2' },
    [['total_chunks', 1.5]],
  ],
];
