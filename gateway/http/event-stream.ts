import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { delay } from '#gateway/core/wake-signal.ts';
import type { EventReply } from './call.ts';
import type { CallContext } from './call-context.ts';
import { commonHeaders, describeFault, reportConsumption } from './respond.ts';

const encoder = new TextEncoder();
/** Time that events have to record how they ended before the reader learns of the fault. */
const ENDING_MS = 1000;

type StreamOutcome = 'complete' | 'left' | 'failed';

/** What happens to a call whose response is a stream. */
interface StreamLifecycle {
  /** Aborted when the gateway stops: ends the stream with a fault. */
  closing: AbortSignal | undefined;
  /** Ends work under way, because nobody takes events any more or for the reason given. */
  stop(reason?: unknown): void;
  /** The fault as the last event. */
  describeFault(error: unknown): Promise<object>;
  /** Called once, however the stream ended: with its last event, because the reader left, or with a fault. */
  finish(outcome: StreamOutcome, error?: unknown): Promise<void>;
}

/**
 * Events as `data: <json>` lines, made only as they are taken: when the reader leaves, making stops.
 * `first` was awaited before, so that a fault before the first byte keeps its status.
 */
export function streamEvents(
  first: IteratorResult<object, void>,
  events: AsyncGenerator<object, void, void>,
  lifecycle: StreamLifecycle,
): ReadableStream<Uint8Array> {
  let pending: IteratorResult<object, void> | undefined = first;
  let finished = false;
  let clientDisconnected = false;
  const onFault = async (reason: unknown): Promise<void> => {
    lifecycle.stop(reason);
    const ended = new AbortController();
    await Promise.race([events.throw(reason).catch(() => {}), delay(ENDING_MS, ended.signal)]);
    ended.abort();
  };
  const finish: StreamLifecycle['finish'] = async (outcome, error) => {
    if (finished) return;
    finished = true;
    lifecycle.closing?.removeEventListener('abort', onClosing);
    await lifecycle.finish(outcome, error);
  };
  const { promise: closed, resolve } = Promise.withResolvers<'closing'>();
  const onClosing = (): void => resolve('closing');
  if (lifecycle.closing?.aborted) onClosing();
  lifecycle.closing?.addEventListener('abort', onClosing);

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = pending ?? (await Promise.race([events.next(), closed]));
          pending = undefined;
          if (clientDisconnected) return;
          if (next === 'closing') throw new GatewayFault('shutting-down');
          if (next.done) {
            await finish('complete');
            controller.close();
            return;
          }
          controller.enqueue(printEvent(next.value));
        } catch (error) {
          await onFault(error);
          await finish(clientDisconnected ? 'left' : 'failed', error);
          if (clientDisconnected) return;
          controller.enqueue(printEvent(await lifecycle.describeFault(error)));
          controller.close();
        }
      },
      async cancel() {
        clientDisconnected = true;
        lifecycle.stop();
        // Not waited for: it may be in the middle of something that never ends.
        void events.return().catch(() => {});
        await finish('left');
      },
    },
    { highWaterMark: 0 },
  );
}

function printEvent(event: object): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
}

/** An event stream as a response. A fault before the first event is thrown, so that it keeps its status. */
export async function respondEvents(
  call: CallContext,
  { events, headers }: EventReply,
  {
    closing,
    stop,
    settle,
    onEnd,
  }: Pick<StreamLifecycle, 'closing' | 'stop'> & {
    /** Settles the call and releases its slot. */
    settle: () => Promise<void>;
    /** Called once, when the stream has ended. */
    onEnd: (outcome: StreamOutcome, error?: unknown) => void;
  },
): Promise<Response> {
  const begin = async () => [await events.next(), await reportConsumption(call)] as const;
  const [first, consumption] = await begin().catch(async (error: unknown) => {
    stop(error);
    void events.return().catch(() => {});
    await settle();
    throw error;
  });
  const stream = streamEvents(first, events, {
    stop,
    closing,
    describeFault: (error) => describeFault(call, error),
    async finish(ended, error) {
      // The socket may report that the client has left before the stream does.
      onEnd(isClientDisconnect(error) ? 'left' : ended, error);
      // The client has its answer, or left: the call is settled later.
      await settle().catch((settleError: unknown) =>
        call.ports.log.error('charge-not-settled', describeErrorForLog(settleError)),
      );
    },
  });
  return new Response(stream, {
    headers: {
      ...commonHeaders(call, consumption),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
      ...headers,
    },
  });
}

function isClientDisconnect(error: unknown): boolean {
  return error instanceof GatewayFault && error.code === 'client-disconnected';
}
