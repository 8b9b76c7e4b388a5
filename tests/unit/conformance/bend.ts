/** Lays breaches of the interface over our own gateway, each at one endpoint. */
import type { OperationId } from '#contract/operations/index.ts';
import { type Deviation, endpointOf } from '#tests/support/foreign-gateway.ts';

export type Json = Record<string, unknown>;

/** A response as a breach sees it. */
export interface Said {
  status: number;
  type: string;
  text: string;
}

export interface Breach {
  on: OperationId;
  /** Names of the checks that find it to break clients, or to take what should be refused; all remaining checks pass. */
  fails?: string[];
  takes?: string[];
  /** Changes the body before our gateway sees it: fields of JSON, or texts of a form. Undefined leaves it alone. */
  hear?: (body: Json, headers: Headers) => Json | undefined;
  /** Changes the response to a body. Undefined leaves the response alone. */
  say?: (said: Said, body: Json) => Partial<Said> | undefined;
}

/** All breaches at once: each of them meets only calls of its endpoint. */
export function bend(breaches: readonly Breach[]): Deviation {
  return async (request, pass) => {
    const id = endpointOf(request);
    const matching = breaches.filter(({ on }) => on === id);
    if (matching.length === 0) return pass();
    const { body, rebuild } = await readBody(request);
    const headers = new Headers(request.headers);
    const sentBody = matching.reduce((seen, { hear }) => hear?.(seen, headers) ?? seen, body);
    const response = await pass(rebuild(sentBody, headers));
    const said = {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
    };
    const bent = matching.reduce<Said>((seen, { say }) => ({ ...seen, ...say?.(seen, body) }), said);
    return new Response(bent.text, { status: bent.status, headers: { 'content-type': bent.type } });
  };
}

async function readBody(request: Request) {
  const { url, method } = request;
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/')) {
    const text = await request.text();
    const body = parse(text);
    return {
      body,
      rebuild: (sent: Json, headers: Headers) =>
        new Request(url, { method, headers, body: sent === body ? text || null : JSON.stringify(sent) }),
    };
  }
  const form = await request.formData();
  const body = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Json;
  return {
    body,
    rebuild(sent: Json, headers: Headers) {
      const files = [...form].filter(([, value]) => typeof value !== 'string');
      const rebuilt = new FormData();
      for (const [name, value] of [...Object.entries(sent), ...files])
        if (typeof value === 'string') rebuilt.append(name, value);
        else rebuilt.append(name, value as File);
      headers.delete('content-type');
      return new Request(url, { method, headers, body: rebuilt });
    },
  };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

/** Changes the JSON of responses that succeed. */
export const sayJson =
  (change: (body: Json, request: Json) => unknown, status = 200) =>
  (said: Said, request: Json): Partial<Said> | undefined =>
    said.status === status && said.type.startsWith('application/json')
      ? { text: JSON.stringify(change(JSON.parse(said.text) as Json, request)) }
      : undefined;

/** Changes the `Response` of an envelope. */
export const sayResponse = (change: (response: Json, request: Json) => unknown) =>
  sayJson((body, request) => ({ ...body, Response: change(body['Response'] as Json, request) }));

/** Changes the events of a stream. */
export const sayEvents =
  (change: (events: Json[]) => Json[]) =>
  (said: Said): Partial<Said> | undefined => {
    if (said.status !== 200) return undefined;
    const events = said.text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => parse(event.replace('data: ', '')));
    return {
      text: change(events)
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join(''),
    };
  };

/** Takes what should be refused: the field is changed into one that our gateway takes. */
export const take =
  (fits: (body: Json) => boolean, instead: Json) =>
  (body: Json): Json | undefined =>
    fits(body) ? { ...body, ...instead } : undefined;

/** Refuses what should be taken. */
export const refuse =
  (fits: (body: Json) => boolean, status = 400) =>
  (_: Said, body: Json): Partial<Said> | undefined =>
    fits(body)
      ? {
          status,
          type: 'application/json',
          text: JSON.stringify({ StatusCode: status, Response: 'مرفوض', Consumption: '0/0' }),
        }
      : undefined;
