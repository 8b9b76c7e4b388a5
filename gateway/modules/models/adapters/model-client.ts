import { GatewayFault } from '#gateway/core/errors.ts';
import type { ModelServer } from '#gateway/modules/models/model.ts';
import type { ModelClient } from '#gateway/modules/models/ports/models.ts';
import { type ClientResources, chat } from './chat.ts';
import { createConcurrencyQueue } from './concurrency-queue.ts';
import { embed } from './embed.ts';
import { withCall } from './model-call.ts';
import { type ModelFetch, readJson, sendRequest } from './send-request.ts';
import { createServerQuirks } from './server-quirks.ts';
import { synthesize } from './synthesize.ts';
import { transcribe } from './transcribe.ts';

/**
 * Calls OpenAI-compatible servers. One client for all of them: it limits the concurrent calls to each. `shareOf` is what
 * this process may have of a limit that several share.
 */
export function createModelClient({
  fetch: fetcher = (url, init) => fetch(url, init),
  shareOf,
}: {
  fetch?: ModelFetch;
  shareOf?: (limit: number) => number;
} = {}): ModelClient {
  const resources: ClientResources = {
    fetcher,
    queue: createConcurrencyQueue(undefined, shareOf),
    quirks: createServerQuirks(),
  };
  return {
    chat: (server, order, signal) => chat(resources, server, order, signal),
    embed: (server, texts, signal) => embed(resources, server, texts, signal),
    transcribe: (server, order, signal) => transcribe(resources, server, order, signal),
    synthesize: (server, order, signal) => synthesize(resources, server, order, signal),
    listModels: (server, signal) => listNames(fetcher, server, '/models', signal),
    listVoices: (server, signal) => listNames(fetcher, server, '/audio/voices', signal),
  };
}

const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Nothing has to be computed for a list. */
const LIST_TIMEOUT_SECONDS = 15;
const MAX_NAMES = 5000;

/** Names that a server lists at a path; null where it has no such path. */
async function listNames(
  fetcher: ModelFetch,
  set: ModelServer,
  path: '/models' | '/audio/voices',
  signal?: AbortSignal,
): Promise<string[] | null> {
  const server = { ...set, firstSeconds: Math.min(set.firstSeconds, LIST_TIMEOUT_SECONDS) };
  return withCall([server, signal], async (call) => {
    const response = await sendRequest(fetcher, call, { path, accept: 'application/json' });
    return readNames(await readJson(call, response, MAX_LIST_BYTES));
  }).catch((error: unknown) => {
    if (!signal?.aborted && isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof GatewayFault)) return false;
  const { status } = error.parameters;
  const isOfList = error.code === 'model-unknown' || error.code === 'model-invalid-response';
  return isOfList || status === 405 || status === 501;
}

/** `{data: [{id}]}`, `{voices: ["…"]}`, `{voices: [{id}]}` or a bare list, as servers have it. */
function readNames(body: object): string[] | null {
  const { data, models, voices } = body as Record<string, unknown>;
  const list = [body, data, voices, models].find((candidate) => Array.isArray(candidate)) as
    | unknown[]
    | undefined;
  if (!list) return null;
  const names = list.map((item) => {
    if (typeof item === 'string') return item;
    const { id, voice_id: voiceId, name } = (item ?? {}) as Record<string, unknown>;
    return [id, voiceId, name].find((candidate) => typeof candidate === 'string');
  });
  return names.filter((name) => name !== undefined && name !== '').slice(0, MAX_NAMES) as string[];
}
