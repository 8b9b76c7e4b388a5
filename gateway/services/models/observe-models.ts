import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import type { ChatPart, ModelClient, Ports, TokenUse } from '#gateway/ports.ts';

/**
 * The same client, which tells how each call to a model server went: one line in the log and one event for the figures,
 * with no word of what was asked or answered. Calls of the interface have it from `portsOfCall`, so that their lines carry
 * the request id; work in the background wraps its own.
 */
export function observeModels(models: ModelClient, ports: Pick<Ports, 'log' | 'observe'>): ModelClient {
  const watch = (server: ModelServer, signal?: AbortSignal) => watchCall(ports, server, signal);
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
    hear: (server, order, signal) => watch(server, signal).of(models.hear(server, order, signal)),
    async speak(server, order, signal) {
      const call = watch(server, signal);
      try {
        const { mime, stream } = await models.speak(server, order, signal);
        return { mime, stream: watchStream(stream, call) };
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

const usedBy = (part: ChatPart): TokenUse | null => ('end' in part ? part.end.use : null);

type Watch = ReturnType<typeof watchCall>;

/** One call: the first of `ended`, `failed` and `stopped` tells of it. */
function watchCall(
  { log, observe }: Pick<Ports, 'log' | 'observe'>,
  server: ModelServer,
  signal?: AbortSignal,
) {
  const { purpose, model } = server;
  const began = performance.now();
  let firstMs: number | null = null;
  let tokens: TokenUse | null = null;
  let isTold = false;

  function tell(outcome: 'complete' | 'stopped' | 'failed', error?: unknown): void {
    if (isTold) return;
    isTold = true;
    const ms = performance.now() - began;
    const fault = outcome === 'failed' ? faultOf(error) : undefined;
    const why = outcome === 'failed' ? whyOf(error) : undefined;
    log.info('model-call', {
      purpose,
      model,
      outcome,
      fault,
      ...(why === undefined ? {} : { why }),
      ...(firstMs === null ? {} : { firstMs: Math.round(firstMs) }),
      ms: Math.round(ms),
      ...(tokens ? { inputTokens: tokens.input, outputTokens: tokens.output } : {}),
    });
    const firstSeconds = firstMs === null ? null : firstMs / 1000;
    observe({ what: 'model-called', purpose, outcome, fault, firstSeconds, seconds: ms / 1000, tokens });
  }

  return {
    heard(use: TokenUse | null = null): void {
      firstMs ??= performance.now() - began;
      tokens = use ?? tokens;
    },
    ended: () => tell('complete'),
    stopped: () => tell('stopped'),
    // Whoever waits no longer may end a call because the server was too slow.
    failed: (error: unknown) => tell(signal?.aborted && !isOfServer(error) ? 'stopped' : 'failed', error),
    /** Of a call that is answered at once. */
    async of<T>(answer: Promise<T>, useOf: (answer: T) => TokenUse | null = () => null): Promise<T> {
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

/** Sound is over when its last byte was taken. */
function watchStream(stream: ReadableStream<Uint8Array>, call: Watch): ReadableStream<Uint8Array> {
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
function whyOf(error: unknown): string | undefined {
  return error instanceof GatewayFault && error.cause instanceof Error ? error.cause.message : undefined;
}
