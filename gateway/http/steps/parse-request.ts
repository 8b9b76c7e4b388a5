/** What is asked for: the operation, its body, path, query and headers: 404, 405, 415, 413, 400. */
import * as z from 'zod/mini';
import { HEADERS } from '#contract/headers.ts';
import { IDEMPOTENCY_KEY_LIMIT } from '#contract/limits.ts';
import { findUnstorable } from '#contract/refuse-unstorable.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { AnyOperation } from '#gateway/http/call.ts';
import { methodsOf } from '#gateway/http/match-path.ts';
import { needsKey, type PipelineCall, routed } from '#gateway/http/pipeline-call.ts';
import { checkFormType, checkJsonType, readJson } from '#gateway/http/read-json.ts';
import { validate } from '#gateway/http/validate.ts';

export function route({ operation, candidates, request, path }: PipelineCall): undefined {
  if (operation) return;
  if (candidates.length === 0) throw new GatewayFault('no-such-endpoint', { path });
  const allowed = candidates.flatMap(methodsOf).join(', ');
  throw new GatewayFault(
    'method-not-allowed',
    { method: request.method, allowed },
    { headers: { Allow: allowed } },
  );
}

export async function parseBody(call: PipelineCall) {
  const { request, language } = call;
  const { body } = routed(call);
  if (body.form === 'multipart') checkFormType(request.headers);
  if (body.form !== 'json' && body.form !== 'optional-json') return undefined;
  const optional = body.form === 'optional-json';
  // Only what is sent has a type: without a header there may still be an empty body.
  if (!optional || request.headers.has('content-type')) checkJsonType(request.headers);
  const { maxBytes: limitBytes } = body;
  const json = await readJson(request, { optional, ...(limitBytes === undefined ? {} : { limitBytes }) });
  return { body: validate(body.schema, json, language) };
}

export function parseInput(call: PipelineCall) {
  const { request, language, pathValues, botId } = call;
  const operation = routed(call);
  if (needsKey(call) && pathValues['botId'] !== undefined) checkPathBot(pathValues['botId'], botId ?? 0);
  const query =
    operation.query &&
    validate(operation.query, Object.fromEntries(new URL(request.url).searchParams), language);
  const idempotencyKey = operation.idempotent ? readIdempotencyKey(call) : null;
  return { input: { query, idempotencyKey, params: parseParams(call, operation) } };
}

function checkPathBot(path: string, header: number): void {
  if (!/^\d{1,16}$/.test(path) || Number(path) !== header)
    throw new GatewayFault('bot-differs', { path, header }, { field: 'botId' });
}

const idempotencySchema = z.object({
  [HEADERS.idempotencyKey]: z.string().check(z.maxLength(IDEMPOTENCY_KEY_LIMIT)),
});

/** An empty key counts as none. */
function readIdempotencyKey({ request, language }: PipelineCall): string | null {
  const key = request.headers.get(HEADERS.idempotencyKey)?.trim() ?? '';
  if (key === '') return null;
  return validate(idempotencySchema, { [HEADERS.idempotencyKey]: key }, language)[HEADERS.idempotencyKey];
}

/** Names in the path; a value that nothing can have, such as a text for an id, is not found. */
function parseParams(
  { ports, path, pathValues }: PipelineCall,
  { params, notFound, id }: AnyOperation,
): unknown {
  // The model family is a literal segment here.
  const parsed = params?.safeParse({ Model: ports.settings.modelFamily, ...pathValues });
  if (!parsed) return {};
  const unstorable = parsed.success ? findUnstorable(parsed.data) : undefined;
  if (parsed.success && !unstorable) return parsed.data;
  const name = String((unstorable ?? parsed.error?.issues[0])?.path[0] ?? '');
  if (!notFound) throw new Error(`no fault for a wrong ${name} of ${id}`);
  throw new GatewayFault(
    notFound,
    notFound === 'no-such-endpoint' ? { path } : { id: pathValues[name] ?? '' },
  );
}
