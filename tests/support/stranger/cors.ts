import type { IncomingMessage, ServerResponse } from 'node:http';
import { findEndpoint } from './endpoints.ts';
import { DOCUMENTED_HEADERS } from './record.ts';
import type { Switches } from './switches.ts';

/** Lets the page that asks read the answer, unless the path is none that other origins may ask for. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, switches: Switches): void {
  const { origin } = request.headers;
  const method = request.headers['access-control-request-method'] ?? String(request.method);
  const isKnown = findEndpoint(method, request.url ?? '/', switches) !== undefined;
  if (origin !== undefined && (isKnown || switches.corsOnUnknownPaths))
    response.setHeader('access-control-allow-origin', origin);
}

/** Returns what the preflight asks for beyond the documented headers and methods, where that is refused. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  { allowedHeaders }: Switches,
): string[] {
  const requestedHeaders = request.headers['access-control-request-headers'] ?? '';
  const method = String(request.headers['access-control-request-method']);
  const isLax = allowedHeaders === 'any';
  response.setHeader('access-control-allow-headers', isLax ? requestedHeaders : allowedHeaders.join(', '));
  response.setHeader('access-control-allow-methods', isLax ? 'GET, POST, PUT, DELETE' : 'GET, POST');
  response.writeHead(204).end();
  if (isLax) return [];
  const undocumented = requestedHeaders
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && !DOCUMENTED_HEADERS.includes(name));
  return [
    ...undocumented.map((name) => `header ${name}`),
    ...(method === 'GET' || method === 'POST' ? [] : [`method ${method}`]),
  ];
}
