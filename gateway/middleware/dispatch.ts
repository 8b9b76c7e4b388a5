import { ENDPOINTS, type Endpoint, type EndpointId } from '#contract/endpoints.ts';
import { HEADERS } from '#contract/headers.ts';
import { IDEMPOTENCY_KEY_LIMIT } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { Change, StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { type Deed, recordDeed } from '#gateway/services/audit/audit.ts';
import * as z from 'zod/mini';
import { auditedSubject } from './audited-subject.ts';
import { findBot, findCaller } from './authenticate.ts';
import type { Binding } from './bind.ts';
import type { Call, Result } from './call.ts';
import type { Meter } from './meter.ts';
import { checkFormType, checkJsonType, readJson } from './read-json.ts';
import type { CallFacts } from './respond.ts';
import { validate } from './validate.ts';

/** Nobody: stands for the caller of endpoints that a code or a signature proves. */
const NOBODY: StoredKey = {
  id: '',
  hash: '',
  prefix: '',
  name: '',
  role: 'monitor',
  bots: [],
  allBots: false,
  caps: {},
  family: '',
  rotatedOn: null,
  createdOn: new Date(0),
  expiresOn: null,
  lastUsedOn: null,
  revokedOn: null,
  madeBy: 'code',
};

/** What precedes routing for every call: 401, 400 for `x-bot`, 403 for the bot; and 403 for the role once it is known. */
export async function admit(
  ports: Ports,
  request: Request,
  facts: CallFacts,
  endpoint?: Endpoint,
): Promise<StoredKey> {
  if (endpoint && endpoint.proof !== 'key') return NOBODY;
  const key = await findCaller(ports, request.headers);
  facts.admitted?.();
  // Known from here on, so that a refusal is told of whose it is.
  facts.keyId = key.id;
  facts.family = key.family;
  const bot = await findBot(ports, key, request.headers);
  facts.botId = bot.id;
  if (endpoint && !endpoint.roles.includes(key.role)) throw new GatewayFault('not-allowed');
  if (endpoint?.needsActiveBot && bot.archivedOn) throw new GatewayFault('bot-archived');
  return key;
}

/** The rest of the order, then the work: 415, 413, 400 for body and path; the handler itself begins 429 and 402. */
export async function serve(
  ports: Ports,
  id: EndpointId,
  binding: Binding,
  request: Request,
  path: Record<string, string>,
  facts: CallFacts,
  meterOf: (botId: number, key: StoredKey) => Meter,
): Promise<{ result: Result; finish: () => Promise<void>; stop: () => void }> {
  const endpoint: Endpoint = ENDPOINTS[id];
  facts.endpoint = id;
  facts.ledger = endpoint.ledger;
  const key = await admit(ports, request, facts, endpoint);
  const botId = facts.botId ?? 0;
  const body = await takeBody(endpoint, binding, request, facts);
  if (endpoint.proof === 'key' && path['botId'] !== undefined) checkPathBot(path['botId'], botId);
  const query = binding.query
    ? validate(binding.query, Object.fromEntries(new URL(request.url).searchParams), facts.language)
    : undefined;
  const meter = meterOf(botId, key);
  const over = new AbortController();
  const stop = (): void => over.abort(new GatewayFault('caller-left'));
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop, { once: true });
  const finish = async () => {
    const charge = await meter.finish();
    if (endpoint.spends) facts.charge = charge;
  };
  const work = (audit: (change: Change) => void): Promise<Result> =>
    binding.handle({ ...call, audit } as Call<never, never>);
  const call: Omit<Call, 'audit'> = {
    ports,
    endpointId: id,
    endpoint,
    request,
    signal: over.signal,
    requestId: facts.requestId,
    language: facts.language,
    key,
    botId,
    values: path,
    idempotencyKey: endpoint.idempotent ? readIdempotencyKey(request, facts) : null,
    body,
    query,
    origin: ports.settings.publicUrl ?? new URL(request.url).origin,
    enter: () => meter.enter(),
    begin: (most) => meter.begin(most),
  };
  try {
    const result = endpoint.audited
      ? await recordDeed(ports, deedOf(call, facts), work, { noteFirst: endpoint.proof === 'key' })
      : await work(() => untold(endpoint));
    return { result, finish, stop };
  } catch (error) {
    await finish();
    throw error;
  }
}

/** Who is about to change what. A call that no key proves is not noted before: it may come from anybody. */
function deedOf(
  { ports, endpoint, endpointId, key, values, botId, requestId }: Omit<Call, 'audit'>,
  { address }: CallFacts,
): Deed {
  return {
    botId: botId || ports.settings.botId,
    actor: { kind: 'key', keyId: key.id, name: key.name },
    address,
    requestId,
    action: endpointId,
    subject: auditedSubject(endpoint, values),
  };
}

function untold({ path }: Endpoint): never {
  throw new Error(`the registry does not know that ${path} changes anything`);
}

async function takeBody(
  endpoint: Endpoint,
  binding: Binding,
  request: Request,
  facts: CallFacts,
): Promise<unknown> {
  if (endpoint.body === 'form') checkFormType(request.headers);
  if (endpoint.body !== 'json' && endpoint.body !== 'optional-json') return undefined;
  const optional = endpoint.body === 'optional-json';
  // Only what is sent has a type: without a header there may still be an empty body.
  if (!optional || request.headers.has('content-type')) checkJsonType(request.headers);
  const limit = endpoint.jsonBytes;
  const json = await readJson(request, { optional, ...(limit === undefined ? {} : { limitBytes: limit }) });
  return binding.body ? validate(binding.body, json, facts.language) : json;
}

const idempotencySchema = z.object({
  [HEADERS.idempotencyKey]: z.string().check(z.maxLength(IDEMPOTENCY_KEY_LIMIT)),
});

/** An empty key counts as none. */
function readIdempotencyKey({ headers }: Request, { language }: CallFacts): string | null {
  const key = headers.get(HEADERS.idempotencyKey)?.trim() ?? '';
  if (key === '') return null;
  return validate(idempotencySchema, { [HEADERS.idempotencyKey]: key }, language)[HEADERS.idempotencyKey];
}

function checkPathBot(path: string, header: number): void {
  if (!/^\d{1,16}$/.test(path) || Number(path) !== header)
    throw new GatewayFault('bot-differs', { path, header }, { field: 'botId' });
}
