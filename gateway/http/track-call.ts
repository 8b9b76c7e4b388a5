import { GatewayFault } from '#gateway/core/errors.ts';
import { type CallContext, ledgerOf } from './call-context.ts';

/** Writes how a call went to the log and the metrics. Made when the call arrives. */
export interface CallTracker {
  /** The response is complete; of a stream, its beginning. `fault`: of a failure. */
  answered(response: { status: number; fault: string | undefined; streams: boolean }): void;
  /** The stream that answered has ended. */
  streamed(outcome: 'complete' | 'left' | 'failed', error?: unknown): void;
}

export function trackCall(call: CallContext): CallTracker {
  const { log, recordMetric } = call.ports;
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  recordMetric({ what: 'call-began' });
  return {
    answered({ status, fault, streams }) {
      const { request, botId, key, address } = call;
      const endpoint = call.operation?.id;
      const ms = elapsed();
      const facts = { endpoint, method: request.method, status, fault, botId, keyId: key?.id };
      log.info('call', { ...facts, ...(address === '' ? {} : { address }), ms: Math.round(ms) });
      const ledger = ledgerOf(call);
      recordMetric({
        what: 'call-ended',
        endpoint,
        status,
        fault,
        botId,
        ledger,
        seconds: ms / 1000,
        streams,
      });
    },
    streamed(outcome, error) {
      const endpoint = call.operation?.id;
      const fault = outcome === 'failed' ? faultOf(error) : undefined;
      const ms = elapsed();
      log.info('stream-ended', { endpoint, outcome, fault, ms: Math.round(ms) });
      recordMetric({ what: 'stream-ended', endpoint, outcome, seconds: ms / 1000 });
    },
  };
}

function faultOf(error: unknown): string {
  return error instanceof GatewayFault ? error.code : 'internal';
}
