import { speechFieldsSchema, streamSpeechFieldsSchema } from '#contract/speech.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { validate } from '#gateway/middleware/validate.ts';
import { tooLarge } from '#gateway/services/files/store-upload.ts';

/** Endpoints 8 and 9: checked whole, until model servers are supported. */
export const hearingRoutes = {
  streamTranscribe: bind({ handle: (call) => refuseTranscription(call, streamSpeechFieldsSchema) }),
  transcribe: bind({ handle: (call) => refuseTranscription(call, speechFieldsSchema) }),
};

const RECORD_FIELD = 'Record';
/** Seconds reserved where the caller caps nothing. */
const LONGEST_RECORD = 3600;

async function refuseTranscription(
  call: Call,
  schema: typeof speechFieldsSchema | typeof streamSpeechFieldsSchema,
): Promise<never> {
  const { maxUploadBytes } = call.ports.settings;
  let size = 0;
  const form = await call.ports.forms.read(call.request, async (file) => {
    if (file.field !== RECORD_FIELD) return file.stream.cancel();
    for await (const chunk of file.stream) {
      size += chunk.byteLength;
      if (size > maxUploadBytes) throw tooLarge(maxUploadBytes);
    }
  });
  const fields = validate(schema, form, call.language);
  if (size === 0 && !fields.RecordUrl) throw new GatewayFault('record-missing', {}, { field: RECORD_FIELD });
  if (fields.SetDefaultSampleRate !== 'true' && !fields.SampleRate)
    throw new GatewayFault('sample-rate-missing', {}, { field: 'SampleRate' });
  await call.begin(Number(fields.MaxRecordLengthInSeconds ?? LONGEST_RECORD));
  throw new GatewayFault('model-missing', { setting: 'FIHRIST_TRANSCRIPTION_URL' });
}
