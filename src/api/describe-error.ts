import type { TFunction } from 'i18next';
import type { FaultParameters } from '#contract/faults.ts';
import { FAULTS, isFaultCode } from '#contract/faults.ts';
import { ContractMismatch } from '#contract/mismatch.ts';
import { MODEL_PURPOSES, type ModelPurpose } from '#contract/models.ts';
import type { Reason } from '#contract/unit-states.ts';
import { type Ledger, LEDGERS } from '#contract/usage.ts';
import type { faults } from '#src/i18n/en/faults.ts';
import { isReasonCode } from './reason-codes.ts';
import { BlockedByPolicy, CutStream, GatewayError, NotJson, Unreachable } from './errors.ts';

type T = TFunction<'faults'>;
type TitleKey = keyof typeof faults.title;
/** Typed against the words, so that neither can miss one. */
const WHY = Object.keys({
  'record-empty': true,
  'not-sound': true,
  'sound-damaged': true,
  'no-sound-track': true,
  'sound-codec-unknown': true,
  'aac-not-installed': true,
  'too-many-channels': true,
  'odd-sample-rate': true,
  'sound-too-large-inside': true,
  'sound-took-too-long': true,
  'decoder-crashed': true,
  'engine-package-missing': true,
  'engine-folder-missing': true,
  'engine-model-unknown': true,
  'engine-failed': true,
} satisfies Record<keyof typeof faults.why, true>);
const FREES = ['calls', 'reset', 'raise'] as const;
const isLedger = (value: unknown): value is Ledger => LEDGERS.some((ledger) => ledger === value);
const isWhy = (value: unknown): value is keyof typeof faults.why => WHY.some((code) => code === value);
const isPurpose = (value: unknown): value is ModelPurpose => MODEL_PURPOSES.some((one) => one === value);

export type NextStep = { kind: 'connect' | 'quota' | 'retry'; label: string };

export type ErrorDescription = {
  title: string;
  /** What happened and what to do, in the page's language. */
  message: string;
  /** True when the message is the gateway's own, in whatever language: to be isolated. */
  asSent: boolean;
  next?: NextStep;
  /** Seconds to wait before a repeat makes sense. */
  retryAfterSeconds?: number | undefined;
  /** By which the gateway's log finds the call. */
  requestId?: string | undefined;
};

const TITLES: Record<number, TitleKey> = {
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

/** What a status means, in a few words. */
export function titleOfStatus(status: number, t: T): string {
  return t(`title.${TITLES[status] ?? (status >= 500 ? 'server' : 'invalid')}`);
}

/** Names of identity, not quantities: their digits are not grouped. */
const PLAIN = new Set(['id', 'status', 'path', 'header']);

/** Which ledger, and what frees it, are code-words that a sentence takes in words. */
function wordQuota(parameters: FaultParameters, t: T): Record<string, string> {
  const { ledger, frees, held, resetsOn } = parameters;
  const on = typeof resetsOn === 'string' && resetsOn !== '' ? new Date(resetsOn) : '';
  // Moments are worded where values are put into sentences, in the page's language and digits; the types know no moments.
  const values = { held: Number(held), resetsOn: on as string };
  const known = FREES.find((one) => one === frees) ?? 'unknown';
  return {
    frees: t(`frees.${known}`, values),
    ...(isLedger(ledger) ? { ledger: t(`ledger.${ledger}`) } : {}),
  };
}

/** Parameters as sentences take them: lists joined, purposes worded, identities ungrouped; quantities stay numbers and get digits later. */
function wordParameters(parameters: FaultParameters, t: T): Record<string, string | number> {
  const { more } = parameters;
  const wordList = (items: readonly string[]): string => {
    const list = items.join(' · ');
    return typeof more === 'number' ? t('listAndMore', { list, more }) : list;
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? wordList(value)
        : name === 'purpose' && isPurpose(value)
          ? t(`purpose.${value}`)
          : name === 'reason' && isWhy(value)
            ? t(`why.${value}`, { folder: String(parameters['folder'] ?? '') })
            : name === 'reason' && typeof value === 'string' && isReasonCode(value)
              ? describeReason({ code: value, message: '', parameters: reasonParameters(parameters) }, t).what
              : PLAIN.has(name)
                ? String(value)
                : value,
    ]),
  );
}

function reasonParameters({ status, host, mime }: FaultParameters): Reason['parameters'] {
  const known = Object.entries({ status, host, mime });
  return Object.fromEntries(
    known.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}

function nextOf(status: number, t: T): NextStep | undefined {
  if (status === 401) return { kind: 'connect', label: t('next.connect') };
  if (status === 402) return { kind: 'quota', label: t('next.quota') };
  if (status === 429 || status >= 500) return { kind: 'retry', label: t('next.retry') };
  return undefined;
}

function hasAll(names: readonly string[], parameters: FaultParameters): boolean {
  return names.every((name) => name in parameters);
}

function describeGatewayError(error: GatewayError, t: T): ErrorDescription {
  const { status, fault, parameters, message, retryAfterSeconds, requestId } = error;
  // Words of ours with holes in them are worse than words as they were sent; those of 402 fill their own.
  const whole = message === '' || status === 402;
  const known = isFaultCode(fault) && (whole || hasAll(FAULTS[fault].parameters, parameters));
  const next = nextOf(status, t);
  const silent = known || message === '';
  return {
    title: titleOfStatus(status, t),
    message: known
      ? t(`fault.${fault}`, {
          ...wordParameters(parameters, t),
          ...(status === 402 ? wordQuota(parameters, t) : {}),
        })
      : message || t('client.noWords', { status: String(status) }),
    asSent: !silent,
    retryAfterSeconds,
    requestId,
    ...(next === undefined ? {} : { next }),
  };
}

/** What went wrong, in words, with the next step that helps. */
export function describeError(error: unknown, t: T): ErrorDescription {
  if (error instanceof GatewayError) return describeGatewayError(error, t);
  const retry: NextStep = { kind: 'retry', label: t('next.retry') };
  if (error instanceof Unreachable) {
    const key = error.timedOut ? 'client.timedOut' : 'client.unreachable';
    return {
      title: t('title.unreachable'),
      message: t(key, { baseUrl: error.baseUrl }),
      asSent: false,
      next: retry,
    };
  }
  if (error instanceof BlockedByPolicy) {
    const { baseUrl } = error;
    return { title: t('title.blocked'), message: t('client.blocked', { baseUrl }), asSent: false };
  }
  if (error instanceof NotJson) {
    const { baseUrl, status } = error;
    const next: NextStep = { kind: 'connect', label: t('next.connect') };
    const message = t('client.notJson', { baseUrl, status: String(status) });
    return { title: t('title.notJson'), message, asSent: false, next };
  }
  if (error instanceof CutStream) {
    return { title: t('title.cut'), message: t('client.cut'), asSent: false, next: retry };
  }
  if (error instanceof ContractMismatch) {
    const { endpoint, path } = error;
    const detail = error.message.slice(error.message.lastIndexOf(': ') + 2);
    const key = path === '' ? 'client.mismatchRoot' : 'client.mismatch';
    return { title: t('title.mismatch'), message: t(key, { endpoint, path, detail }), asSent: false };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { title: t('title.unknown'), message, asSent: true };
}

export type ReasonDescription = { what: string; remedy: string; asSent: boolean };

/** Why a unit or a source failed, and what to do, each short; an unknown code keeps the gateway's own words. */
export function describeReason(reason: Reason, t: T): ReasonDescription {
  if (!isReasonCode(reason.code)) {
    return { what: reason.message || reason.code, remedy: t('remedyUnknown'), asSent: true };
  }
  const parameters = {
    status: '',
    host: '',
    mime: '',
    pages: '',
    confidence: '',
    ...wordParameters(reason.parameters, t),
  };
  const what = t(`reason.${reason.code}`, parameters);
  return { what, remedy: t(`remedy.${reason.code}`), asSent: false };
}
