import { HEADERS } from '#contract/headers.ts';
import type { Operation } from '#contract/operations/operation.ts';

/** One part of a form: text, or a file with its bytes. */
export type FormPart =
  | { name: string; value: string }
  | { name: string; file: Uint8Array<ArrayBuffer>; fileName: string; type: string };

/** What a check sends. Path names that are not given are the bot and the model family. */
export interface Call {
  operation: Operation;
  params?: Readonly<Record<string, string>>;
  query?: string;
  json?: unknown;
  /** A body as it is, sent as JSON. */
  raw?: string;
  form?: readonly FormPart[];
  /** Headers in place of the usual two; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>;
}

export interface Target {
  /** Without a slash at the end; may have a path of its own. */
  baseUrl: string;
  key: string;
  bot: string;
  modelFamily: string;
}

export function urlOf(
  { baseUrl, bot, modelFamily }: Target,
  { operation, params, query = '' }: Call,
): string {
  const values: Record<string, string> = { botId: bot, Model: modelFamily, ...params };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return baseUrl + path + query;
}

/** The request of a call, as `fetch` takes it. */
export function requestOf(target: Target, call: Call): Request {
  const headers = new Headers({ [HEADERS.key]: target.key, [HEADERS.bot]: target.bot });
  for (const [name, value] of Object.entries(call.headers ?? {}))
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  const body = bodyOf(call);
  if (typeof body === 'string') headers.set('Content-Type', 'application/json');
  return new Request(urlOf(target, call), {
    method: call.operation.method,
    headers,
    body,
    // A redirect to another host would take the key along.
    redirect: 'manual',
  });
}

function bodyOf({ json, raw, form }: Call): string | FormData | null {
  if (raw !== undefined) return raw;
  if (form === undefined) return json === undefined ? null : JSON.stringify(json);
  const data = new FormData();
  for (const part of form)
    if ('file' in part) data.append(part.name, new File([part.file], part.fileName, { type: part.type }));
    else data.append(part.name, part.value);
  return data;
}
