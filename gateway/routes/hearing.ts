import { HEADERS, printRecordSeconds } from '#contract/headers.ts';
import { HEARING_LIMITS } from '#contract/limits.ts';
import { speechFieldsSchema, streamSpeechFieldsSchema } from '#contract/speech.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Charge } from '#gateway/middleware/meter.ts';
import { reportConsumption } from '#gateway/middleware/respond.ts';
import { validate } from '#gateway/middleware/validate.ts';
import { decodeRecord, type Sound } from '#gateway/services/hearing/decode-record.ts';
import { type Ear, findEar } from '#gateway/services/hearing/find-ear.ts';
import { type HearingPlan, planHearing } from '#gateway/services/hearing/plan.ts';
import { fetchRecord, storeRecord, type TakenRecord } from '#gateway/services/hearing/take-record.ts';
import { transcribe } from '#gateway/services/hearing/transcribe.ts';
import { tooLarge } from '#gateway/services/files/store-upload.ts';
import type * as z from 'zod/mini';

const RECORD_FIELD = 'Record';
/** The form around a record, and its text fields. */
const FORM_ALLOWANCE = 1024 * 1024;
/** Counted, not estimated. */
const COUNTED = { estimated: false } as const;

type Fields = z.output<typeof streamSpeechFieldsSchema>;

/** Endpoints 8 and 9: a record is heard, whole or piece by piece. */
export const hearingRoutes = {
  transcribe: bind({
    async handle(call) {
      const hearing = await beginHearing(call, speechFieldsSchema);
      return { response: await hearWhole(call, hearing), headers: headersOf(hearing.sound) };
    },
  }),

  streamTranscribe: bind({
    async handle(call) {
      const hearing = await beginHearing(call, streamSpeechFieldsSchema);
      return { events: streamHearing(call, hearing), headers: headersOf(hearing.sound) };
    },
  }),
};

interface Hearing {
  sound: Sound;
  ear: Ear;
  plan: HearingPlan;
  charge: Charge;
}

/** A record that fails on its way costs nothing; whoever leaves pays for the pieces that were heard by then. */
async function hearWhole(call: Call, hearing: Hearing): Promise<string> {
  const { sound, charge } = hearing;
  let last = { text: '', seconds: 0 };
  try {
    for await (const heard of hear(call, hearing)) last = heard;
    await charge.settle(charge.most, COUNTED);
    return last.text;
  } catch (error) {
    if (call.signal.aborted) charge.note(Math.ceil(last.seconds), COUNTED);
    throw error;
  } finally {
    await sound.remove();
  }
}

/** Whoever leaves, and a record that breaks off, pays for the pieces that were told by then. */
async function* streamHearing(call: Call, hearing: Hearing): AsyncGenerator<object, void, void> {
  const { sound, charge } = hearing;
  try {
    let final = '';
    for await (const { text, seconds } of hear(call, hearing)) {
      charge.note(Math.ceil(seconds), COUNTED);
      if (text !== final) yield { partial: text };
      final = text;
    }
    await charge.settle(charge.most, COUNTED);
    yield { final };
    yield {
      status: 'complete',
      duration: Math.round(sound.seconds * 1000) / 1000,
      consumption: await reportConsumption(call.ports, { botId: call.botId, ledger: 'audio' }),
    };
  } finally {
    await sound.remove();
  }
}

function hear({ signal }: Call, { sound, ear, plan }: Hearing) {
  return transcribe(sound, ear, plan, signal);
}

function headersOf({ seconds, totalSeconds }: Sound): Record<string, string> {
  return { [HEADERS.recordSeconds]: printRecordSeconds({ processed: seconds, total: totalSeconds }) };
}

/**
 * All that precedes hearing, in the order of checks: 400 for the form, 429, 503 when nobody hears here; then the record is
 * fetched and decoded (400), since only that tells how long it is; then 402 for its seconds.
 */
async function beginHearing(
  call: Call,
  schema: typeof speechFieldsSchema | typeof streamSpeechFieldsSchema,
): Promise<Hearing> {
  let record: TakenRecord | undefined;
  try {
    const form = await readForm(call, (taken) => void (record = taken));
    const fields: Fields = validate(schema, form, call.language);
    checkFields(fields, record !== undefined);
    await call.enter();
    const plan = planHearing({
      version: fields.ModelName,
      source: fields.SourceLanguage,
      target: fields.TargetLanguage,
      task: fields.TaskType,
      format: fields.OutputFormat ?? 'Text',
    });
    const ear = await findEar(call.ports, call.botId, plan);
    if (!record && fields.RecordUrl !== undefined)
      record = await fetchRecord(
        call.ports,
        call.botId,
        fields.RecordUrl,
        HEARING_LIMITS.fetchedBytes,
        call.signal,
      );
    if (!record) throw new GatewayFault('record-missing', {}, { field: RECORD_FIELD });
    const wish = {
      sampleRate: fields.SampleRate === undefined ? null : Number(fields.SampleRate),
      mostSeconds: Math.min(
        HEARING_LIMITS.seconds,
        Number(fields.MaxRecordLengthInSeconds ?? Number.POSITIVE_INFINITY),
      ),
    };
    const sound = await decodeRecord(call.ports, record, wish, call.signal);
    try {
      return { sound, ear, plan, charge: await call.begin(Math.ceil(sound.seconds)) };
    } catch (error) {
      await sound.remove();
      throw error;
    }
  } finally {
    await record?.remove();
  }
}

async function readForm(
  call: Call,
  onRecord: (record: TakenRecord | undefined) => void,
): Promise<Record<string, string>> {
  const { ports, request } = call;
  const { maxUploadBytes } = ports.settings;
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes + FORM_ALLOWANCE)
    throw tooLarge(maxUploadBytes);
  let isTaken = false;
  return ports.forms.read(request, async (file) => {
    if (file.field !== RECORD_FIELD) return file.stream.cancel();
    if (isTaken) throw new GatewayFault('record-twice', {}, { field: RECORD_FIELD });
    // At once: a second one may come before the first is stored.
    isTaken = true;
    onRecord(await storeRecord(ports, file));
  });
}

function checkFields(fields: Fields, hasRecord: boolean): void {
  if (hasRecord && fields.RecordUrl !== undefined)
    throw new GatewayFault('record-twice', {}, { field: 'RecordUrl' });
  if (!hasRecord && fields.RecordUrl === undefined)
    throw new GatewayFault('record-missing', {}, { field: RECORD_FIELD });
  if (fields.SetDefaultSampleRate !== 'true' && fields.SampleRate === undefined)
    throw new GatewayFault('sample-rate-missing', {}, { field: 'SampleRate' });
}
