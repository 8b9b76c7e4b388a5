import { type Call, requestOf, type Target } from './call.ts';
import { parseJson, readLines } from './event-lines.ts';
import type { CallFailure, Exchange } from './exchange.ts';
import { printCommand } from './print-command.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** Limit of the characters of a response in an exchange. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Makes one call, without a repetition. Never throws: the exchange has the cause of a missing response. */
export async function send(
  fetch: Fetch,
  target: Target,
  call: Call,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<{ exchange: Exchange; headers: Headers }> {
  const expired = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([expired, signal]);
  let response: Response | undefined;
  let text = '';
  let failure: CallFailure | null = null;
  try {
    both.throwIfAborted();
    response = await fetch(new Request(requestOf(target, call), { signal: both }));
    text = await readText(response, both);
  } catch {
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
    },
  };
}

/** The body as text, up to the limit; ends with the signal. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const decoder = new TextDecoder();
    let text = '';
    while (text.length < MAX_TEXT_LENGTH) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    signal.throwIfAborted();
    if (text.length >= MAX_TEXT_LENGTH) stop();
    return text + decoder.decode();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
