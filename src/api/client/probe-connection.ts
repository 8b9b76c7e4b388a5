import type { Capabilities } from '#contract/capabilities.ts';
import type { FaultCode } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import { answer } from '#contract/operations/answers.ts';
import { chat } from '#contract/operations/chat.ts';
import { getUnit } from '#contract/operations/units.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';
import {
  Forbidden,
  GatewayError,
  NotFound,
  NotJsonError,
  TooManyRequests,
  Unauthorized,
} from '#src/api/transport/gateway-errors.ts';
import type { HttpClientOptions } from '#src/api/transport/http-client.ts';
import { fetchCapabilities } from './capabilities.ts';
import { createGatewayClient, type GatewayClient } from './gateway-client.ts';
import { fetchUnits } from './units.ts';

type ConnectionPart = 'baseUrl' | 'key' | 'bot' | 'modelFamily';
export type ProbeResult =
  | { ok: true; capabilities: Capabilities | null; supportsUnitList: boolean; familyChecked: boolean }
  | { ok: false; part: ConnectionPart; error: unknown; announcedFamily?: string };

type Candidate = Omit<Connection, 'id'>;

/** Of a role that may not ask; the calls beside it judge the bot. */
const ROLE_NOT_ALLOWED: FaultCode = 'not-allowed';

/** In place of 401, once too many wrong keys came from this address. */
const LOGIN_THROTTLED: FaultCode = 'too-many-attempts';

function isBotError(error: unknown): boolean {
  if (error instanceof Forbidden) return true;
  if (!(error instanceof GatewayError) || error.status !== 400) return false;
  const named = error.field?.toLowerCase() === HEADERS.bot || error.fault === 'bot-missing';
  return named || error.message.toLowerCase().includes(HEADERS.bot);
}

/**
 * The part of the connection to blame for a failed call; undefined when the error only says "no such unit" or "no such
 * endpoint".
 */
function partAtFault(error: unknown): ConnectionPart | undefined {
  if (error instanceof GatewayError && error.json) {
    if (error instanceof Unauthorized || error.fault === LOGIN_THROTTLED) return 'key';
    if (isBotError(error)) return 'bot';
    return error.status >= 500 ? 'baseUrl' : undefined;
  }
  return 'baseUrl';
}

/** A failure without JSON does not come from a gateway, whatever its status. */
function toNotJsonError(candidate: Candidate, error: unknown): unknown {
  return error instanceof GatewayError && !error.json
    ? new NotJsonError(resolveBaseUrl(candidate), error.status)
    : error;
}

/**
 * Whether the gateway serves the path of answers. The request has no question, so the gateway refuses it free of
 * charge.
 */
async function servesAnswers(client: GatewayClient): Promise<boolean> {
  const request = client.buildRequest(answer, { body: {} });
  return client.http.requestJson(await request).then(
    () => true,
    (error: unknown) => !(error instanceof NotFound),
  );
}

type Result = PromiseSettledResult<unknown>;

/** Makes calls beside each other. A call that a limit of concurrent calls refuses is made again by itself. */
async function settleAll(calls: readonly (() => Promise<unknown>)[]): Promise<Result[]> {
  const results: Result[] = await Promise.allSettled(calls.map((call) => call()));
  for (const [index, call] of calls.entries()) {
    const result = results[index];
    if (result?.status === 'rejected' && result.reason instanceof TooManyRequests)
      results.splice(index, 1, ...(await Promise.allSettled([call()])));
  }
  return results;
}

const errorOf = (result: Result | undefined): unknown =>
  result?.status === 'rejected' ? result.reason : undefined;

/**
 * Sends the calls that show which part of a connection is wrong: Capabilities first, as each call with a wrong key
 * counts for login throttling; then beside each other the list, unit 0, and a chat completion without a message, which
 * is refused free of charge; without the path of chat, an answer as well.
 */
export async function probeConnection(
  candidate: Candidate,
  options: HttpClientOptions = {},
): Promise<ProbeResult> {
  const client = createGatewayClient({ ...candidate, id: 'probe' }, options);
  const refuse = (part: ConnectionPart, error: unknown): ProbeResult => ({
    ok: false,
    part,
    error: toNotJsonError(candidate, error),
  });
  let capabilities: Capabilities | null;
  try {
    capabilities = await fetchCapabilities(client);
  } catch (error) {
    return refuse(partAtFault(error) ?? 'baseUrl', error);
  }
  const [list, unit, completion] = await settleAll([
    () => fetchUnits(client, { offset: 0, limit: 1, sort: '-modifiedOn' }),
    () => client.buildRequest(getUnit, { params: { knowledgeId: 0 } }).then(client.http.requestJson),
    () => client.buildRequest(chat, { body: {} }).then(client.http.requestJson),
  ]);
  if (list?.status !== 'fulfilled') return refuse(partAtFault(errorOf(list)) ?? 'baseUrl', errorOf(list));
  const unitPart = unit?.status === 'rejected' ? partAtFault(unit.reason) : undefined;
  if (unitPart !== undefined) return refuse(unitPart, errorOf(unit));
  const outcome = { ok: true, capabilities, supportsUnitList: list.value !== null } as const;
  if (completion?.status !== 'rejected') return { ...outcome, familyChecked: true };
  const error: unknown = completion.reason;
  if (error instanceof NotFound) {
    // Where the documented path of answers, which has no family, is missing too, the whole address is wrong.
    if (capabilities === null && !(await servesAnswers(client))) return { ok: false, part: 'baseUrl', error };
    const announced = capabilities === null ? {} : { announcedFamily: capabilities.modelFamily };
    return { ok: false, part: 'modelFamily', error, ...announced };
  }
  const part = partAtFault(error);
  const isRoleDenied = error instanceof Forbidden && error.fault === ROLE_NOT_ALLOWED;
  if ((part === 'key' || part === 'bot') && !isRoleDenied) return { ok: false, part, error };
  const familyChecked = error instanceof GatewayError && [400, 402, 422, 429, 503].includes(error.status);
  return { ...outcome, familyChecked };
}
