/** The work of a call, and what it costs: 429 and 402 as the handler takes a slot and reserves, then its settlement. */
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Call, Result } from '#gateway/http/call.ts';
import { createChargeMeter } from '#gateway/http/charge-meter.ts';
import { ANONYMOUS, isStream, type PipelineCall, routed, type Shared } from '#gateway/http/pipeline-call.ts';

export function openMeter(call: PipelineCall, { limiter }: Shared) {
  const { ports, requestId, botId = 0, key = ANONYMOUS, request } = call;
  const { id: action, ledger } = routed(call);
  const metered = { botId, key, ledger, requestId, action, signal: request.signal };
  return { meter: createChargeMeter(ports, limiter, metered) };
}

export async function handle(call: PipelineCall, { handlers }: Shared) {
  const { ports, request, requestId, language, botId = 0, key = ANONYMOUS, body, input, meter } = call;
  const { recordChanges } = call;
  const operation = routed(call);
  if (!input || !meter || !recordChanges) throw new Error('a step is missing');
  const work = new AbortController();
  const stop = (reason: unknown = new GatewayFault('client-disconnected')): void => work.abort(reason);
  const onAbort = (): void => stop();
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', onAbort, { once: true });
  // The platform keeps the signal of a request, and so what listens to it, until the request is collected; this reaches the request.
  const stopListening = (): void => request.signal.removeEventListener('abort', onAbort);
  const given: Omit<Call, 'audit'> & { params: unknown; query: unknown; body: unknown } = {
    ...input,
    body,
    ports,
    operation,
    request,
    signal: work.signal,
    requestId,
    language,
    key,
    botId,
    origin: ports.settings.publicUrl ?? new URL(request.url).origin,
    acquireSlot: () => meter.enter(),
    requireLeft: (amount) => meter.requireLeft(amount),
    reserve: (most) => meter.begin(most),
    spend: (...costs) => meter.spend(...costs),
  };
  // Handler and input belong to the same operation, which types cannot follow through the table.
  const handler = handlers[operation.id] as (call: unknown) => Promise<Result>;
  try {
    const result = await recordChanges((audit) => handler({ ...given, audit }));
    if (!isStream(result)) stopListening();
    return { stop, stopListening, result };
  } catch (error) {
    stopListening();
    Object.assign(call, await settleCharge(call));
    throw error;
  }
}

/** A stream is settled when it ends. */
export async function settle(call: PipelineCall) {
  return isStream(call.result) ? undefined : settleCharge(call);
}

export async function settleCharge(call: PipelineCall) {
  const charge = await call.meter?.finish();
  return charge && routed(call).charged ? { charge } : undefined;
}
