/** The order of checks of a call, from its arrival to its response: `STEPS`, read from top to bottom. */
import * as z from 'zod/mini';
import { FAULTS } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { IDEMPOTENCY_KEY_LIMIT } from '#contract/limits.ts';
import { findNul } from '#contract/refuse-nul.ts';
import { hasRight } from '#contract/rights.ts';
import { findFullDisk, requireSpace } from '#gateway/core/disk-space.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import { isRemembered } from '#gateway/modules/access/services/idempotency.ts';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { type AuditEvent, recordAuditEvent } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import { authoriseBot, identify, wasIdentified } from './authenticate.ts';
import type { AnyOperation, Call, EventReply, Handlers, Result } from './call.ts';
import { type CallContext, ledgerOf } from './call-context.ts';
import { type ChargeMeter, createChargeMeter } from './charge-meter.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { beginAttempt, delayRejection, type LoginThrottle } from './login-throttle.ts';
import { methodsOf } from './match-path.ts';
import { checkFormType, checkJsonType, readJson } from './read-json.ts';
import { respondFault, respondFile, respondJson } from './respond.ts';
import { respondEvents } from './event-stream.ts';
import type { CallTracker } from './track-call.ts';
import { validate } from './validate.ts';
import { withinReserve } from './within-reserve.ts';

/** What the calls of a gateway share. */
export interface Shared {
  handlers: Handlers;
  limiter: ConcurrencyLimiter;
  throttle: LoginThrottle;
  /** Aborted when the gateway takes no new calls. */
  stopping: AbortSignal | undefined;
  /** Aborted when the gateway waits no longer for streams. */
  closing: AbortSignal | undefined;
  /** Called for a call that is refused, once its bot is known. */
  onRefused(botId: number, ledger: LedgerKind, error: unknown, family: string | undefined): void;
  /** Called for a call that failed, once its bot is known. */
  onFailed(failure: { botId: number; status: number; fault: string; action: string; keyId: string }): void;
}

/** A call on its way through the steps. */
export interface PipelineCall extends CallContext {
  tracker: CallTracker;
  path: string;
  /** Operations of the path, whatever their method. */
  candidates: readonly AnyOperation[];
  /** Names in the path with their values, decoded. */
  pathValues: Record<string, string>;
  /** Look-up of a key that may be wrong. */
  attempt?: { end(): void };
  isArchived?: boolean;
  body?: unknown;
  input?: { params: unknown; query: unknown; idempotencyKey: string | null };
  /** Runs the handler and records in the audit log what it changed. */
  recordChanges?: (work: Work) => Promise<Result>;
  meter?: ChargeMeter;
  /** Aborts the work of the handler. */
  stop?: () => void;
  result?: Result;
  response?: Response;
}

type Step = (
  call: PipelineCall,
  shared: Shared,
) => Partial<PipelineCall> | undefined | Promise<Partial<PipelineCall> | undefined>;

/** CORS precedes them (`cors.ts`): a preflight request carries no key. */
const STEPS: readonly Step[] = [
  refuseWhenStopping, // 503
  throttleLogins, //    429 while too many keys of the address are being rejected
  authenticate, //      401
  selectBot, //         400 without x-bot, 403 for a bot that the key is not for
  authorise, //         403 by the role of the key, or by an archived bot
  route, //             404, 405
  parseBody, //         415, 413, 400
  parseInput, //        400 for path, query and headers; 404 for a path that can name nothing
  leaveReserve, //      507 for what brings in data where only the reserve of the disk is left
  openAudit, //         the intent of a change, before it is made
  openMeter, //         429, then 402: when the handler takes a slot and reserves what the call can cost
  handle,
  settle,
  respond,
];

/** Runs the steps; a fault at any of them becomes the response. */
export async function runPipeline(call: PipelineCall, shared: Shared): Promise<Response> {
  try {
    for (const step of STEPS) Object.assign(call, await step(call, shared));
    if (!call.response) throw new Error('no step responded');
    return call.response;
  } catch (error) {
    return await refuse(call, shared, error);
  } finally {
    call.attempt?.end();
  }
}

/** The response to a fault, after the delay of a rejected key. */
export async function refuse(call: PipelineCall, shared: Shared, error: unknown): Promise<Response> {
  if (call.botId !== undefined) shared.onRefused(call.botId, ledgerOf(call), error, call.key?.family);
  return respondFault(call, await delayRejection(error, shared.throttle, call, shared.stopping));
}

/** Log, metrics and failure count of a call that has its response. */
export function trackResponse(call: PipelineCall, shared: Shared, response: Response): void {
  call.tracker.answered(response);
  const { status, headers } = response;
  if (status >= 400 && status !== FAULTS['client-disconnected'].status)
    countFailure(call, shared, status, headers.get(HEADERS.fault) ?? '');
}

function countFailure(
  { botId, operation, key }: CallContext,
  shared: Shared,
  status: number,
  fault: string,
): void {
  // Failures before the bot is known belong to nobody.
  if (botId !== undefined)
    shared.onFailed({ botId, status, fault, action: operation?.id ?? '', keyId: key?.family ?? '' });
}

function refuseWhenStopping(_: PipelineCall, { stopping }: Shared): undefined {
  if (stopping?.aborted) throw new GatewayFault('shutting-down');
}

async function throttleLogins(call: PipelineCall, { throttle }: Shared) {
  const { ports, request, candidates, address } = call;
  const secret = needsKey(call) ? request.headers.get(HEADERS.key) : null;
  const isAttempt = secret
    ? !(await wasIdentified(ports, secret))
    : candidates.some(({ credential }) => credential === 'code');
  return isAttempt ? { attempt: beginAttempt(throttle, address) } : undefined;
}

/** Where a code, a signature or nothing takes the place of a key, the handler checks it. */
const needsKey = ({ operation }: CallContext): boolean => !operation || operation.credential === 'key';

async function authenticate(call: PipelineCall) {
  if (!needsKey(call)) return undefined;
  const key = await identify(call.ports, call.request.headers);
  // Ended before the work, which may take long.
  call.attempt?.end();
  return { key };
}

async function selectBot({ ports, request, key }: PipelineCall) {
  if (!key) return undefined;
  const bot = await authoriseBot(ports, key, request.headers);
  return { botId: bot.id, isArchived: bot.archivedOn !== null };
}

function authorise({ operation, key, isArchived }: PipelineCall): undefined {
  if (!operation || !key) return;
  if (!hasRight(key.role, operation.right)) throw new GatewayFault('not-allowed');
  if (operation.requiresActiveBot && isArchived) throw new GatewayFault('bot-archived');
}

function route({ operation, candidates, request, path }: PipelineCall): undefined {
  if (operation) return;
  if (candidates.length === 0) throw new GatewayFault('no-such-endpoint', { path });
  const allowed = candidates.flatMap(methodsOf).join(', ');
  throw new GatewayFault(
    'method-not-allowed',
    { method: request.method, allowed },
    { headers: { Allow: allowed } },
  );
}

async function parseBody(call: PipelineCall) {
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

function parseInput(call: PipelineCall) {
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
  const nul = parsed.success ? findNul(parsed.data) : undefined;
  if (parsed.success && !nul) return parsed.data;
  const name = String((nul ?? parsed.error?.issues[0])?.path[0] ?? '');
  if (!notFound) throw new Error(`no fault for a wrong ${name} of ${id}`);
  throw new GatewayFault(
    notFound,
    notFound === 'no-such-endpoint' ? { path } : { id: pathValues[name] ?? '' },
  );
}

/** Whether the call brings in data, by its operation and by its body. */
function addsData({ operation, body }: PipelineCall): boolean {
  const adds = operation?.addsData ?? false;
  if (typeof adds === 'boolean') return adds;
  return typeof body === 'object' && body !== null && adds.with in body;
}

/** The rest of the call cannot get into the reserve either. */
async function leaveReserve(call: PipelineCall) {
  if (!addsData(call)) return undefined;
  const { ports, request } = call;
  const bytes = Number(request.headers.get('content-length') ?? 0);
  let space = ports.diskSpace;
  // A repeat gets its first result. The bytes that it brings are compared and removed: half of the reserve is for them.
  if ((await findFullDisk(space, bytes)) && (await isRepeat(call)))
    space = { ...space, reserveBytes: space.reserveBytes / 2 };
  await requireSpace(space, bytes);
  return { ports: { ...ports, blobs: withinReserve(ports.blobs, space) } };
}

async function isRepeat({ ports, botId = 0, key, input, operation }: PipelineCall): Promise<boolean> {
  const request = {
    botId,
    keyId: key?.id ?? '',
    action: operation?.id ?? '',
    key: input?.idempotencyKey ?? null,
  };
  return isRemembered(ports, request);
}

/** A call that no key proves leaves no intent: anybody may make it. */
function openAudit(call: PipelineCall) {
  const operation = routed(call);
  if (!operation.audited)
    return {
      recordChanges: (work: Work) =>
        work(() => {
          throw new Error(`${operation.id} is not audited, but changes something`);
        }),
    };
  const { ports, requestId, address, pathValues, botId } = call;
  const { id, name } = call.key ?? ANONYMOUS;
  const event: AuditEvent = {
    botId: botId ?? ports.settings.botId,
    actor: { kind: 'key', keyId: id, name },
    address,
    requestId,
    action: operation.id,
    subject: auditedSubject(operation, pathValues),
  };
  const options = { opensIntent: needsKey(call) };
  return { recordChanges: (work: Work) => recordAuditEvent(ports, event, work, options) };
}

/** What a call is about to change, as far as its path says. */
export function auditedSubject(
  { path, audited }: Pick<AnyOperation, 'path' | 'audited'>,
  values: Record<string, string>,
): Pick<AuditSubject, 'kind' | 'id'> {
  if (!audited) throw new Error(`${path} changes nothing`);
  const { kind, param = '' } = audited;
  return { kind, id: (values[param] ?? '').slice(0, 100) };
}

function openMeter(call: PipelineCall, { limiter }: Shared) {
  const { ports, requestId, botId = 0, key = ANONYMOUS, request } = call;
  const { id: action, ledger } = routed(call);
  const metered = { botId, key, ledger, requestId, action, left: request.signal };
  return { meter: createChargeMeter(ports, limiter, metered) };
}

async function handle(call: PipelineCall, { handlers }: Shared) {
  const { ports, request, requestId, language, botId = 0, key = ANONYMOUS, body, input, meter } = call;
  const { recordChanges } = call;
  const operation = routed(call);
  if (!input || !meter || !recordChanges) throw new Error('a step is missing');
  const work = new AbortController();
  const stop = (): void => work.abort(new GatewayFault('client-disconnected'));
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop, { once: true });
  const given: Omit<Call, 'audit'> & { params: unknown; query: unknown; body: unknown } = {
    ...input,
    body,
    ports,
    operation,
    request,
    signal: work.signal,
    requestId,
    language,
    key,
    botId,
    origin: ports.settings.publicUrl ?? new URL(request.url).origin,
    acquireSlot: () => meter.enter(),
    requireLeft: (amount) => meter.requireLeft(amount),
    reserve: (most) => meter.begin(most),
  };
  // Handler and input belong to the same operation, which types cannot follow through the table.
  const handler = handlers[operation.id] as (call: unknown) => Promise<Result>;
  try {
    return { stop, result: await recordChanges((audit) => handler({ ...given, audit })) };
  } catch (error) {
    Object.assign(call, await settleCharge(call));
    throw error;
  }
}

/** A stream is settled when it ends. */
async function settle(call: PipelineCall) {
  return isStream(call.result) ? undefined : settleCharge(call);
}

async function settleCharge(call: PipelineCall) {
  const charge = await call.meter?.finish();
  return charge && routed(call).charged ? { charge } : undefined;
}

async function respond(call: PipelineCall, shared: Shared) {
  const { result, tracker, stop = () => {} } = call;
  if (!result) throw new Error('no result');
  if (result instanceof Response) return { response: await respondFile(call, result) };
  if (!isStream(result)) return { response: await respondJson(call, result) };
  const response = await respondEvents(call, result, {
    closing: shared.closing,
    stop,
    settle: async () => void Object.assign(call, await settleCharge(call)),
    onEnd(outcome, error) {
      tracker.streamed(outcome, error);
      if (outcome !== 'failed') return;
      const known = error instanceof GatewayFault;
      countFailure(call, shared, known ? error.status : 500, known ? error.code : 'internal');
    },
  });
  return { response };
}

type Work = (audit: Call['audit']) => Promise<Result>;

/** The key of calls that need none. */
const ANONYMOUS: StoredKey = {
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
  createdBy: 'code',
};

/** The operation of a call that `route` let pass. */
function routed({ operation }: CallContext): AnyOperation {
  if (!operation) throw new Error('the call is not routed');
  return operation;
}

const isStream = (result: Result | undefined): result is EventReply =>
  result !== undefined && !(result instanceof Response) && 'events' in result;
