import type { Capabilities } from '#contract/capabilities.ts';
import { pathOf } from '#contract/endpoints.ts';
import type { FaultCode } from '#contract/faults.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Connection } from './connection.ts';
import { baseOf } from './connection.ts';
import { Forbidden, GatewayError, NotFound, NotJson, Unauthorized } from './errors.ts';
import { createGatewayClient } from './gateway-client.ts';
import type { HttpOptions } from './http.ts';
import { createHttp } from './http.ts';

export type ConnectionPart = 'baseUrl' | 'key' | 'bot' | 'modelFamily';
export type ProbeResult =
  | { ok: true; capabilities: Capabilities | null; hasList: boolean; familyChecked: boolean }
  | { ok: false; part: ConnectionPart; error: unknown; announcedFamily?: string };

type Candidate = Omit<Connection, 'id'>;

/** Of a role that may not ask; the bot was found to be right by the calls before. */
const NOT_FOR_THE_ROLE: FaultCode = 'not-allowed';

/** In place of 401, once too many wrong keys came from this address. */
const TOO_MANY_WRONG: FaultCode = 'too-many-wrong-keys';

function blamesBot(error: unknown): boolean {
  if (error instanceof Forbidden) return true;
  if (!(error instanceof GatewayError) || error.status !== 400) return false;
  const named = error.field?.toLowerCase() === HEADERS.bot || error.fault === 'bot-missing';
  return named || error.message.toLowerCase().includes(HEADERS.bot);
}

/** Which part a failed call blames; undefined when it only says "no such unit" or "no such endpoint". */
function blamedPart(error: unknown): ConnectionPart | undefined {
  if (error instanceof GatewayError && error.json) {
    if (error instanceof Unauthorized || error.fault === TOO_MANY_WRONG) return 'key';
    if (blamesBot(error)) return 'bot';
    return error.status >= 500 ? 'baseUrl' : undefined;
  }
  return 'baseUrl';
}

/** A failure without JSON was not said by a gateway, whatever its status. */
function asNotJson(candidate: Candidate, error: unknown): unknown {
  return error instanceof GatewayError && !error.json ? new NotJson(baseOf(candidate), error.status) : error;
}

/**
 * Asks a gateway the least that tells which part of a connection is wrong: Capabilities, the list, unit 0, and a chat
 * completion without a message, which is refused before it can cost anything.
 */
export async function probeConnection(candidate: Candidate, options: HttpOptions = {}): Promise<ProbeResult> {
  const client = createGatewayClient({ ...candidate, id: 'probe' }, options);
  const http = createHttp(candidate, options);
  let capabilities: Capabilities | null;
  let hasList: boolean;
  try {
    capabilities = await client.capabilities();
    hasList = (await client.listUnits({ offset: 0, limit: 1, sort: '-modifiedOn' })) !== null;
  } catch (error) {
    return { ok: false, part: blamedPart(error) ?? 'baseUrl', error: asNotJson(candidate, error) };
  }
  try {
    await http.call({ method: 'GET', path: pathOf('getUnit', { knowledgeId: 0 }) });
  } catch (error) {
    const part = blamedPart(error);
    const words =
      error instanceof GatewayError && !error.json ? new NotJson(baseOf(candidate), error.status) : error;
    if (part !== undefined) return { ok: false, part, error: words };
  }
  try {
    const path = pathOf('chat', { Model: candidate.modelFamily });
    await http.call({ method: 'POST', path, json: {} });
  } catch (error) {
    if (error instanceof NotFound) {
      const announced = capabilities === null ? {} : { announcedFamily: capabilities.modelFamily };
      return { ok: false, part: 'modelFamily', error, ...announced };
    }
    const part = blamedPart(error);
    const mayNotAsk = error instanceof Forbidden && error.fault === NOT_FOR_THE_ROLE;
    if ((part === 'key' || part === 'bot') && !mayNotAsk) return { ok: false, part, error };
    const familyChecked = error instanceof GatewayError && [400, 402, 422, 429, 503].includes(error.status);
    return { ok: true, capabilities, hasList, familyChecked };
  }
  return { ok: true, capabilities, hasList, familyChecked: true };
}
