import { Agent, request } from 'undici';
import type { DeliveryProblem, WebhookSender } from '#gateway/modules/alerts/ports/webhooks.ts';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';
import { asFetchFailure, FetchError, type FetchFailureCode } from './fetch-error.ts';
import type { Resolve } from './safe-connector.ts';
import { createSafeConnector, resolveBySystem } from './safe-connector.ts';

export interface SafePost extends WebhookSender {
  close(): Promise<void>;
}

/** Of an answer's body so much is taken off the wire and thrown away; a receiver that sends more is cut off. */
const MAX_DISCARDED_BYTES = 16 * 1024;

/** Posts to the public Internet and to what the operator allows; nowhere else, whatever a name resolves to. */
export function createSafePost(options: {
  allowPrivate?: readonly string[];
  /** From the first look-up to the end of the answer. */
  seconds?: number;
  resolve?: Resolve;
}): SafePost {
  const allowPrivate = options.allowPrivate ?? [];
  const limit = (options.seconds ?? 10) * 1000;
  const agent = new Agent({
    connect: createSafeConnector(allowPrivate, options.resolve ?? resolveBySystem),
    keepAliveTimeout: 1_000,
    maxHeaderSize: 16 * 1024,
    headersTimeout: limit,
    bodyTimeout: limit,
  });

  async function send(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const problem = checkUrl(url, allowPrivate);
    if (problem) throw new FetchError(problem.code, problem.parameters);
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'user-agent': 'Fihrist', 'accept-encoding': 'identity', ...headers },
      body,
      signal,
    });
    // The status is the answer: whether its body can be read changes nothing. It is never decompressed.
    await response.body
      .on('error', () => undefined)
      .dump({ limit: MAX_DISCARDED_BYTES, signal })
      .catch(() => undefined);
    return response.statusCode;
  }

  return {
    async post(url, headers, body, signal) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(limit);
      try {
        return { status: await send(url, headers, body, AbortSignal.any([signal, deadline])) };
      } catch (error) {
        signal.throwIfAborted();
        return { problem: deadline.aborted ? 'timeout' : problemOf(asFetchFailure(error).code) };
      }
    },
    close: () => agent.destroy(),
  };
}

function problemOf(code: FetchFailureCode): DeliveryProblem {
  switch (code) {
    case 'address-not-allowed':
    case 'name-not-found':
    case 'bad-certificate':
      return code;
    case 'url-invalid':
      return 'address-not-allowed';
    case 'page-timeout':
      return 'timeout';
    default:
      return 'unreachable';
  }
}
