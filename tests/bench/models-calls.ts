/** One chat stream, read to its end: asked of the model server itself, or through the gateway. */
import { BENCH_KEY } from './call-gateway.ts';

/** Stands at the beginning of every answer of the bench. */
export const FIRST_PIECE = 'البداية';
const QUESTION = 'كم رسوم التوصيل داخل المدينة؟';
export const MAX_TOKENS = 4096;

export interface StreamRead {
  /** Milliseconds from the call to the first words. */
  firstMs: number;
  /** Pieces of the answer. */
  pieces: number;
}

export type ReadStream = () => Promise<StreamRead>;

export const directly =
  (url: string): ReadStream =>
  () =>
    read(`${url}/chat/completions`, /"content":"[^"]/g, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'bench',
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: MAX_TOKENS,
        messages: [{ role: 'user', content: QUESTION }],
      }),
    });

export const throughGateway =
  (origin: string): ReadStream =>
  () =>
    read(`${origin}/api/v1/Model/stream/chat/completions`, /"chunk":"[^"]/g, {
      headers: { 'content-type': 'application/json', 'x-user-auth': BENCH_KEY, 'x-bot': '1' },
      body: JSON.stringify({ Message: QUESTION, Config: { MaxTokens: MAX_TOKENS } }),
    });

async function read(url: string, piece: RegExp, init: RequestInit): Promise<StreamRead> {
  const begun = performance.now();
  const response = await fetch(url, { method: 'POST', ...init });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  const decoder = new TextDecoder();
  let firstMs = Number.NaN;
  let pieces = 0;
  let held = '';
  for await (const bytes of response.body) {
    held += decoder.decode(bytes, { stream: true });
    if (Number.isNaN(firstMs) && held.includes(FIRST_PIECE)) firstMs = performance.now() - begun;
    const end = held.lastIndexOf('\n') + 1;
    pieces += held.slice(0, end).match(piece)?.length ?? 0;
    held = held.slice(end);
  }
  return { firstMs, pieces };
}
