import type * as z from 'zod/mini';
import { ENDPOINTS, pathOf } from '#contract/endpoints.ts';
import type { Consumption } from '#contract/envelope.ts';
import { envelope, parseConsumption } from '#contract/envelope.ts';
import type { ChargeFigure, RecordSeconds } from '#contract/headers.ts';
import { HEADERS, parseCharge, parseRecordSeconds } from '#contract/headers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import { voicesSchema } from '#contract/models.ts';
import type {
  RECOGNISED_LANGUAGES,
  SPOKEN_LANGUAGES,
  streamSynthesisRequestSchema,
  synthesisRequestSchema,
} from '#contract/speech.ts';
import { synthesisResponseSchema, transcriptSchema } from '#contract/speech.ts';
import type { Connection } from './connection.ts';
import type { CallOptions, Http } from './http.ts';
import type { AudioEvent, Events, SpeechEvent } from './speech-stream.ts';
import { readAudioEvents, readSpeechEvents } from './speech-stream.ts';
import type { Calls } from './synonyms-client.ts';

export type Language = (typeof RECOGNISED_LANGUAGES)[number];
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** Sound to be heard: a file of it, or the address of one. */
export type Sound = { file: File } | { address: string };

export type HearingOrder = {
  sound: Sound;
  model: 'v1' | 'v2';
  sessionId: string;
  /** Hz; absent: as the sound itself says. */
  sampleRate?: number | undefined;
  maxSeconds?: number | undefined;
  targetLanguage?: Language | undefined;
  /** Streamed only. */
  sourceLanguage?: Language | undefined;
  task?: 'Transcript' | 'Translate' | undefined;
};

type Order = { signal?: AbortSignal | undefined };
type Outcome = {
  requestId: string | null;
  charge: ChargeFigure | null;
  /** How much of a record was heard; null where the gateway does not say. */
  record: RecordSeconds | null;
};

export type HeardWhole = Outcome & { text: string; consumption: Consumption | undefined };
export type EventStream<Event> = {
  /** Resolves when the gateway has begun to answer. */
  opened: Promise<Outcome>;
  /** To be read once; leaving it ends the request. */
  events: AsyncIterable<Event>;
};
export type SpeakingOrder = { text: string; language: SpokenLanguage; speaker: string; sessionId: string };
export type Voices = z.infer<typeof voicesSchema>;
export type Synthesis = z.infer<typeof synthesisResponseSchema>;
export type SpokenWhole = Outcome & { spoken: Synthesis; consumption: Consumption | undefined };

/** Endpoints 8 and 9, and text to speech. */
export type SpeechClient = {
  hear: (order: HearingOrder, options?: Order) => Promise<HeardWhole>;
  streamHear: (order: HearingOrder, options?: Order) => EventStream<SpeechEvent>;
  speak: (order: SpeakingOrder, options?: Order) => Promise<SpokenWhole>;
  streamSpeak: (order: SpeakingOrder, options?: Order) => EventStream<AudioEvent>;
  /** Null: this gateway lists none. */
  voices: () => Promise<Voices | null>;
  /** The bytes behind `audio_url`. */
  loadAudio: (address: string, options?: Order) => Promise<Blob>;
};

function formOf(order: HearingOrder, streamed: boolean): FormData {
  const { sound, model, sessionId, sampleRate, maxSeconds, targetLanguage, sourceLanguage, task } = order;
  const fields = {
    ModelName: model,
    SessionId: sessionId,
    SetDefaultSampleRate: sampleRate === undefined ? 'true' : undefined,
    SampleRate: sampleRate,
    MaxRecordLengthInSeconds: maxSeconds,
    TargetLanguage: targetLanguage,
    ...(streamed ? { SourceLanguage: sourceLanguage, TaskType: task, OutputFormat: 'Text' } : {}),
    RecordUrl: 'address' in sound ? sound.address : undefined,
  };
  const form = new FormData();
  // Text parts first, so that a gateway that reads as it goes knows them before the bytes.
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value));
  if ('file' in sound) form.append('Record', sound.file, sound.file.name);
  return form;
}

/** A file of this gateway's that is named by another of its names is asked for where the gateway is called. */
function addressAt(base: string, address: string): string {
  const url = new URL(address, base);
  return url.pathname.startsWith('/api/Audio/')
    ? new URL(`${base}${url.pathname}${url.search}`).href
    : url.href;
}

const outcomeOf = (headers: Headers): Outcome => ({
  requestId: headers.get(HEADERS.requestId),
  charge: parseCharge(headers.get(HEADERS.charge)),
  record: parseRecordSeconds(headers.get(HEADERS.recordSeconds)),
});

export function createSpeechClient(connection: Connection, http: Http, { extension }: Calls): SpeechClient {
  const Model = connection.modelFamily;
  type Id = 'transcribe' | 'streamTranscribe' | 'synthesize' | 'streamSynthesize';
  type Body = Pick<CallOptions, 'json' | 'form'>;
  const orderOf = (id: Id, body: Body, signal: AbortSignal | undefined) => ({
    method: ENDPOINTS[id].method,
    path: pathOf(id, { Model }),
    ledger: ENDPOINTS[id].ledger,
    timeout: false as const,
    signal,
    ...body,
  });
  const whole = async <Schema extends z.ZodMiniType>(
    id: Id,
    schema: Schema,
    content: Body,
    { signal }: Order = {},
  ) => {
    const { body, headers } = await http.call(orderOf(id, content, signal));
    const read = parseResponse(id, envelope(schema), body) as {
      Response: z.output<Schema>;
      Consumption: string;
    };
    return {
      response: read.Response,
      consumption: parseConsumption(read.Consumption),
      ...outcomeOf(headers),
    };
  };
  const stream = <Event>(
    id: Id,
    read: (events: Events) => AsyncIterable<Event>,
    content: Body,
    { signal }: Order = {},
  ): EventStream<Event> => {
    const controller = new AbortController();
    const both = signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
    const response = http.open(orderOf(id, content, both));
    const opened = response.then(({ headers }) => outcomeOf(headers));
    // Whoever reads only the events learns of a failure there.
    opened.catch(() => undefined);
    const events = (async function* () {
      try {
        const answered = await response;
        const requestId = answered.headers.get(HEADERS.requestId) ?? undefined;
        yield* read({ endpoint: id, response: answered, requestId });
      } finally {
        controller.abort();
      }
    })();
    return { opened, events };
  };
  return {
    hear: async (order, options) => {
      const form = formOf(order, false);
      const { response, ...rest } = await whole('transcribe', transcriptSchema, { form }, options);
      return { text: response, ...rest };
    },
    streamHear: (order, options) =>
      stream('streamTranscribe', readSpeechEvents, { form: formOf(order, true) }, options),
    speak: async ({ text, language, speaker, sessionId }, options) => {
      const json: z.input<typeof synthesisRequestSchema> = {
        TextMessage: text,
        LanguageCode: language,
        speaker,
        session_id: sessionId,
      };
      const { response, ...rest } = await whole('synthesize', synthesisResponseSchema, { json }, options);
      return { spoken: response, ...rest };
    },
    streamSpeak: ({ text, language, speaker }, options) => {
      const json: z.input<typeof streamSynthesisRequestSchema> = {
        TextMessage: text,
        LanguageCode: language,
        Speaker: speaker,
      };
      return stream('streamSynthesize', readAudioEvents, { json }, options);
    },
    voices: () => extension('listVoices', { botId: connection.bot }, voicesSchema),
    loadAudio: (address, { signal } = {}) => http.load(addressAt(http.base, address), signal),
  };
}
