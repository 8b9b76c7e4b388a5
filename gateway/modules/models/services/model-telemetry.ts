import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ChatPart, ModelClient, TokenUsage } from '#gateway/modules/models/ports/models.ts';
import type { Ports } from '#gateway/modules/models/ports/ports.ts';

/**
 * The same client, which tells how each call to a model server went: one line in the log and one event for the figures,
 * with no word of what was asked or answered. Calls of the interface have it from `portsOfCall`, so that their lines carry
 * the request id; work in the background wraps its own.
 */
export function withModelTelemetry(
  models: ModelClient,
  ports: Pick<Ports, 'log' | 'recordMetric'>,
): ModelClient {
  const watch = (server: ModelServer, signal?: AbortSignal) => trackCall(ports, server, signal);
  return {
    async *chat(server, order, signal) {
      const call = watch(server, signal);
      try {
        for await (const part of models.chat(server, order, signal)) {
          call.heard(usedBy(part));
          // Nobody need take more than the end.
          if ('end' in part) call.ended();
          yield part;
        }
        call.ended();
      } catch (error) {
        call.failed(error);
        throw error;
      } finally {
        call.stopped();
      }
    },
    embed: (server, texts, signal) =>
      watch(server, signal).of(models.embed(server, texts, signal), ({ tokens }) =>
        tokens === null ? null : { input: tokens, output: 0 },
      ),
    transcribe: (server, order, signal) => watch(server, signal).of(models.transcribe(server, order, signal)),
    async synthesize(server, order, signal) {
      const call = watch(server, signal);
      try {
        const { mime, stream } = await models.synthesize(server, order, signal);
        return { mime, stream: trackStream(stream, call) };
      } catch (error) {
        call.failed(error);
        throw error;
      }
    },
    // Looked up by people who set a server: no work of a model, and no figure of any.
    listModels: (server, signal) => models.listModels(server, signal),
    listVoices: (server, signal) => models.listVoices(server, signal),
  };
}

const usedBy = (part: ChatPart): TokenUsage | null => ('end' in part ? part.end.use : null);

type CallTelemetry = ReturnType<typeof trackCall>;

/** Telemetry of one call: only the first of `ended`, `failed` and `stopped` reports it. */
function trackCall(
  { log, recordMetric }: Pick<Ports, 'log' | 'recordMetric'>,
  server: ModelServer,
  signal?: AbortSignal,
) {
  const { purpose, model } = server;
  const began = performance.now();
  let firstMs: number | null = null;
  let tokens: TokenUsage | null = null;
  let isReported = false;

  function report(outcome: 'complete' | 'stopped' | 'failed', error?: unknown): void {
    if (isReported) return;
    isReported = true;
    const ms = performance.now() - began;
    const fault = outcome === 'failed' ? faultOf(error) : undefined;
    const reason = outcome === 'failed' ? logReasonOf(error) : undefined;
    log.info('model-call', {
      purpose,
      model,
      outcome,
      fault,
      ...(reason === undefined ? {} : { why: reason }),
      ...(firstMs === null ? {} : { firstMs: Math.round(firstMs) }),
      ms: Math.round(ms),
      ...(tokens ? { inputTokens: tokens.input, outputTokens: tokens.output } : {}),
    });
    const firstSeconds = firstMs === null ? null : firstMs / 1000;
    recordMetric({ what: 'model-called', purpose, outcome, fault, firstSeconds, seconds: ms / 1000, tokens });
  }

  return {
    heard(use: TokenUsage | null = null): void {
      firstMs ??= performance.now() - began;
      tokens = use ?? tokens;
    },
    ended: () => report('complete'),
    stopped: () => report('stopped'),
    // A client may end a call because the server was too slow, which is a failure of the server.
    failed: (error: unknown) => report(signal?.aborted && !isOfServer(error) ? 'stopped' : 'failed', error),
    /** Of a call that is answered at once. */
    async of<T>(answer: Promise<T>, useOf: (answer: T) => TokenUsage | null = () => null): Promise<T> {
      try {
        const answered = await answer;
        this.heard(useOf(answered));
        this.ended();
        return answered;
      } catch (error) {
        this.failed(error);
        throw error;
      }
    },
  };
}

/** A call for sound has ended when the last byte was taken. */
function trackStream(stream: ReadableStream<Uint8Array>, call: CallTelemetry): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            call.ended();
            controller.close();
            return;
          }
          call.heard();
          controller.enqueue(value);
        } catch (error) {
          call.failed(error);
          controller.error(error);
        }
      },
      async cancel(reason) {
        call.stopped();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function isOfServer(error: unknown): boolean {
  return error instanceof GatewayFault && error.code.startsWith('model-');
}

function faultOf(error: unknown): string {
  return error instanceof GatewayFault ? error.code : 'internal';
}

/** The host and what the network or the parser said of it; a `ModelClient` puts nothing else there. */
function logReasonOf(error: unknown): string | undefined {
  return error instanceof GatewayFault && error.cause instanceof Error ? error.cause.message : undefined;
}
