import { FAULTS, type FaultCode, type FaultParameters } from '#contract/faults.ts';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';

/** Refuses a call as our gateway would. */
export function localFault(fault: FaultCode, parameters: FaultParameters = {}): never {
  throw createGatewayError({ status: FAULTS[fault].status, message: '', fault, parameters });
}
