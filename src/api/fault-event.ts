import { faultEventSchema } from '#contract/answers.ts';
import { parseResponse } from '#contract/mismatch.ts';
import { gatewayError } from './errors.ts';

/** Throws what a fault event says, in any of the streams; any other event is passed over. `tap` is told its Consumption. */
export function throwFaultEvent(
  event: object,
  { endpoint, requestId }: { endpoint: string; requestId: string | undefined },
  tap?: (consumption: string | undefined) => void,
): void {
  if (!('error' in event) || event.error === null) return;
  // Ours carries the status; another gateway's may not.
  const fault = parseResponse(endpoint, faultEventSchema, { StatusCode: 500, ...event });
  tap?.(fault.consumption);
  throw gatewayError({ status: fault.StatusCode, message: fault.error, fault: fault.fault, requestId });
}
