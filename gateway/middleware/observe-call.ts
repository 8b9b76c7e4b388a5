import { HEADERS } from '#contract/headers.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Log, Ports } from '#gateway/ports.ts';
import { observeModels } from '#gateway/services/models/observe-models.ts';
import type { CallFacts } from './respond.ts';

/** The ports of one call: whatever is logged through them, or indexed because of it, carries its request id. */
export function portsOfCall(ports: Ports, requestId: string): Ports {
  const { log } = ports;
  const named =
    (level: keyof Log): Log[keyof Log] =>
    (event, facts) =>
      log[level](event, { requestId, ...facts });
  const ownLog = { debug: named('debug'), info: named('info'), warn: named('warn'), error: named('error') };
  return {
    ...ports,
    wakeIndexer: (job) => ports.wakeIndexer({ ...job, requestId }),
    log: ownLog,
    models: observeModels(ports.models, { log: ownLog, observe: ports.observe }),
  };
}

/** How a call went, for the log and for figures. Made when the call comes in. */
export interface CallRecord {
  /** The response is there; of a stream, its beginning. */
  answered(method: string, response: Response): void;
  /** The stream that answered is over. */
  streamed(outcome: 'complete' | 'left' | 'failed', error?: unknown): void;
}

export function recordCall({ log, observe }: Ports, facts: CallFacts): CallRecord {
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  observe({ what: 'call-began' });
  return {
    answered(method, { status, headers }) {
      const { endpoint, botId, keyId, ledger, address } = facts;
      const fault = headers.get(HEADERS.fault) ?? undefined;
      const streams = headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
      const ms = elapsed();
      const whence = address === '' ? {} : { address };
      log.info('call', { endpoint, method, status, fault, botId, keyId, ...whence, ms: Math.round(ms) });
      const seconds = ms / 1000;
      observe({ what: 'call-ended', endpoint, status, fault, botId, ledger, seconds, streams });
    },
    streamed(outcome, error) {
      const { endpoint } = facts;
      const fault = outcome === 'failed' ? faultOf(error) : undefined;
      const ms = elapsed();
      log.info('stream-ended', { endpoint, outcome, fault, ms: Math.round(ms) });
      observe({ what: 'stream-ended', endpoint, outcome, seconds: ms / 1000 });
    },
  };
}

function faultOf(error: unknown): string {
  return error instanceof GatewayFault ? error.code : 'internal';
}
