import { printConsumption } from '#contract/envelope.ts';
import { type FaultCode, INVALID_KEY_TEXT, printFaultParameters } from '#contract/faults.ts';
import { HEADERS, printCharge } from '#contract/headers.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import {
  GatewayFault,
  isDatabaseBusy,
  isDataDamaged,
  isDiskFull,
  StorageError,
} from '#gateway/core/errors.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Reply } from './call.ts';
import { type CallContext, ledgerOf } from './call-context.ts';

/** Retry-After while another process holds the database; most writes end within this time. */
const DATABASE_BUSY_RETRY_SECONDS = 2;
/** The store was tried several times already. */
const STORAGE_RETRY_SECONDS = 10;

/** `<used>/<total>` of a ledger of the bot, that of the operation by default; `0/0` for no bot or no ledger. */
export async function reportConsumption(
  call: Pick<CallContext, 'botId' | 'operation'> & { ports: Pick<Ports, 'ledger'> },
): Promise<string> {
  const state = call.botId ? await call.ports.ledger.state(call.botId, ledgerOf(call)) : undefined;
  return printConsumption({ used: state?.used ?? 0, total: state?.total ?? 0 });
}

/** A JSON answer with the headers that every response carries, in the envelope unless the operation's answer is plain. */
export async function respondJson(call: CallContext, { answer, headers = {} }: Reply): Promise<Response> {
  const consumption = await reportConsumption(call);
  const isPlain = call.operation?.answer.as === 'plain';
  const body = isPlain ? answer : { StatusCode: 200, Response: answer, Consumption: consumption };
  return toJson(body, 200, { ...commonHeaders(call, consumption), ...headers });
}

/** A response of the handler's own, with the headers that every response carries and it does not set. */
export async function respondFile(call: CallContext, response: Response): Promise<Response> {
  const consumption = call.botId === undefined ? undefined : await reportConsumption(call);
  for (const [name, value] of Object.entries(commonHeaders(call, consumption)))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** The envelope of a failure; what is not a `GatewayFault` is logged and answered as `internal`. */
export async function respondFault(call: CallContext, error: unknown): Promise<Response> {
  const fault = await toFault(call, error);
  const consumption = await reportConsumption(call).catch(() => '0/0');
  const headers: Record<string, string> = {
    ...commonHeaders(call, consumption),
    [HEADERS.fault]: fault.code,
    [HEADERS.faultParameters]: printFaultParameters(fault.parameters),
    ...(fault.field === undefined ? {} : { [HEADERS.faultField]: asciiOnly(fault.field).slice(0, 300) }),
    ...fault.headers,
  };
  const message = faultMessage(fault.code, fault.parameters, call.language);
  if (message !== INVALID_KEY_TEXT) headers['Content-Language'] = call.language;
  return toJson(
    { StatusCode: fault.status, Response: message, Consumption: consumption },
    fault.status,
    headers,
  );
}

/** As `Response.json`, whose headers become an object of the platform, which costs more than the rest of it. */
const toJson = (body: unknown, status: number, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

/** The same as the last event of a stream. */
export async function describeFault(call: CallContext, error: unknown): Promise<object> {
  const fault = await toFault(call, error);
  return {
    error: faultMessage(fault.code, fault.parameters, call.language),
    StatusCode: fault.status,
    fault: fault.code,
    consumption: await reportConsumption(call).catch(() => '0/0'),
  };
}

/** Headers of every response of the gateway. */
export function commonHeaders(call: CallContext, consumption?: string): Record<string, string> {
  return {
    [HEADERS.requestId]: call.requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept-Language',
    ...(consumption === undefined ? {} : { [HEADERS.consumption]: consumption }),
    ...(call.charge === undefined ? {} : { [HEADERS.charge]: printCharge(call.charge) }),
  };
}

async function toFault(call: CallContext, error: unknown): Promise<GatewayFault> {
  if (error instanceof GatewayFault) {
    if (error.cause !== undefined)
      call.ports.log.debug('call-refused', {
        fault: error.code,
        cause: describeErrorForLog(error.cause),
      });
    return error;
  }
  const { requestId, operation } = call;
  if (isDiskFull(error)) {
    await call.logFull(call.ports.log, error, { endpoint: operation?.id });
    return new GatewayFault('storage-full', {}, { cause: error });
  }
  if (isDataDamaged(error)) {
    // Logged when it is first met, which for most rows is before they get here.
    call.ports.dataDamage.recordDatabase(describeErrorForLog(error));
    call.ports.log.debug('call-refused', { fault: 'data-damaged', cause: describeErrorForLog(error) });
    return new GatewayFault('data-damaged', {}, { cause: error });
  }
  if (error instanceof Error && isDatabaseBusy(error)) {
    call.logBusy(call.ports.log, error, operation?.id);
    return retryLater('database-busy', DATABASE_BUSY_RETRY_SECONDS, error);
  }
  if (error instanceof StorageError) {
    call.ports.log.error('storage-failed', { endpoint: operation?.id, ...describeErrorForLog(error) });
    return retryLater('storage-unavailable', STORAGE_RETRY_SECONDS, error);
  }
  call.ports.log.error('call-failed', { endpoint: operation?.id, ...describeErrorForLog(error) });
  return new GatewayFault('internal', { requestId }, { cause: error });
}

function retryLater(code: FaultCode, seconds: number, cause: unknown): GatewayFault {
  return new GatewayFault(code, { seconds }, { headers: { 'Retry-After': String(seconds) }, cause });
}

/** Header values are ASCII; the contract's own field names are anyway. */
function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
