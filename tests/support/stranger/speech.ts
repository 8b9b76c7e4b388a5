import type { Call, Handler } from './context.ts';
import { Refusal } from './refusal.ts';
import { sendEvents, sendJson } from './send.ts';

/** Rule 6 of section 4, and section 2.9. */
function check({ body, file }: Call): void {
  if (file === undefined && typeof body['RecordUrl'] !== 'string')
    throw new Refusal(400, 'Record or RecordUrl is required');
  if (body['ModelName'] !== 'v1' && body['ModelName'] !== 'v2')
    throw new Refusal(400, 'ModelName must be v1 or v2');
  if (body['SetDefaultSampleRate'] !== 'true' && !/^\d+$/u.test(String(body['SampleRate'])))
    throw new Refusal(400, 'SetDefaultSampleRate or SampleRate is required');
}

/** Endpoint 9. */
export const speech: Handler = ({ switches, meter }, call) => {
  check(call);
  sendJson(call.response, 200, {
    StatusCode: 200,
    Response: switches.transcript,
    Consumption: meter.print(),
  });
};

/** Endpoint 8, section 6.2: texts that grow, the whole one, the completion. */
export const streamSpeech: Handler = async ({ switches: { transcript }, meter }, call) => {
  check(call);
  const words = transcript.split(' ');
  const partials = words.map((_, index) => ({ partial: words.slice(0, index + 1).join(' ') }));
  const completion = { status: 'complete', duration: 4.2, consumption: meter.print() };
  await sendEvents(call.response, [...partials, { final: transcript }, completion], call.fault);
};
