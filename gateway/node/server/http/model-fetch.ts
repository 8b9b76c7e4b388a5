import { Agent, fetch, type RequestInit as UndiciInit } from 'undici';
import { classifyIp } from '#gateway/core/address-kind.ts';
import type { ModelFetch } from '#gateway/modules/models/adapters/send-request.ts';
import {
  createConnector,
  type Resolve,
  resolveBySystem,
} from '#gateway/node/processes/safe-fetch/safe-connector.ts';

/**
 * `fetch` for model servers: this machine and private networks may be reached, link-local addresses and those where clouds
 * tell of themselves never, whatever a name resolves to. No proxy of the environment comes between. It waits as long as it
 * is let: a model that is being loaded says nothing for minutes, and whoever calls keeps the time.
 */
export function createModelFetch(resolve: Resolve = resolveBySystem): {
  fetch: ModelFetch;
  close: () => Promise<void>;
} {
  const dispatcher = new Agent({
    // Shorter than servers keep idle connections: one that is just being closed takes no question.
    keepAliveTimeout: 1_000,
    connect: createConnector(() => (address) => classifyIp(address) !== 'refused', resolve),
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 64 * 1024,
  });
  return {
    // The same shapes under two names: one of the library, one of the platform.
    fetch: (url, init) =>
      fetch(url, { ...(init as UndiciInit), dispatcher }) as unknown as ReturnType<ModelFetch>,
    close: () => dispatcher.destroy(),
  };
}
