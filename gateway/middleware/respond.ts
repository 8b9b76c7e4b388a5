import type { Endpoint, EndpointId } from '#contract/endpoints.ts';
import { printConsumption } from '#contract/envelope.ts';
import { INVALID_KEY_TEXT, printFaultParameters } from '#contract/faults.ts';
import { type ChargeFigure, HEADERS, printCharge } from '#contract/headers.ts';
import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault, isBusy } from '#gateway/errors.ts';
import type { Language } from '#gateway/messages/language.ts';
import { wordFault } from '#gateway/messages/words.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';

/** Where another process holds the database: what it does is mostly over within this. */
const BUSY_SECONDS = 2;

/** What is known of a call so far, for its headers, its envelope and its line in the log. */
export interface CallFacts {
  requestId: string;
  language: Language;
  endpoint?: EndpointId;
  botId?: number;
  keyId?: string;
  /** The key's family: use and failures go by it. */
  family?: string;
  ledger: LedgerKind;
  /** What the call cost, once it is known; absent where the endpoint spends nothing. */
  charge?: ChargeFigure;
  /** Where the call comes from, as an IP address; '' where no socket tells. */
  address: string;
  /** To be called once the key is known to be right. */
  admitted?: () => void;
}

/** `<used>/<total>` of the call's ledger; `0/0` before it is known whose it is, or where there is none. */
export async function reportConsumption(
  ports: Ports,
  facts: Pick<CallFacts, 'botId' | 'ledger'>,
): Promise<string> {
  const state = facts.botId ? await ports.ledger.state(facts.botId, facts.ledger) : undefined;
  return printConsumption({ used: state?.used ?? 0, total: state?.total ?? 0 });
}

/** A JSON answer with the headers that every response carries. */
export async function respondJson(
  ports: Ports,
  facts: CallFacts,
  answer: Endpoint['answer'],
  response: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const consumption = await reportConsumption(ports, facts);
  const body =
    answer === 'plain' ? response : { StatusCode: 200, Response: response, Consumption: consumption };
  return Response.json(body, { headers: { ...commonHeaders(facts, consumption), ...headers } });
}

/** The envelope of a failure; what is not a `GatewayFault` is logged and answered as `internal`. */
export async function respondFault(ports: Ports, facts: CallFacts, error: unknown): Promise<Response> {
  const fault = toFault(ports, facts, error);
  const consumption = await reportConsumption(ports, facts).catch(() => '0/0');
  const headers: Record<string, string> = {
    ...commonHeaders(facts, consumption),
    [HEADERS.fault]: fault.code,
    [HEADERS.faultParameters]: printFaultParameters(fault.parameters),
    ...(fault.field === undefined ? {} : { [HEADERS.faultField]: asciiOnly(fault.field).slice(0, 300) }),
    ...fault.headers,
  };
  const message = wordFault(fault.code, fault.parameters, facts.language);
  if (message !== INVALID_KEY_TEXT) headers['Content-Language'] = facts.language;
  return Response.json(
    { StatusCode: fault.status, Response: message, Consumption: consumption },
    { status: fault.status, headers },
  );
}

/** The same as the last event of a stream. */
export async function describeFault(ports: Ports, facts: CallFacts, error: unknown): Promise<object> {
  const fault = toFault(ports, facts, error);
  return {
    error: wordFault(fault.code, fault.parameters, facts.language),
    StatusCode: fault.status,
    fault: fault.code,
    consumption: await reportConsumption(ports, facts).catch(() => '0/0'),
  };
}

/** Headers of every response of the gateway. */
export function commonHeaders(facts: CallFacts, consumption?: string): Record<string, string> {
  return {
    [HEADERS.requestId]: facts.requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Language',
    ...(consumption === undefined ? {} : { [HEADERS.consumption]: consumption }),
    ...(facts.charge === undefined ? {} : { [HEADERS.charge]: printCharge(facts.charge) }),
  };
}

function toFault(ports: Ports, facts: CallFacts, error: unknown): GatewayFault {
  if (error instanceof GatewayFault) {
    if (error.cause !== undefined)
      ports.log.debug('call-refused', {
        fault: error.code,
        cause: errorFacts(error.cause),
      });
    return error;
  }
  if (isFull(error)) return new GatewayFault('storage-full', {}, { cause: error });
  if (isBusy(error)) {
    const headers = { 'Retry-After': String(BUSY_SECONDS) };
    return new GatewayFault('data-busy', { seconds: BUSY_SECONDS }, { headers, cause: error });
  }
  const { requestId, endpoint } = facts;
  ports.log.error('call-failed', { endpoint, ...errorFacts(error) });
  return new GatewayFault('internal', { requestId }, { cause: error });
}

/** Header values are ASCII; the contract's own field names are anyway. */
function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}

/** A full disk, as Node and as SQLite say it. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOSPC') || ('errcode' in error && error.errcode === 13);
}
