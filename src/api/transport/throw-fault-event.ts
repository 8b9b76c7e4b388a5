import { lenientFaultEventSchema } from '#contract/answers.ts';
import { type Endpoint, parseResponse } from '#contract/contract-error.ts';
import { createGatewayError } from './gateway-errors.ts';
import type { StreamEvent } from './server-sent-events.ts';

/** Throws the error of a fault event of any stream and reports its Consumption to `onConsumption`. Ignores other events. */
export function throwFaultEvent(
  event: StreamEvent,
  { endpoint, requestId }: { endpoint: Endpoint; requestId: string | undefined },
  onConsumption?: (consumption: unknown) => void,
): void {
  if (event['error'] === undefined || event['error'] === null) return;
  // Ours carries the status; another gateway's may not.
  const fault = parseResponse(
    endpoint,
    lenientFaultEventSchema,
    { StatusCode: 500, ...event },
    { isEvent: true },
  );
  onConsumption?.(fault.consumption);
  throw createGatewayError({ status: fault.StatusCode, message: fault.error, fault: fault.fault, requestId });
}
