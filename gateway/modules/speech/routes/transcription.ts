import type * as z from 'zod/mini';
import { HEADERS, printRecordSeconds } from '#contract/headers.ts';
import { TRANSCRIPTION_LIMITS } from '#contract/limits.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import { RECORD_FIELD, type speechFieldsSchema, type streamSpeechFieldsSchema } from '#contract/speech.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Call, type EventsOf, routesOf } from '#gateway/http/call.ts';
import type { Charge } from '#gateway/http/charge-meter.ts';
import { readForm } from '#gateway/http/read-form.ts';
import { reportConsumption } from '#gateway/http/respond.ts';
import type { Ports } from '#gateway/modules/speech/ports/ports.ts';
import {
  type DecodedRecord,
  decodeRecord,
} from '#gateway/modules/speech/services/transcription/decode-record.ts';
import {
  planTranscription,
  type TranscriptionPlan,
} from '#gateway/modules/speech/services/transcription/plan-transcription.ts';
import {
  fetchRecord,
  type RecordSource,
  storeRecord,
} from '#gateway/modules/speech/services/transcription/record-source.ts';
import {
  selectTranscriber,
  type Transcriber,
} from '#gateway/modules/speech/services/transcription/select-transcriber.ts';
import { transcribe } from '#gateway/modules/speech/services/transcription/transcribe.ts';

/** Counted, not estimated. */
const EXACT_COST = { estimated: false } as const;

type Fields = z.output<typeof streamSpeechFieldsSchema>;

/** Endpoints 8 and 9: transcription of a record, whole or piece by piece. */
export const transcriptionRoutes = routesOf<Ports>()({
  async transcribe(call) {
    const hearing = await prepareTranscription(call, OPERATIONS.transcribe.body);
    return { answer: await transcribeWhole(call, hearing), headers: headersOf(hearing.audio) };
  },

  async streamTranscribe(call) {
    const hearing = await prepareTranscription(call, OPERATIONS.streamTranscribe.body);
    return { events: streamTranscription(call, hearing), headers: headersOf(hearing.audio) };
  },
});

interface TranscriptionJob {
  audio: DecodedRecord;
  transcriber: Transcriber;
  plan: TranscriptionPlan;
  charge: Charge;
}

/** A record that fails costs nothing; a client that disconnects pays for the pieces transcribed until then. */
async function transcribeWhole(call: Call<Ports>, hearing: TranscriptionJob): Promise<string> {
  const { audio, charge } = hearing;
  let last = { text: '', seconds: 0 };
  try {
    for await (const piece of transcribePieces(call, hearing)) {
      last = piece;
      await reserveHeard(call, charge, piece.seconds);
    }
    await charge.settle(charge.maxAmount, EXACT_COST);
    return last.text;
  } catch (error) {
    if (call.signal.aborted) charge.recordCost(Math.ceil(last.seconds), EXACT_COST);
    throw error;
  } finally {
    await audio.remove();
  }
}

/** A client that disconnects, and a record that fails, pay for the pieces sent until then. */
async function* streamTranscription(
  call: Call<Ports>,
  hearing: TranscriptionJob,
): EventsOf<'streamTranscribe'> {
  const { audio, charge } = hearing;
  try {
    let final = '';
    for await (const { text, seconds } of transcribePieces(call, hearing)) {
      await reserveHeard(call, charge, seconds);
      charge.recordCost(Math.ceil(seconds), EXACT_COST);
      if (text !== final) yield { partial: text };
      final = text;
    }
    await charge.settle(charge.maxAmount, EXACT_COST);
    yield { final };
    yield {
      status: 'complete',
      duration: Math.round(audio.seconds * 1000) / 1000,
      consumption: await reportConsumption(call),
    };
  } finally {
    await audio.remove();
  }
}

function transcribePieces({ signal }: Call<Ports>, { audio, transcriber, plan }: TranscriptionJob) {
  return transcribe(audio, transcriber, plan, signal);
}

/** Where a server decoded more than the packets of a record say, what it heard is reserved too: 402 where too little is left. */
async function reserveHeard(call: Call<Ports>, charge: Charge, seconds: number): Promise<void> {
  if (Math.ceil(seconds) > charge.maxAmount) await call.reserve(Math.ceil(seconds));
}

function headersOf({ seconds, totalSeconds }: DecodedRecord): Record<string, string> {
  return { [HEADERS.recordSeconds]: printRecordSeconds({ processed: seconds, total: totalSeconds }) };
}

/**
 * The steps before transcription, in the order of checks: 400 for the form, 429, 503 without a transcription server; then
 * the record is fetched and decoded (400), which gives its length; then 402 for its seconds.
 */
async function prepareTranscription(
  call: Call<Ports>,
  form: { schema: typeof speechFieldsSchema | typeof streamSpeechFieldsSchema; file: string },
): Promise<TranscriptionJob> {
  let record: RecordSource | undefined;
  try {
    const fields: Fields = await readForm(
      call,
      form,
      async (file) => void (record = await storeRecord(call.ports, file)),
      () => new GatewayFault('record-ambiguous', {}, { field: RECORD_FIELD }),
    );
    checkFields(fields, record !== undefined);
    await call.acquireSlot();
    const plan = planTranscription({
      version: fields.ModelName,
      source: fields.SourceLanguage,
      target: fields.TargetLanguage,
      task: fields.TaskType,
      format: fields.OutputFormat ?? 'Text',
    });
    const transcriber = await selectTranscriber(call.ports, call.botId, plan);
    if (!record && fields.RecordUrl !== undefined)
      record = await fetchRecord(
        call.ports,
        call.botId,
        fields.RecordUrl,
        TRANSCRIPTION_LIMITS.fetchedBytes,
        call.signal,
      );
    if (!record) throw new GatewayFault('record-missing', {}, { field: RECORD_FIELD });
    const options = {
      sampleRate: fields.SampleRate === undefined ? null : Number(fields.SampleRate),
      maxSeconds: Math.min(
        TRANSCRIPTION_LIMITS.seconds,
        Number(fields.MaxRecordLengthInSeconds ?? Number.POSITIVE_INFINITY),
      ),
    };
    const sound = await decodeRecord(call.ports, record, options, call.signal);
    try {
      return { audio: sound, transcriber, plan, charge: await call.reserve(secondsToReserve(sound)) };
    } catch (error) {
      await sound.remove();
      throw error;
    }
  } finally {
    await record?.remove();
  }
}

/** Whole seconds, at least one: a record may contain almost no packets. */
const secondsToReserve = ({ seconds }: DecodedRecord): number => Math.max(1, Math.ceil(seconds));

function checkFields(fields: Fields, hasRecord: boolean): void {
  if (hasRecord && fields.RecordUrl !== undefined)
    throw new GatewayFault('record-ambiguous', {}, { field: 'RecordUrl' });
  if (!hasRecord && fields.RecordUrl === undefined)
    throw new GatewayFault('record-missing', {}, { field: RECORD_FIELD });
  if (fields.SetDefaultSampleRate !== 'true' && fields.SampleRate === undefined)
    throw new GatewayFault('sample-rate-missing', {}, { field: 'SampleRate' });
}
