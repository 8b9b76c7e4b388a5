import type { IncomingMessage } from 'node:http';

/** What the interface documents (section 5), and what browsers send by themselves. */
const DOCUMENTED_HEADERS = ['content-type', 'x-user-auth', 'x-bot'];
const BY_BROWSERS =
  /^(?:accept|accept-encoding|accept-language|cache-control|connection|content-length|dnt|host|origin|pragma|priority|referer|sec-.+|transfer-encoding|user-agent)$/u;

/** A call as it came. */
export interface SeenCall {
  /** Such as `POST /api/UploadBlob`, below the prefix. */
  call: string;
  /** Parsed JSON, or the text fields of a form. */
  body: unknown;
  /** 0 until it is answered. */
  status: number;
  /** What the interface does not name: headers, query parameters and, of documented endpoints, fields. */
  undocumented: string[];
}

export function undocumentedHeaders(request: IncomingMessage): string[] {
  return Object.keys(request.headers)
    .filter((name) => !DOCUMENTED_HEADERS.includes(name) && !BY_BROWSERS.test(name))
    .map((name) => `header ${name}`);
}

/** What a preflight asks for beyond the documented headers and methods. */
export function undocumentedRequest(request: IncomingMessage): string[] {
  const asked = request.headers['access-control-request-headers'] ?? '';
  const headers = asked
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && !DOCUMENTED_HEADERS.includes(name));
  const method = request.headers['access-control-request-method'] ?? '';
  return [
    ...headers.map((name) => `header ${name}`),
    ...(method === 'GET' || method === 'POST' ? [] : [`method ${method}`]),
  ];
}

export const ALLOWED_HEADERS = DOCUMENTED_HEADERS.join(', ');
