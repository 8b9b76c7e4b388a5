import { errorFacts } from '#gateway/error-facts.ts';
import { GatewayFault } from '#gateway/errors.ts';
import type { AuditActor, AuditEntry, AuditSubject, Change } from '#gateway/model.ts';
import type { AuditNote, Ports } from '#gateway/ports.ts';
import { trimChange, trimName } from './trim-change.ts';

type AuditPorts = Pick<Ports, 'audit' | 'clock' | 'log'>;

/** Something that changes things: who does it, what it is called, and what it is done to as far as that is known before. */
export interface Deed {
  botId: number;
  actor: AuditActor;
  /** '' where it comes from no network. */
  address?: string;
  /** '' where no call is behind it. */
  requestId?: string;
  /** The endpoint, or a code-word of a command or of the gateway's own. */
  action: string;
  subject: Pick<AuditSubject, 'kind' | 'id'>;
}

const NOTES_AT_ONCE = 200;

/** The gateway by itself: a bin that was due, a webhook that is gone. */
export const GATEWAY_ACTOR: AuditActor = { kind: 'gateway', keyId: '', name: '' };

/** A `fihrist` command on the machine. */
export const commandActor = (name: string): AuditActor => ({ kind: 'command', keyId: '', name });

/**
 * Does the work and tells what it changed before it returns: a note is written first, and goes in the transaction that
 * writes the entries. A refusal that changed nothing leaves nothing; work that fails otherwise, or that succeeds without
 * a word, leaves an entry whose outcome is unknown.
 */
export async function recordDeed<Result>(
  ports: AuditPorts,
  deed: Deed,
  work: (tell: (change: Change) => void) => Promise<Result>,
  options: { noteFirst?: boolean } = {},
): Promise<Result> {
  const on = ports.clock.now();
  const note = options.noteFirst === false ? undefined : await openNote(ports, deed, on);
  const changes: Change[] = [];
  let result: Result;
  try {
    result = await work((change) => void changes.push(change));
  } catch (error) {
    await tellFailure(ports, deed, on, changes, error, note).catch((failure: unknown) =>
      ports.log.error('audit-failed', { ...factsOf(deed), ...errorFacts(failure) }),
    );
    throw error;
  }
  if (changes.length === 0) ports.log.error('change-untold', factsOf(deed));
  await ports.audit.append(
    changes.length === 0
      ? [unknownEntry(deed, on)]
      : changes.flatMap((change) => entriesOf(deed, on, change)),
    note,
  );
  return result;
}

/** Tells changes that were made already, where nothing can come between. */
export async function recordChange(ports: AuditPorts, deed: Deed, ...changes: Change[]): Promise<void> {
  const on = ports.clock.now();
  await ports.audit.append(changes.flatMap((change) => entriesOf(deed, on, change)));
}

/** Makes entries of what was begun before a moment and never told. Returns of how many. */
export async function settleNotes(
  { audit, log }: Pick<Ports, 'audit' | 'log'>,
  before: Date,
): Promise<number> {
  let settled = 0;
  for (let more = NOTES_AT_ONCE; more === NOTES_AT_ONCE; settled += more)
    more = await audit.settleOlderThan(before, NOTES_AT_ONCE);
  if (settled > 0) log.warn('changes-of-unknown-outcome', { count: settled });
  return settled;
}

function openNote(ports: AuditPorts, deed: Deed, on: Date): Promise<AuditNote> {
  const { botId, actor, address = '', requestId = '', action, subject } = deed;
  return ports.audit.open({ botId, on, actor: named(actor), address, requestId, action, subject });
}

async function tellFailure(
  ports: AuditPorts,
  deed: Deed,
  on: Date,
  changes: readonly Change[],
  error: unknown,
  note: AuditNote | undefined,
): Promise<void> {
  if (changes.length > 0)
    return ports.audit.append(
      changes.flatMap((change) => entriesOf(deed, on, change)),
      note,
    );
  if (!note) return;
  const isRefusal = error instanceof GatewayFault && error.status < 500;
  return isRefusal ? ports.audit.drop(note) : ports.audit.append([unknownEntry(deed, on)], note);
}

function entriesOf(deed: Deed, on: Date, change: Change): Omit<AuditEntry, 'id'>[] {
  const told = trimChange(change);
  if (!told) return [];
  const { actor, address = '', requestId = '', action } = deed;
  const { kind, id, name } = change.subject;
  const bots = new Set(change.bots ?? [deed.botId]);
  return [...bots].map((botId) => ({
    botId,
    on,
    actor: named(change.by ?? actor),
    address,
    requestId,
    action,
    subject: { kind, id, name: trimName(name) },
    ...told,
    outcome: 'done',
  }));
}

function unknownEntry(deed: Deed, on: Date): Omit<AuditEntry, 'id'> {
  const { botId, actor, address = '', requestId = '', action, subject } = deed;
  return {
    botId,
    on,
    actor: named(actor),
    address,
    requestId,
    action,
    subject: { ...subject, name: '' },
    before: null,
    after: null,
    outcome: 'unknown',
  };
}

const named = (actor: AuditActor): AuditActor => ({ ...actor, name: trimName(actor.name) });
const factsOf = ({ action, requestId, botId }: Deed) => ({ action, requestId, botId });
