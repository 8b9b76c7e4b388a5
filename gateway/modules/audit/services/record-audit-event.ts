import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { GatewayFault, isDatabaseOut } from '#gateway/core/errors.ts';
import { repeatLater } from '#gateway/core/repeat-later.ts';
import type { AuditActor, AuditEntry, AuditSubject, Change } from '#gateway/modules/audit/model.ts';
import type { AuditIntent } from '#gateway/modules/audit/ports/audit.ts';
import type { Ports } from '#gateway/modules/audit/ports/ports.ts';

type AuditPorts = Pick<Ports, 'audit' | 'clock' | 'log'>;

/** A change about to be made: actor, action, and the subject as far as the caller names it. */
export interface AuditEvent {
  botId: number;
  actor: AuditActor;
  /** '' for a change that comes from no network. */
  address?: string;
  /** '' for a change without a call. */
  requestId?: string;
  /** The endpoint, or a code of a command or of the gateway itself. */
  action: string;
  subject: Pick<AuditSubject, 'kind' | 'id'>;
}

const INTENTS_PER_BATCH = 200;

/** The gateway itself, which empties the bin and disables unreachable webhooks. */
export const GATEWAY_ACTOR: AuditActor = { kind: 'gateway', keyId: '', name: '' };

/** Recorded where nothing was changed, since an audited call that records nothing is a fault. */
export const UNCHANGED = { before: {}, after: {} } as const;

/** A `fihrist` command on the machine. */
export const commandActor = (name: string): AuditActor => ({ kind: 'command', keyId: '', name });

/**
 * Runs an operation and records its changes before it returns. An intent is written first and deleted in the
 * transaction that writes the entries. A refused operation without changes leaves no entry. An operation that fails
 * otherwise, or succeeds without recording a change, leaves an entry of unknown outcome. Entries that the database
 * could not take (unreachable or full) are written as soon as it recovers.
 */
export async function recordAuditEvent<Result>(
  ports: AuditPorts,
  event: AuditEvent,
  operation: (report: (change: Change) => void) => Promise<Result>,
  options: { opensIntent?: boolean } = {},
): Promise<Result> {
  const on = ports.clock.now();
  const intent = options.opensIntent === false ? undefined : await openIntent(ports, event, on);
  const changes: Change[] = [];
  let result: Result;
  try {
    result = await operation((change) => void changes.push(change));
  } catch (error) {
    await recordFailure(ports, event, on, changes, error, intent).catch((failure: unknown) =>
      ports.log.error('audit-failed', { ...factsOf(event), ...describeErrorForLog(failure) }),
    );
    throw error;
  }
  if (changes.length === 0) ports.log.error('audit-event-missing', factsOf(event));
  await appendOrFollowUp(
    ports,
    event,
    changes.length === 0
      ? [unknownEntry(event, on)]
      : changes.flatMap((change) => entriesOf(event, on, change)),
    intent,
  );
  return result;
}

/** The change itself stands: a failure is reported at once, and the entries are written later. */
async function appendOrFollowUp(
  ports: AuditPorts,
  event: AuditEvent,
  entries: Omit<AuditEntry, 'id'>[],
  intent: AuditIntent | undefined,
): Promise<void> {
  try {
    await ports.audit.append(entries, intent);
  } catch (error) {
    if (intent) followUp(ports, event, error, () => ports.audit.complete(entries, intent));
    throw error;
  }
}

/** Records changes after the fact, in one transaction. */
export async function recordAuditChanges(
  ports: AuditPorts,
  event: AuditEvent,
  ...changes: Change[]
): Promise<void> {
  const on = ports.clock.now();
  await ports.audit.append(changes.flatMap((change) => entriesOf(event, on, change)));
}

/** Turns intents older than `before` into entries of unknown outcome; returns the number of intents. */
export async function resolveIntents(
  { audit, log }: Pick<Ports, 'audit' | 'log'>,
  before: Date,
): Promise<number> {
  let settled = 0;
  for (let more = INTENTS_PER_BATCH; more === INTENTS_PER_BATCH; settled += more)
    more = await audit.resolveIntentsOlderThan(before, INTENTS_PER_BATCH);
  return logUnknown(log, settled);
}

/** Turns all intents of dead processes into entries; returns the number of intents. */
export async function resolveAbandonedIntents({ audit, log }: Pick<Ports, 'audit' | 'log'>): Promise<number> {
  return logUnknown(log, await audit.resolveAbandonedIntents());
}

function logUnknown(log: Ports['log'], count: number): number {
  if (count > 0) log.warn('audit-outcome-unknown', { count });
  return count;
}

async function openIntent(ports: AuditPorts, event: AuditEvent, on: Date): Promise<AuditIntent> {
  const { botId, requestId = '' } = event;
  try {
    return await ports.audit.openIntent(entryFacts(event, on));
  } catch (error) {
    // The intent may exist all the same, where only the answer of the database was lost.
    if (requestId !== '')
      followUp(ports, event, error, () => ports.audit.dropIntentsOfCall(botId, requestId));
    throw error;
  }
}

/** Repeats `work` in the background when `error` means that the database was unreachable or full. */
function followUp({ log }: AuditPorts, event: AuditEvent, error: unknown, work: () => Promise<void>): void {
  if (!isDatabaseOut(error)) return;
  void repeatLater(work, (failure) =>
    log.error('audit-failed', { ...factsOf(event), ...describeErrorForLog(failure) }),
  );
}

async function recordFailure(
  ports: AuditPorts,
  event: AuditEvent,
  on: Date,
  changes: readonly Change[],
  error: unknown,
  intent: AuditIntent | undefined,
): Promise<void> {
  if (changes.length > 0) {
    const entries = changes.flatMap((change) => entriesOf(event, on, change));
    return appendOrFollowUp(ports, event, entries, intent);
  }
  if (!intent) return;
  const isRefusal = error instanceof GatewayFault && error.status < 500;
  if (!isRefusal) return appendOrFollowUp(ports, event, [unknownEntry(event, on)], intent);
  try {
    await ports.audit.dropIntent(intent);
  } catch (failure) {
    followUp(ports, event, failure, () => ports.audit.dropIntent(intent));
    throw failure;
  }
}

function entriesOf(event: AuditEvent, on: Date, change: Change): Omit<AuditEntry, 'id'>[] {
  const trimmed = redactChange(change);
  if (!trimmed) return [];
  const { actor, address = '', requestId = '', action } = event;
  const { kind, id, name } = change.subject;
  const bots = new Set(change.bots ?? [event.botId]);
  return [...bots].map((botId) => ({
    botId,
    on,
    actor: withClippedName(change.by ?? actor),
    address,
    requestId,
    action,
    subject: { kind, id, name: clipName(name) },
    ...trimmed,
    outcome: 'done',
  }));
}

function unknownEntry(event: AuditEvent, on: Date): Omit<AuditEntry, 'id'> {
  return {
    ...entryFacts(event, on),
    subject: { ...event.subject, name: '' },
    before: null,
    after: null,
    outcome: 'unknown',
  };
}

/** The facts that an intent and an entry share: actor, action, subject, time and origin. */
function entryFacts({ botId, actor, address = '', requestId = '', action, subject }: AuditEvent, on: Date) {
  return { botId, on, actor: withClippedName(actor), address, requestId, action, subject };
}

const withClippedName = (actor: AuditActor): AuditActor => ({ ...actor, name: clipName(actor.name) });
const factsOf = ({ action, requestId, botId }: AuditEvent) => ({ action, requestId, botId });

type Fields = Record<string, unknown>;

const MAX_TEXT_LENGTH = 300;
const MAX_NAME_LENGTH = 200;
const MAX_ITEMS = 50;
const MAX_FIELDS = 50;
const MAX_DEPTH = 3;
/** Names of fields that no entry may hold: a guard against mistakes of callers. */
const SECRET_FIELD = /secret|hash|token|password|^key$/i;
/** Keys and webhook secrets inside any text. */
const SECRET_TEXT = /(fih_|whsec_)[\w+/=-]{6,}/g;

/** The changed fields alone, clipped and without secrets; undefined when no field changed. */
export function redactChange({ before, after }: Change): Pick<Change, 'before' | 'after'> | undefined {
  const was = before && trimFields(before);
  const is = after && trimFields(after);
  if (!was || !is) return { before: was, after: is };
  // The comparison uses the original values: a long text may differ beyond the stored part.
  const changed = new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    ),
  );
  if (changed.size === 0) return undefined;
  const only = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => changed.has(name)));
  return { before: only(was), after: only(is) };
}

/** The name of a subject or an actor, clipped for an entry. */
function clipName(name: string): string {
  return clip(name, MAX_NAME_LENGTH);
}

function trimFields(fields: object, depth = 0): Fields {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !SECRET_FIELD.test(name),
  );
  const first = entries.slice(0, MAX_FIELDS);
  return Object.fromEntries(first.map(([name, value]) => [name, trimValue(value, depth)]));
}

function trimValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return clip(value, MAX_TEXT_LENGTH);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => trimValue(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `… +${value.length - MAX_ITEMS}`] : items;
  }
  return trimFields(value, depth + 1);
}

function clip(text: string, maxLength: number): string {
  const plain = text.replace(SECRET_TEXT, '$1…');
  // Half of a surrogate pair is no character.
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).toWellFormed()}…` : plain.toWellFormed();
}
