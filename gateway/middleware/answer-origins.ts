import { HEADERS } from '#contract/headers.ts';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/** Headers of ours that pages of another origin may read. */
const EXPOSED = [
  HEADERS.consumption,
  HEADERS.requestId,
  HEADERS.fault,
  HEADERS.faultField,
  HEADERS.faultParameters,
  HEADERS.skippedIndexes,
  HEADERS.answerer,
  HEADERS.answerKind,
  HEADERS.answerFallback,
  HEADERS.answerModel,
  HEADERS.answerSearch,
  HEADERS.answerSupport,
  HEADERS.quotedDocuments,
  HEADERS.charge,
  HEADERS.historyDropped,
];

/** CORS for the origins of the settings and no others. */
export function answerOrigins(origins: readonly string[]): MiddlewareHandler {
  const answerOrigin = cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'Content-Type',
      'Accept-Language',
      'If-Match',
      'Range',
      HEADERS.key,
      HEADERS.bot,
      HEADERS.answerer,
      HEADERS.answerDetail,
      HEADERS.idempotencyKey,
    ],
    exposeHeaders: ['ETag', 'Retry-After', 'Content-Range', 'Content-Disposition', ...EXPOSED],
    maxAge: 600,
  });
  // Only pages of another origin are told what they may read; the others' answers need not be made twice for it.
  return (c, next) => (c.req.header('Origin') === undefined ? next() : answerOrigin(c, next));
}
