import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { HEADERS, RESPONSE_HEADERS } from '#contract/headers.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';

const operations: readonly Operation[] = OPERATION_IDS.map((id) => OPERATIONS[id]);

/** Response headers readable by pages of another origin. */
const EXPOSED = ['Retry-After', ...RESPONSE_HEADERS];

/** Headers that they may send. */
const ALLOWED = [
  'Content-Type',
  'Accept-Language',
  HEADERS.key,
  HEADERS.bot,
  HEADERS.idempotencyKey,
  ...new Set(operations.flatMap(({ requestHeaders = [] }) => requestHeaders)),
];

/** CORS for the origins of the settings and no others. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const handle = cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: 600,
  });
  // Requests without an Origin need no CORS headers, and adding them copies the response.
  return (c, next) => (c.req.header('Origin') === undefined ? next() : handle(c, next));
}
