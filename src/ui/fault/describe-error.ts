import type { TFunction } from 'i18next';
import { ContractError } from '#contract/contract-error.ts';
import { FAULTS, type FaultParameters, isFaultCode, isRetryable } from '#contract/faults.ts';
import { MODEL_PURPOSES, type ModelPurpose } from '#contract/models.ts';
import { isCauseCode, isReasonCode, REASONS, type ReasonCode } from '#contract/reasons.ts';
import type { Reason } from '#contract/unit-states.ts';
import { LEDGERS, type Ledger } from '#contract/usage.ts';
import { asClause } from '#contract/words/format.ts';
import { pageOrigin, pageUpstream } from '#src/api/transport/connection.ts';
import {
  BadRequest,
  BlockedByCspError,
  Conflict,
  CorsRefusedError,
  Forbidden,
  GatewayError,
  NotFound,
  NotJsonError,
  PaymentRequired,
  TooLarge,
  TruncatedStreamError,
  UnknownStreamFormError,
  UnreachableError,
  UnsupportedCallError,
  UnsupportedType,
} from '#src/api/transport/gateway-errors.ts';
import type { faults } from '#src/i18n/en/faults.ts';

type T = TFunction<'faults'>;
type TitleKey = keyof typeof faults.title;
const QUOTA_REMEDIES = ['calls', 'reset', 'raise'] as const;
const isLedger = (value: unknown): value is Ledger => LEDGERS.some((ledger) => ledger === value);
const isPurpose = (value: unknown): value is ModelPurpose =>
  MODEL_PURPOSES.some((purpose) => purpose === value);

type NextStep = { kind: 'connect' | 'quota' | 'retry'; label: string };

type ErrorDescription = {
  title: string;
  /** Problem and remedy, in the page's language. */
  message: string;
  /** True when the message is the gateway's own, in whatever language: to be isolated. */
  verbatim: boolean;
  next?: NextStep | undefined;
  /** What the team of the gateway needs to find the cause; not for everyone. */
  details?: string | undefined;
  /** By which the gateway's log finds the call. */
  requestId?: string | undefined;
};

const TITLE_BY_STATUS: Record<number, TitleKey> = {
  400: 'invalid',
  401: 'unauthorized',
  402: 'quota',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  413: 'tooLarge',
  415: 'unsupported',
  429: 'busy',
  502: 'behind',
  504: 'behind',
  503: 'unavailable',
};

/** By which a proxy says that the server behind it does not answer, or not in time. */
const PROXY_STATUSES: readonly number[] = [502, 504];

/** What meets every repeat alike: a refusal for what the request says, and a response that would cost again and be no better read. */
const LASTING = [
  BadRequest,
  Conflict,
  ContractError,
  Forbidden,
  NotFound,
  PaymentRequired,
  TooLarge,
  UnknownStreamFormError,
  UnsupportedCallError,
  UnsupportedType,
];

/** Whether the same request may fare better. A defect of the gateway may be gone by the time a person tries again. */
export function canRetry(error: unknown): boolean {
  if (error instanceof GatewayError && isFaultCode(error.fault))
    return isRetryable(error.fault) || error.fault === 'internal';
  return !LASTING.some((kind) => error instanceof kind);
}

/** What a status means, in a few words. */
export function statusTitle(status: number, t: T): string {
  return t(`title.${TITLE_BY_STATUS[status] ?? (status >= 500 ? 'server' : 'invalid')}`);
}

/** What sentences about quota do without. */
const OPTIONAL_PARAMETERS = new Set(['frees', 'held', 'key', 'resetsOn']);

/** Names of identity, not quantities: their digits are not grouped. */
const UNGROUPED_PARAMETERS = new Set(['id', 'status', 'path', 'header']);

/** Moments of a fault; they are worded where values are put into sentences, and the types know no moments. */
const MOMENT_PARAMETERS = new Set(['validFrom', 'validUntil']);

/** Ledger and remedy of a quota fault, as words instead of codes. */
function formatQuotaParameters(parameters: FaultParameters, t: T): Record<string, string> {
  const { ledger, frees, held, resetsOn } = parameters;
  const on = typeof resetsOn === 'string' && resetsOn !== '' ? new Date(resetsOn) : '';
  // Moments are worded where values are put into sentences, in the page's language and digits; the types know no moments.
  const values = { held: Number(held), resetsOn: on as string };
  const remedy = QUOTA_REMEDIES.find((candidate) => candidate === frees) ?? 'unknown';
  return {
    frees: t(`frees.${remedy}`, values),
    ...(isLedger(ledger) ? { ledger: t(`ledger.${ledger}`) } : {}),
  };
}

/** Parameters as sentences take them: codes worded, identities ungrouped; quantities and whole lists stay what they are. */
function formatParameters(parameters: FaultParameters, t: T): FaultParameters {
  const { more } = parameters;
  const formatList = (items: readonly string[]) =>
    typeof more === 'number' ? t('listAndMore', { list: items.join(' · '), more }) : [...items];
  const word = (name: string, value: FaultParameters[string]): FaultParameters[string] => {
    if (Array.isArray(value)) return formatList(value);
    if (MOMENT_PARAMETERS.has(name)) return new Date(String(value)) as never;
    if (name === 'purpose' && isPurpose(value)) return t(`purpose.${value}`);
    if (name === 'reason' && isCauseCode(value)) return t(`cause.${value}`);
    if (name === 'reason' && isReasonCode(value))
      return asClause(t(`reason.${value}`, valuesOf(value, parameters)));
    return UNGROUPED_PARAMETERS.has(name) ? String(value) : value;
  };
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, word(name, value)]));
}

/** The values of a reason's sentence; what a gateway left out is empty. */
function valuesOf(code: ReasonCode, parameters: FaultParameters): Record<string, string | number> {
  const names: readonly string[] = REASONS[code];
  return Object.fromEntries(
    names.map((name) => {
      const value = parameters[name] ?? '';
      return [name, typeof value === 'number' && !UNGROUPED_PARAMETERS.has(name) ? value : String(value)];
    }),
  );
}

function nextStepFor(status: number, t: T): NextStep | undefined {
  if (status === 401) return { kind: 'connect', label: t('next.connect') };
  if (status === 402) return { kind: 'quota', label: t('next.quota') };
  if (status === 429 || status >= 500) return { kind: 'retry', label: t('next.retry') };
  return undefined;
}

function hasParameters(names: readonly string[], parameters: FaultParameters): boolean {
  return names.every((name) => name in parameters || OPTIONAL_PARAMETERS.has(name));
}

function describeGatewayError(error: GatewayError, t: T): ErrorDescription {
  const { status, fault, parameters, message, requestId } = error;
  // Words of ours with holes in them are worse than words as they were sent.
  const hasOwnText =
    isFaultCode(fault) && (message === '' || hasParameters(FAULTS[fault].parameters, parameters));
  const usesOwnText = hasOwnText || message === '';
  // A gateway that meets a fault behind it says so; a page of HTML is from a proxy that got nothing from the gateway.
  const isFromProxy = !hasOwnText && message === '' && PROXY_STATUSES.includes(status);
  return {
    title: isFromProxy ? t('title.proxy') : statusTitle(status, t),
    message: hasOwnText
      ? t(`fault.${fault}`, {
          ...formatParameters(parameters, t),
          ...(status === 402 ? formatQuotaParameters(parameters, t) : {}),
        })
      : message || t(isFromProxy ? 'client.proxy' : 'client.noWords', { status: String(status) }),
    verbatim: !usesOwnText,
    requestId,
    next: nextStepFor(status, t),
  };
}

/** What went wrong, in words, with the next step that helps. */
export function describeError(error: unknown, t: T): ErrorDescription {
  if (error instanceof GatewayError) return describeGatewayError(error, t);
  const own = (title: TitleKey, message: string, next?: NextStep) => ({
    title: t(`title.${title}`),
    message,
    verbatim: false,
    next,
  });
  const retry: NextStep = { kind: 'retry', label: t('next.retry') };
  if (error instanceof CorsRefusedError) {
    const values = { baseUrl: error.baseUrl, origin: pageOrigin() };
    const upstream = pageUpstream();
    // The gateway's path may differ: `FIHRIST_UPSTREAM` leads to it all the same.
    const isPassedOn = upstream !== undefined && new URL(upstream).origin === new URL(error.baseUrl).origin;
    return own('cors', t(isPassedOn ? 'client.corsPassedOn' : 'client.cors', values), {
      kind: 'connect',
      label: t('next.connection'),
    });
  }
  if (error instanceof UnreachableError) {
    const key = error.timedOut ? 'client.timedOut' : 'client.unreachable';
    return own('unreachable', t(key, { baseUrl: error.baseUrl }), retry);
  }
  if (error instanceof BlockedByCspError)
    return own('blocked', t('client.blocked', { baseUrl: error.baseUrl }));
  if (error instanceof NotJsonError) {
    const { baseUrl, status } = error;
    const message = t('client.notJson', { baseUrl, status: String(status) });
    return own('notJson', message, { kind: 'connect', label: t('next.connect') });
  }
  if (error instanceof TruncatedStreamError) return own('cut', t('client.cut'), retry);
  if (error instanceof UnknownStreamFormError) return own('streamForm', t('client.streamForm'));
  if (error instanceof UnsupportedCallError) return own('unsupportedCall', t('client.unsupportedCall'));
  if (error instanceof ContractError) {
    const { endpoint, path, detail, isEvent } = error;
    return {
      ...own('mismatch', t(isEvent ? 'client.mismatchEvent' : 'client.mismatch')),
      details: [`${endpoint.method} ${endpoint.path}`, path, detail].filter(Boolean).join(' · '),
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { title: t('title.unknown'), message, verbatim: true };
}

type ReasonDescription = { message: string; remedy: string; verbatim: boolean };

/** Why a unit or a source failed, and what to do, each short; an unknown code keeps the gateway's own words. */
export function describeReason(reason: Reason, t: T): ReasonDescription {
  if (!isReasonCode(reason.code)) {
    return { message: reason.message || reason.code, remedy: t('remedyUnknown'), verbatim: true };
  }
  const what = t(`reason.${reason.code}`, valuesOf(reason.code, reason.parameters));
  return { message: what, remedy: t(`remedy.${reason.code}`), verbatim: false };
}
