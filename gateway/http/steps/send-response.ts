/** The response, whole or as a stream, and what log, metrics and failure counts hold of it. */
import { FAULTS } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { respondEvents } from '#gateway/http/event-stream.ts';
import { isStream, type PipelineCall, type Shared } from '#gateway/http/pipeline-call.ts';
import { respondFile, respondJson } from '#gateway/http/respond.ts';
import { settleCharge } from './run-handler.ts';

export async function respond(call: PipelineCall, shared: Shared) {
  const { result, tracker, stop = () => {}, stopListening = () => {} } = call;
  if (!result) throw new Error('no result');
  if (result instanceof Response) return { response: await respondFile(call, result) };
  if (!isStream(result)) return { response: await respondJson(call, result) };
  const response = await respondEvents(call, result, {
    closing: shared.closing,
    stop,
    async settle() {
      stopListening();
      Object.assign(call, await settleCharge(call));
    },
    onEnd(outcome, error) {
      tracker.streamed(outcome, error);
      if (outcome !== 'failed') return;
      const isFault = error instanceof GatewayFault;
      countFailure(call, shared, isFault ? error.status : 500, isFault ? error.code : 'internal');
    },
  });
  return { response };
}

/** Log, metrics and failure count of a call that has its response. */
export function trackResponse(call: PipelineCall, shared: Shared, response: Response): void {
  const { status } = response;
  // The adapter keeps headers as they were given until somebody looks at them.
  const fault = status < 400 ? undefined : (response.headers.get(HEADERS.fault) ?? undefined);
  call.tracker.answered({ status, fault, streams: status < 400 && isStream(call.result) });
  if (status >= 400 && status !== FAULTS['client-disconnected'].status)
    countFailure(call, shared, status, fault ?? '');
}

function countFailure(
  { botId, operation, key, meter, requestId }: PipelineCall,
  shared: Shared,
  status: number,
  fault: string,
): void {
  // Failures before the bot is known belong to nobody.
  if (botId !== undefined)
    shared.onFailed({
      botId,
      status,
      fault,
      action: operation?.id ?? '',
      keyId: key?.family ?? '',
      ledger: operation?.ledger ?? 'text',
      requestId: meter?.hasReserved() ? requestId : undefined,
    });
}
