import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Events } from './call.ts';
import { streamEvents } from './event-stream.ts';
import type { CallRecord } from './observe-call.ts';
import { type CallFacts, commonHeaders, describeFault, reportConsumption } from './respond.ts';

interface StreamedCall {
  ports: Ports;
  facts: CallFacts;
  record: CallRecord;
  closing: AbortSignal | undefined;
  /** Ends work under way for which nobody waits any more. */
  stop(): void;
  /** Settles the call and frees its place. */
  finish(): Promise<void>;
  /** Told of a fault after the first event: the status that it would have had. */
  onFailure(status: number, fault: string): void;
}

/** An event stream as a response. A fault before the first event is thrown, so that it keeps its status. */
export async function respondEvents({ events, headers }: Events, call: StreamedCall): Promise<Response> {
  const { ports, facts, record, closing } = call;
  const begin = async () => [await events.next(), await reportConsumption(ports, facts)] as const;
  const [first, consumption] = await begin().catch(async (error: unknown) => {
    call.stop();
    void events.return().catch(() => {});
    await call.finish();
    throw error;
  });
  const stream = streamEvents(first, events, {
    stop: () => call.stop(),
    closing,
    closingFault: () => new GatewayFault('shutting-down'),
    describeFault: (error) => describeFault(ports, facts, error),
    async finish(ended, error) {
      // The socket may tell that the reader has left before the stream does.
      const outcome = isLeaving(error) ? 'left' : ended;
      record.streamed(outcome, error);
      const known = error instanceof GatewayFault;
      if (outcome === 'failed') call.onFailure(known ? error.status : 500, known ? error.code : 'internal');
      // The reader has its answer, or left: what was reserved is freed by its age.
      await call
        .finish()
        .catch((unsettled: unknown) => ports.log.error('call-unsettled', errorFacts(unsettled)));
    },
  });
  return new Response(stream, {
    headers: {
      ...commonHeaders(facts, consumption),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
      ...headers,
    },
  });
}

function isLeaving(error: unknown): boolean {
  return error instanceof GatewayFault && error.code === 'caller-left';
}
