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

/** Of a role that may not ask; the bot was found to be right by the calls before. */
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

/**
 * Sends the fewest calls that show which part of a connection is wrong: Capabilities, the list, unit 0, and a chat
 * completion without a message, which is refused free of charge; without that path, an answer as well.
 */
export async function probeConnection(
  candidate: Candidate,
  options: HttpClientOptions = {},
): Promise<ProbeResult> {
  const client = createGatewayClient({ ...candidate, id: 'probe' }, options);
  let capabilities: Capabilities | null;
  let supportsUnitList: boolean;
  try {
    capabilities = await fetchCapabilities(client);
    supportsUnitList = (await fetchUnits(client, { offset: 0, limit: 1, sort: '-modifiedOn' })) !== null;
  } catch (error) {
    return { ok: false, part: partAtFault(error) ?? 'baseUrl', error: toNotJsonError(candidate, error) };
  }
  try {
    await client.http.requestJson(await client.buildRequest(getUnit, { params: { knowledgeId: 0 } }));
  } catch (error) {
    const part = partAtFault(error);
    if (part !== undefined) return { ok: false, part, error: toNotJsonError(candidate, error) };
  }
  try {
    await client.http.requestJson(await client.buildRequest(chat, { body: {} }));
  } catch (error) {
    if (error instanceof NotFound) {
      // Where the documented path of answers, which has no family, is missing too, the whole address is wrong.
      if (capabilities === null && !(await servesAnswers(client)))
        return { ok: false, part: 'baseUrl', error };
      const announced = capabilities === null ? {} : { announcedFamily: capabilities.modelFamily };
      return { ok: false, part: 'modelFamily', error, ...announced };
    }
    const part = partAtFault(error);
    const isRoleDenied = error instanceof Forbidden && error.fault === ROLE_NOT_ALLOWED;
    if ((part === 'key' || part === 'bot') && !isRoleDenied) return { ok: false, part, error };
    const familyChecked = error instanceof GatewayError && [400, 402, 422, 429, 503].includes(error.status);
    return { ok: true, capabilities, supportsUnitList, familyChecked };
  }
  return { ok: true, capabilities, supportsUnitList, familyChecked: true };
}
