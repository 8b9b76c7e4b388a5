/** How the fake server behaves towards one request. All of it is data, so that it can be told to another process too. */
export type Behaviour =
  /** As it should. */
  | { kind: 'well' }
  /** Waits before the first part and between parts. Milliseconds. */
  | { kind: 'slow'; first?: number; between?: number }
  /** The socket is destroyed after so many parts of the answer; 0: after the headers. */
  | { kind: 'cut'; after: number }
  /** The response ends properly after so many parts, without a reason to finish and without `[DONE]`. */
  | { kind: 'early-close'; after: number }
  /** All of the answer and its reason to finish, but no `[DONE]`, as some servers do. */
  | { kind: 'no-done' }
  /** All of the answer and `[DONE]`, and then the connection is left open. */
  | { kind: 'lingering' }
  /** After so many parts, a piece that is no JSON; of a whole answer, the body is none. */
  | { kind: 'bad-json'; after: number }
  /** JSON as it should be, of the wrong shape. */
  | { kind: 'wrong-shape' }
  /** After so many parts `{"error": …}`; 0, or a whole answer: an error object with status 200. */
  | { kind: 'error-event'; after: number }
  /** An error object with status 200, as JSON, also where a stream was asked for. */
  | { kind: 'error-object' }
  /** An error as a bare sentence in the stream, as some servers send it. */
  | { kind: 'error-words' }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** A page where an answer should be. */
  | { kind: 'html' }
  /** No token counts, even on request. */
  | { kind: 'no-usage' }
  /** Parts (or a body) without an end, or one line without an end; one more `part` each time the reader took the last. */
  | { kind: 'huge'; of: 'parts' | 'line' }
  /** Never answers: from the start, after the headers, or after so many parts. */
  | { kind: 'hang'; at: 'start' | 'headers' | number }
  /** Every piece of the wire has so many bytes, whatever they cut through. */
  | { kind: 'bytes'; size: number }
  /** A model that thinks aloud first: in a field of its own, or between tags in the text. */
  | { kind: 'thinking'; as: 'reasoning_content' | 'reasoning' | 'tags' }
  /** A model that calls an unknown tool, then answers. */
  | { kind: 'tool-call' };

const problem = (message: string, code: string): string =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });

/** 429 as servers send it; `seconds` goes into `Retry-After`, null leaves it out. */
export const busy = (seconds: number | null = 1): Behaviour => ({
  kind: 'status',
  status: 429,
  ...(seconds === null ? {} : { headers: { 'retry-after': String(seconds) } }),
  body: problem('Rate limit reached', 'rate_limit_exceeded'),
});
export const keyRefused: Behaviour = {
  kind: 'status',
  status: 401,
  body: problem('Incorrect API key provided', 'invalid_api_key'),
};
export const modelUnknown: Behaviour = {
  kind: 'status',
  status: 404,
  body: problem('The model `qwen` does not exist', 'model_not_found'),
};
export const tooLong: Behaviour = {
  kind: 'status',
  status: 400,
  body: problem("This model's maximum context length is 4096 tokens", 'context_length_exceeded'),
};
export const failing = (status = 500): Behaviour => ({
  kind: 'status',
  status,
  body: problem('Something went wrong', 'server_error'),
});
/** Elsewhere is never to be visited: the address is one of this server, so that a visit would be recorded. */
export const redirect = (to: string, status = 307): Behaviour => ({
  kind: 'status',
  status,
  headers: { location: to },
  body: '',
});
