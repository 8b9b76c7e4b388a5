/** Speech to text and text to speech, whole and streamed. */
import * as z from 'zod/mini';
import { type Endpoint, parseResponse } from '#contract/contract-error.ts';
import { type Consumption, figuresOf, lenientEnvelope, parseConsumption } from '#contract/envelope.ts';
import {
  type ChargeAmount,
  HEADERS,
  parseCharge,
  parseRecordSeconds,
  type RecordSeconds,
} from '#contract/headers.ts';
import { ifReadable } from '#contract/lenient.ts';
import type { voicesSchema } from '#contract/models.ts';
import type { BodyInput } from '#contract/operations/operation.ts';
import { streamSynthesize, streamTranscribe, synthesize, transcribe } from '#contract/operations/speech.ts';
import {
  audioChunkEventSchema,
  audioCompleteEventSchema,
  partialEventSchema,
  type SYNTHESIS_LANGUAGES,
  speechCompleteEventSchema,
  type synthesisResponseSchema,
  type TRANSCRIPTION_LANGUAGES,
  transcriptEventSchema,
} from '#contract/speech.ts';
import { TruncatedStreamError } from '#src/api/transport/gateway-errors.ts';
import {
  checkStreamForm,
  readServerSentEvents,
  type StreamEvent,
} from '#src/api/transport/server-sent-events.ts';
import { throwFaultEvent } from '#src/api/transport/throw-fault-event.ts';
import type { GatewayClient } from './gateway-client.ts';
import { type EventStream, openStream } from './open-stream.ts';

/** Completion events of other gateways: `status` identifies the event, and the figures may be absent. */
const consumption = z.pipe(z.optional(z.unknown()), z.transform(parseConsumption));
const completionSchema = z.object({
  status: speechCompleteEventSchema.shape.status,
  duration: ifReadable(z.number()),
  consumption,
});
const audioCompletionSchema = z.object({ status: audioCompleteEventSchema.shape.status, consumption });
const audioSchema = z.pick(audioChunkEventSchema, { audio_data: true });

type SpeechEvent =
  | z.infer<typeof partialEventSchema>
  | z.infer<typeof transcriptEventSchema>
  | z.infer<typeof completionSchema>;
type AudioEvent = { sound: Blob } | z.infer<typeof audioCompletionSchema>;

type SpeechStream = { endpoint: Endpoint; response: Response; requestId: string | undefined };

const parse = <Schema extends z.ZodMiniType>({ endpoint }: SpeechStream, schema: Schema, value: unknown) =>
  parseResponse(endpoint, schema, value, { isEvent: true });

/** Other gateways may report further states. */
const isCompletion = ({ status }: StreamEvent): boolean => status === 'complete';

/**
 * Events up to the completion, whose `status` says so. A fault event is thrown as its error, an end before the completion as
 * a cut stream, or as one of an unknown form where no event had any of the `pieceNames`.
 */
async function* readUntilComplete(
  events: SpeechStream,
  pieceNames: readonly string[],
): AsyncGenerator<StreamEvent> {
  const seen = { pieces: 0, unknown: 0 };
  let isComplete = false;
  for await (const event of readServerSentEvents(events.endpoint, events.response, isCompletion)) {
    throwFaultEvent(event, events);
    if (pieceNames.some((name) => name in event)) seen.pieces += 1;
    else if (!isCompletion(event)) seen.unknown += 1;
    isComplete = isCompletion(event);
    yield event;
  }
  checkStreamForm(events.endpoint, seen);
  if (!isComplete) throw new TruncatedStreamError();
}

/**
 * The checked events of streamed speech to text (6.2). Several in one object, and keys we do not know, are read too; what
 * came before a fault or a cut was yielded.
 */
async function* readTranscriptionEvents(events: SpeechStream): AsyncGenerator<SpeechEvent> {
  for await (const event of readUntilComplete(events, ['partial', 'final'])) {
    if ('partial' in event) yield parse(events, partialEventSchema, event);
    if ('final' in event) yield parse(events, transcriptEventSchema, event);
    if (isCompletion(event)) yield parse(events, completionSchema, event);
  }
}

/** The sounds of streamed text to speech, each a file of its own, and its completion. */
async function* readSynthesisEvents(events: SpeechStream): AsyncGenerator<AudioEvent> {
  for await (const event of readUntilComplete(events, ['audio_data'])) {
    if ('audio_data' in event) yield { sound: decodeAudio(parse(events, audioSchema, event).audio_data) };
    if (isCompletion(event)) yield parse(events, audioCompletionSchema, event);
  }
}

function decodeAudio(base64: string): Blob {
  const binary = atob(base64);
  return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))]);
}

export type RecognisedLanguage = (typeof TRANSCRIPTION_LANGUAGES)[number];
export type SpokenLanguage = (typeof SYNTHESIS_LANGUAGES)[number];

/** Sound to be heard: a file of it, or the address of one. */
export type AudioSource = { file: File } | { address: string };

export type TranscriptionRequest = {
  sound: AudioSource;
  model: 'v1' | 'v2';
  sessionId: string;
  /** Hz; absent: as the sound itself says. */
  sampleRate?: number | undefined;
  maxSeconds?: number | undefined;
  targetLanguage?: RecognisedLanguage | undefined;
  /** Streamed only. */
  sourceLanguage?: RecognisedLanguage | undefined;
  task?: 'Transcript' | 'Translate' | undefined;
};

type AbortOptions = { signal?: AbortSignal | undefined };
type SpeechResponseInfo = {
  requestId: string | null;
  charge: ChargeAmount | null;
  /** How much of a record was heard; null where the gateway does not say. */
  record: RecordSeconds | null;
};

export type TranscriptionResult = SpeechResponseInfo & { text: string; consumption: Consumption | undefined };
export type SynthesisRequest = { text: string; language: SpokenLanguage; speaker: string; sessionId: string };
export type Voices = z.infer<typeof voicesSchema>;
type Synthesis = z.infer<typeof synthesisResponseSchema>;
type SynthesisResult = SpeechResponseInfo & {
  spoken: Synthesis;
  consumption: Consumption | undefined;
};

function buildForm(request: TranscriptionRequest, streamed: boolean): FormData {
  const { sound, model, sessionId, sampleRate, maxSeconds, targetLanguage, sourceLanguage, task } = request;
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
  // Text parts first: a gateway that parses the form as a stream needs them before the bytes.
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, String(value));
  if ('file' in sound) form.append('Record', sound.file, sound.file.name);
  return form;
}

/** A file of this gateway's that is named by another of its names is asked for where the gateway is called. */
function resolveAudioUrl(base: string, address: string): string {
  const url = new URL(address, base);
  return url.pathname.startsWith('/api/Audio/')
    ? new URL(`${base}${url.pathname}${url.search}`).href
    : url.href;
}

const parseResponseHeaders = (headers: Headers): SpeechResponseInfo => ({
  requestId: headers.get(HEADERS.requestId),
  charge: parseCharge(headers.get(HEADERS.charge)),
  record: parseRecordSeconds(headers.get(HEADERS.recordSeconds)),
});

export async function fetchTranscript(
  { http, buildRequest }: GatewayClient,
  request: TranscriptionRequest,
  { signal }: AbortOptions = {},
): Promise<TranscriptionResult> {
  const form = buildForm(request, false);
  const { body, headers } = await http.requestJson(
    await buildRequest(transcribe, { form, signal, timeout: false }),
  );
  const parsed = parseResponse(transcribe, lenientEnvelope(transcribe.answer.schema), body);
  return {
    text: parsed.Response,
    consumption: parseConsumption(parsed.Consumption),
    ...parseResponseHeaders(headers),
  };
}

export function openTranscriptStream(
  { http, buildRequest }: GatewayClient,
  request: TranscriptionRequest,
  { signal }: AbortOptions = {},
): EventStream<SpeechResponseInfo, SpeechEvent> {
  const httpRequest = buildRequest(streamTranscribe, { form: buildForm(request, true), signal });
  return openStream(http, httpRequest, parseResponseHeaders, (response, requestId) =>
    readTranscriptionEvents({ endpoint: streamTranscribe, response, requestId }),
  );
}

export async function fetchSpeech(
  client: GatewayClient,
  { text, language, speaker, sessionId }: SynthesisRequest,
  { signal }: AbortOptions = {},
): Promise<SynthesisResult> {
  const { answer, consumption, headers } = await client.exchange(synthesize, {
    body: { TextMessage: text, LanguageCode: language, speaker, session_id: sessionId },
    signal,
    timeout: false,
  });
  return { spoken: answer, consumption: figuresOf(consumption), ...parseResponseHeaders(headers) };
}

export function openSpeechStream(
  { http, buildRequest }: GatewayClient,
  { text, language, speaker }: SynthesisRequest,
  { signal }: AbortOptions = {},
): EventStream<SpeechResponseInfo, AudioEvent> {
  const body: BodyInput<typeof streamSynthesize> = {
    TextMessage: text,
    LanguageCode: language,
    Speaker: speaker,
  };
  return openStream(
    http,
    buildRequest(streamSynthesize, { body, signal }),
    parseResponseHeaders,
    (response, requestId) => readSynthesisEvents({ endpoint: streamSynthesize, response, requestId }),
  );
}

/** The bytes behind `audio_url`. */
export async function loadAudio(
  { http }: GatewayClient,
  address: string,
  { signal }: AbortOptions = {},
): Promise<Blob> {
  return http.fetchSignedUrl(resolveAudioUrl(http.base, address), signal);
}
