import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises';
import type { Behaviour } from './behaviours.ts';

/** A well-formed reply: `head` before the answer, `parts` of it, `tail` after it. */
export interface Reply {
  type: string;
  head?: string[];
  parts: (string | Uint8Array)[];
  tail: string[];
  isEvents: boolean;
}

const PAGE = '<!doctype html><html><body><h1>بوابة الشبكة</h1><p>Sign in to continue</p></body></html>';
const ERROR = JSON.stringify({ error: { message: 'CUDA out of memory', type: 'server_error', code: 500 } });

/** Sends the reply, or what the manner makes of it. Returns early when the reader has hung up. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  manner: Behaviour,
  onSilent: () => void,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    await sendReply(response, reply, manner, gone.signal, onSilent);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}

async function sendReply(
  response: ServerResponse,
  reply: Reply,
  manner: Behaviour,
  signal: AbortSignal,
  onSilent: () => void,
): Promise<void> {
  const put = async (piece: string | Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    if (!response.write(piece)) await once(response, 'drain', { signal });
  };
  const forever = (): Promise<unknown> => {
    onSilent();
    return once(response, 'close');
  };
  const begin = (type = reply.type): void => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    response.flushHeaders();
  };
  const all = [...(reply.head ?? []), ...reply.parts, ...reply.tail];

  switch (manner.kind) {
    case 'status':
      response.writeHead(manner.status, { 'content-type': 'application/json', ...manner.headers });
      response.end(manner.body ?? '');
      return;
    case 'html':
      begin('text/html; charset=utf-8');
      response.end(PAGE);
      return;
    case 'error-object':
      begin('application/json');
      response.end(ERROR);
      return;
    case 'error-words':
      begin();
      response.end(`${reply.isEvents ? 'data: ' : ''}{"error":"llama runner process has terminated"}\n\n`);
      return;
    case 'lingering':
      begin();
      for (const piece of all) await put(piece);
      await forever();
      return;
    case 'wrong-shape':
      begin();
      response.end(reply.isEvents ? 'data: {"answer":"مرحبا"}\n\ndata: [DONE]\n\n' : '{"answer":"مرحبا"}');
      return;
    case 'huge':
      begin();
      await flood(reply, manner.of, put);
      return;
    case 'bytes': {
      begin();
      const whole = Buffer.concat(all.map((piece) => Buffer.from(piece)));
      for (let offset = 0; offset < whole.length; offset += manner.size) {
        await put(whole.subarray(offset, offset + manner.size));
        await breathe(undefined, { signal });
      }
      response.end();
      return;
    }
    case 'slow':
      if (manner.first) await wait(manner.first, undefined, { signal });
      begin();
      for (const piece of all) {
        await put(piece);
        if (manner.between) await wait(manner.between, undefined, { signal });
      }
      response.end();
      return;
    case 'hang':
      if (manner.at === 'start') return void (await forever());
      begin();
      if (manner.at !== 'headers') for (const piece of upTo(reply, manner.at)) await put(piece);
      await forever();
      return;
    case 'cut':
    case 'early-close':
    case 'bad-json':
    case 'error-event':
      begin();
      for (const piece of upTo(reply, manner.after)) await put(piece);
      if (manner.kind === 'cut') {
        // What was written is to arrive first.
        await wait(20);
        response.destroy();
        return;
      }
      if (manner.kind === 'bad-json')
        await put(reply.isEvents ? 'data: {"choices":[{"del\n\n' : '{"choices":[');
      if (manner.kind === 'error-event') await put(reply.isEvents ? `data: ${ERROR}\n\n` : ERROR);
      response.end();
      return;
    default:
      begin();
      for (const piece of all) await put(piece);
      response.end();
  }
}

/** The first `count` parts; of an answer that travels whole, half of it when `count` is not 0. */
function upTo({ head = [], parts, isEvents }: Reply, count: number): (string | Uint8Array)[] {
  if (isEvents) return [...head, ...parts.slice(0, count)];
  if (parts.length > 1) return parts.slice(0, count);
  const [only = ''] = parts;
  return count > 0 ? [only.slice(0, Math.floor(only.length / 2))] : [];
}

async function flood(
  { parts, isEvents }: Reply,
  of: 'parts' | 'line',
  put: (piece: string | Uint8Array) => Promise<void>,
): Promise<never> {
  const filler = 'كلام '.repeat(2000);
  if (isEvents && of === 'line') await put('data: {"choices":[{"index":0,"delta":{"content":"');
  else if (!isEvents && typeof parts[0] === 'string') await put('{"text":"');
  for (let index = 0; ; index++) {
    const whole = isEvents && of === 'parts';
    await put(whole || typeof parts[0] !== 'string' ? (parts[index % parts.length] ?? filler) : filler);
  }
}
