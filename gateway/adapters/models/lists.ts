import { GatewayFault } from '#gateway/errors.ts';
import type { ModelServer } from '#gateway/model.ts';
import { ask, type ModelFetch, readJson } from './ask.ts';
import { beginCall } from './call.ts';

const LIST_BYTES = 4 * 1024 * 1024;
/** Nothing has to be computed for a list. */
const LONGEST_SECONDS = 15;
const MOST_NAMES = 5000;

/** Names that a server lists at a path; null where it has no such path. */
export async function listNames(
  fetcher: ModelFetch,
  set: ModelServer,
  path: '/models' | '/audio/voices',
  signal?: AbortSignal,
): Promise<string[] | null> {
  const server = { ...set, firstSeconds: Math.min(set.firstSeconds, LONGEST_SECONDS) };
  const call = await beginCall(server, signal);
  try {
    const response = await ask(fetcher, call, { path, accept: 'application/json' });
    return readNames(await readJson(call, response, LIST_BYTES));
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (isMissing(error)) return null;
    throw error;
  } finally {
    call.end();
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof GatewayFault)) return false;
  const { status } = error.parameters;
  const isOfList = error.code === 'model-unknown' || error.code === 'model-garbled';
  return isOfList || status === 405 || status === 501;
}

/** `{data: [{id}]}`, `{voices: ["…"]}`, `{voices: [{id}]}` or a bare list, as servers have it. */
function readNames(body: object): string[] | null {
  const { data, models, voices } = body as Record<string, unknown>;
  const list = [body, data, voices, models].find((one) => Array.isArray(one)) as unknown[] | undefined;
  if (!list) return null;
  const names = list.map((item) => {
    if (typeof item === 'string') return item;
    const { id, voice_id: voiceId, name } = (item ?? {}) as Record<string, unknown>;
    return [id, voiceId, name].find((one) => typeof one === 'string');
  });
  return names.filter((name) => name !== undefined && name !== '').slice(0, MOST_NAMES) as string[];
}
