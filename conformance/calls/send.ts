import { type Call, requestOf, type Target } from './call.ts';
import { parseJson, readLines } from './event-lines.ts';
import type { CallFailure, Exchange } from './exchange.ts';
import { printCommand } from './print-command.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Limit of the characters of a response in an exchange. */
const MAX_TEXT_LENGTH = 1_000_000;

export interface SendOptions {
  timeoutMs: number;
  signal: AbortSignal;
  /** Called once the response begins or fails; a successful response stays open, unread, until the promise ends. */
  hold?: (() => Promise<void>) | undefined;
}

/** Makes one call, without a repetition. Never throws: the exchange has the cause of a missing response. */
export async function send(
  fetch: Fetch,
  target: Target,
  call: Call,
  { timeoutMs, signal, hold }: SendOptions,
): Promise<{ exchange: Exchange; headers: Headers }> {
  const expired = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([expired, signal]);
  let response: Response | undefined;
  let text = '';
  let failure: CallFailure | null = null;
  let arrival: Exchange['arrival'];
  const start = performance.now();
  try {
    both.throwIfAborted();
    response = await fetch(new Request(requestOf(target, call), { signal: both }));
    const held = hold?.();
    if (held !== undefined && response.ok) await holdOpen(response, held, both);
    else {
      const body = await readText(response, both);
      ({ text } = body);
      const hasLength = response.headers.has('content-length');
      arrival = { firstMs: body.firstAt - start, lastMs: body.lastAt - start, hasLength };
    }
  } catch {
    if (response === undefined) void hold?.();
    if (signal.aborted) failure = 'stopped';
    else if (expired.aborted) failure = 'timeout';
    else failure = response ? 'broken' : 'unreachable';
  }
  const conceal = (content: string) => content.replaceAll(target.key, '<API_KEY>');
  const type = (response?.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const shown = conceal(text);
  return {
    headers: response?.headers ?? new Headers(),
    exchange: {
      operation: call.operation.id,
      command: conceal(printCommand(target, call)),
      status: response?.status ?? 0,
      failure,
      type,
      text: shown,
      json: parseJson(shown),
      lines: type === 'text/event-stream' ? readLines(shown) : [],
      arrival,
    },
  };
}

/** Keeps a response open without reading the body, until `held` or `signal` ends. */
async function holdOpen(response: Response, held: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([held, aborted]);
  await response.body?.cancel();
}

/** The body as text, up to the limit, and when it began and ended; ends with the signal. */
async function readText(
  response: Response,
  signal: AbortSignal,
): Promise<{ text: string; firstAt: number; lastAt: number }> {
  const begun = performance.now();
  let arrival = { firstAt: begun, lastAt: begun };
  const reader = response.body?.getReader();
  if (!reader) return { text: '', ...arrival };
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const decoder = new TextDecoder();
    let text = '';
    while (text.length < MAX_TEXT_LENGTH) {
      const { done, value } = await reader.read();
      if (done) break;
      const lastAt = performance.now();
      arrival = { firstAt: text === '' ? lastAt : arrival.firstAt, lastAt };
      text += decoder.decode(value, { stream: true });
    }
    signal.throwIfAborted();
    if (text.length >= MAX_TEXT_LENGTH) stop();
    return { text: text + decoder.decode(), ...arrival };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
