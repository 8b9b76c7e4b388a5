import { SPEECH_RATE } from '#common/resample.ts';
import type { AnswerRequest } from '#contract/answers.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { type Consumption, figuresOf } from '#contract/envelope.ts';
import type { RecordSeconds } from '#contract/headers.ts';
import { streamAnswer } from '#contract/operations/answers.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { streamSynthesize, streamTranscribe, synthesize } from '#contract/operations/speech.ts';
import type { Ledger } from '#contract/usage.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import {
  type AudioSource,
  fetchSpeech,
  fetchTranscript,
  loadAudio,
  openSpeechStream,
  openTranscriptStream,
  type SpokenLanguage,
  type SynthesisRequest,
  type TranscriptionRequest,
} from '#src/api/client/speech.ts';
import { tryCall } from '#src/api/client/try-call.ts';
import type { StreamId } from '#src/api/transport/connection.ts';
import { decodeFile } from '#src/features/voice/recording/decode-file.ts';
import { type VoiceSettings, WHOLE_TARGETS } from '#src/features/voice/settings/voice-settings.ts';
import { resolveCharge } from '#src/ui/quota/resolve-charge.ts';
import { fetchAllTitles } from '#src/ui/run/all-titles.ts';
import type { VoiceAnswer } from './spoken-answer.ts';
import {
  applyVoiceAnswerEvent,
  beginAnswer,
  finishStep,
  LEDGER_BY_STEP,
  markFirstOutput,
  NO_ANSWER,
  readAnswerEvent,
  type VoiceInput,
  type VoiceRun,
} from './voice-run.ts';

/** What a step needs to do its work; `updateRun` applies to the run that the step belongs to. */
export type StepContext = {
  gateway: GatewayClient;
  signal: AbortSignal;
  settings: VoiceSettings;
  sessionId: string;
  readCapabilities: () => Promise<Capabilities | null>;
  /** Whether the gateway keeps questions as runs. */
  keep: boolean;
  /** Streams of unknown form, replaced by the endpoint with a whole response. */
  isAskedWhole: (stream: StreamId) => boolean;
  updateRun: (next: (run: VoiceRun) => VoiceRun) => void;
  /** The last known quota, as the baseline of a call's cost. */
  quotaOf: (ledger: Ledger) => Consumption | undefined;
  /** Receives the Consumption of a call; undefined when unreported. */
  onSpent: (ledger: Ledger, consumption: Consumption | undefined) => void;
};

type CallFigures = {
  charge: number | undefined;
  totalTokens?: number | undefined;
  before: Consumption | undefined;
  consumption: Consumption | undefined;
  requestId: string | null;
};

/** Ends a step, with the cost of its call. */
function finishCall(
  { onSpent }: Pick<StepContext, 'onSpent'>,
  name: keyof typeof LEDGER_BY_STEP,
  figures: CallFigures,
): (run: VoiceRun) => VoiceRun {
  const { before, consumption, requestId, ...counted } = figures;
  onSpent(LEDGER_BY_STEP[name], consumption);
  const now = performance.now();
  const cost = resolveCharge({ ...counted, before, after: consumption });
  return (run) => finishStep(run, name, now, { cost, consumption, requestId });
}

/** The request, by the settings that the endpoint has. */
function transcriptionRequest(
  { model, transcription, source, task, target, maxSeconds }: VoiceSettings,
  sound: AudioSource,
  { kind }: Pick<VoiceInput, 'kind'>,
  sessionId: string,
): TranscriptionRequest {
  // Recordings have a known sample rate; files carry their own.
  const sampleRate = kind === 'recording' ? SPEECH_RATE : undefined;
  const common = { sound, model, sessionId, maxSeconds, sampleRate };
  return transcription === 'whole'
    ? { ...common, targetLanguage: WHOLE_TARGETS.find((language) => language === target) }
    : { ...common, task, sourceLanguage: source || undefined, targetLanguage: target || undefined };
}

/** A gateway that reports the transcribed seconds charges every second begun. */
function transcriptionCharge(charge: number | undefined, record: RecordSeconds | null): number | undefined {
  return charge ?? (record === null ? undefined : Math.ceil(record.processed));
}

/** Facts about the sound after transcription. */
function setDuration(run: VoiceRun, record: RecordSeconds | null, duration?: number): VoiceRun {
  const length = run.input.duration ?? record?.total ?? record?.processed ?? duration;
  const isPart = record !== null && (record.total === null || record.processed < record.total);
  return {
    ...run,
    input: { ...run.input, duration: length, processedSeconds: isPart ? record.processed : undefined },
  };
}

/** The sound as it is sent: what not every gateway can decode is decoded here first, where the browser can. */
async function prepareSound({ signal, settings, updateRun }: StepContext, sound: AudioSource) {
  const decoded = 'file' in sound ? await decodeFile(sound.file, settings.maxSeconds) : undefined;
  signal.throwIfAborted();
  if (decoded === undefined) return sound;
  updateRun((run) => ({ ...run, input: { ...run.input, duration: decoded.seconds } }));
  return { file: decoded.file };
}

/** Turns sound into text; resolves with the text. */
export async function transcribeAudio(
  context: StepContext,
  sound: AudioSource,
  input: VoiceInput,
): Promise<string> {
  const { gateway, signal, sessionId, updateRun, quotaOf } = context;
  const settings: VoiceSettings = context.isAskedWhole(streamTranscribe.id)
    ? { ...context.settings, transcription: 'whole' }
    : context.settings;
  const sent = await prepareSound(context, sound);
  const request = transcriptionRequest(settings, sent, input, sessionId);
  const before = quotaOf('audio');
  if (settings.transcription === 'whole') {
    const { text, charge, record, ...head } = await fetchTranscript(gateway, request, { signal });
    const finish = finishCall(context, 'heard', {
      ...head,
      charge: transcriptionCharge(charge?.amount, record),
      before,
    });
    updateRun((run) => finish({ ...setDuration(run, record), text }));
    return text;
  }
  const { opened, events } = openTranscriptStream(gateway, request, { signal });
  const heading = opened.catch(() => undefined);
  let text = '';
  for await (const event of events) {
    if ('partial' in event) text = event.partial;
    if ('final' in event) text = event.final;
    const result = text;
    const now = performance.now();
    if (!('status' in event)) updateRun((run) => markFirstOutput({ ...run, text: result }, 'heard', now));
    else {
      const { charge, record = null, requestId = null } = (await heading) ?? {};
      const { consumption } = event;
      const amount = transcriptionCharge(charge?.amount, record);
      const finish = finishCall(context, 'heard', { charge: amount, before, consumption, requestId });
      updateRun((run) => finish(setDuration(run, record, event.duration)));
    }
  }
  return text;
}

/** Asks for the whole answer; passages and answer come together, so the time is that of the answer. */
async function requestWholeAnswer(context: StepContext, request: AnswerRequest): Promise<VoiceAnswer> {
  const { gateway, signal, keep, updateRun, quotaOf } = context;
  const before = quotaOf('text');
  const whole = await fetchAnswer(gateway, request, { signal, keep });
  const { consumption, charge, requestId, skippedTitles, kind, band, certainty, sentences } = whole;
  const { answer, retrieved_documents: documents } = whole.answer;
  const isFallback = whole.fallback !== null;
  const answered: VoiceAnswer = { answer, kind, isFallback, band, certainty, sentences };
  const finish = finishCall(context, 'answered', {
    charge: charge?.amount,
    before,
    consumption: figuresOf(consumption),
    requestId,
  });
  updateRun((run) =>
    finish({
      ...beginAnswer(run, run.steps.found.startedAt, { phase: 'done' }),
      ...answered,
      documents: documents ?? undefined,
      skippedTitles,
    }),
  );
  return answered;
}

/** Asks the text; resolves with the answer. Streamed where units are named or can be, as the interface has it. */
export async function requestAnswer(context: StepContext, text: string): Promise<VoiceAnswer> {
  const { gateway, signal, keep, settings, updateRun, quotaOf } = context;
  const isWhole = context.isAskedWhole(streamAnswer.id);
  const namesAll = settings.names.length === 0 && !isWhole;
  const names = namesAll ? await fetchAllTitles(gateway, await context.readCapabilities()) : settings.names;
  signal.throwIfAborted();
  if (names.length === 0) return requestWholeAnswer(context, { Question: text });
  const request: AnswerRequest = { Question: text, IndexNames: [...names] };
  if (isWhole) return requestWholeAnswer(context, request);
  const before = quotaOf('text');
  const { opened, events } = openAnswerStream(gateway, request, { signal, keep, namesAll });
  const heading = opened.catch(() => undefined);
  let answered: VoiceAnswer | undefined;
  for await (const event of events) {
    const head = await heading;
    if (answered === undefined) {
      // Fields of the response headers; a quoted answer states its answerer there.
      const { skippedTitles = [], kind = null, band = null, certainty = null } = head ?? {};
      answered = { ...NO_ANSWER, kind, band, certainty };
      updateRun((run) => ({ ...run, skippedTitles, kind, band, certainty }));
    }
    answered = readAnswerEvent(answered, event);
    const now = performance.now();
    updateRun((run) => applyVoiceAnswerEvent(run, event, now));
    if ('final' in event) {
      const finish = finishCall(context, 'answered', {
        charge: head?.charge?.amount,
        totalTokens: event.totalTokens,
        before,
        consumption: figuresOf(event.consumption),
        requestId: head?.requestId ?? null,
      });
      updateRun((run) => {
        const retrieved = finishStep(run, 'found', now, {});
        // An answer without a word is one all the same.
        return finish(retrieved.steps.answered.phase === 'waiting' ? beginAnswer(retrieved, now) : retrieved);
      });
    }
  }
  return answered ?? NO_ANSWER;
}

export type SpeechVoice = { speaker: string; language: SpokenLanguage };

/** Synthesises the text; sounds play as they arrive. */
export async function synthesizeText(context: StepContext, text: string, voice: SpeechVoice): Promise<true> {
  const { gateway, signal, settings, sessionId, updateRun, quotaOf } = context;
  const isAnnounced = (await context.readCapabilities()) !== null;
  // The interface does not show the paths of speech: a gateway that announces nothing may not have them.
  const attempt = <Result>(operation: Pick<Operation, 'id'>, run: () => Promise<Result>): Promise<Result> =>
    isAnnounced ? run() : tryCall(gateway, operation, run);
  const request: SynthesisRequest = { text, sessionId, ...voice };
  const before = quotaOf('speech');
  updateRun((run) => ({ ...run, speaker: voice.speaker }));
  if (settings.synthesis === 'whole' || context.isAskedWhole(streamSynthesize.id)) {
    const { spoken, charge, ...head } = await attempt(synthesize, () =>
      fetchSpeech(gateway, request, { signal }),
    );
    const sound = await loadAudio(gateway, spoken.audio_url, { signal });
    const finish = finishCall(context, 'spoken', {
      ...head,
      charge: charge?.amount ?? spoken.characters,
      before,
    });
    updateRun((run) => finish({ ...run, sounds: [sound] }));
    return true;
  }
  const { opened, events } = openSpeechStream(gateway, request, { signal });
  await attempt(streamSynthesize, () => opened);
  const heading = opened.catch(() => undefined);
  for await (const event of events) {
    if ('sound' in event) updateRun((run) => ({ ...run, sounds: [...run.sounds, event.sound] }));
    if ('status' in event) {
      const { charge, requestId = null } = (await heading) ?? {};
      const { consumption } = event;
      updateRun(finishCall(context, 'spoken', { charge: charge?.amount, before, consumption, requestId }));
    }
  }
  return true;
}
