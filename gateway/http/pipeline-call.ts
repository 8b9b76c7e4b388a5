/** A call on its way through the steps of `pipeline.ts`, and what the calls of a gateway share. */
import type { FailedCall, RefusedCall } from '#gateway/core/call-outcomes.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { AnyOperation, Call, EventReply, Handlers, Result } from './call.ts';
import type { CallContext } from './call-context.ts';
import type { ChargeMeter } from './charge-meter.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { CallTracker } from './track-call.ts';

/** What the calls of a gateway share. */
export interface Shared {
  handlers: Handlers;
  limiter: ConcurrencyLimiter;
  throttle: LoginThrottle;
  /** Aborted when the gateway takes no new calls. */
  stopping: AbortSignal | undefined;
  /** Aborted when the gateway waits no longer for streams. */
  closing: AbortSignal | undefined;
  onRefused(call: RefusedCall): void;
  onFailed(call: FailedCall): void;
}

/** A call on its way through the steps. */
export interface PipelineCall extends CallContext {
  tracker: CallTracker;
  path: string;
  /** Operations of the path, for all methods. */
  candidates: readonly AnyOperation[];
  /** Names in the path with their values, decoded. */
  pathValues: Record<string, string>;
  /** Look-up of a key that may be wrong. */
  attempt?: { end(): void };
  isArchived?: boolean;
  body?: unknown;
  input?: { params: unknown; query: unknown; idempotencyKey: string | null };
  /** Runs the handler and records in the audit log what it changed. */
  recordChanges?: (work: AuditedWork) => Promise<Result>;
  meter?: ChargeMeter;
  /** Aborts the work of the handler: the client has left, or for the reason given. */
  stop?: (reason?: unknown) => void;
  /** The work of the handler is over: a client that leaves now changes nothing. */
  stopListening?: () => void;
  result?: Result;
  response?: Response;
}

/** The work of a handler, called with the recorder of its changes. */
export type AuditedWork = (audit: Call['audit']) => Promise<Result>;

/** The key of calls without authentication. */
export const ANONYMOUS: StoredKey = {
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
  pausedOn: null,
  createdOn: new Date(0),
  expiresOn: null,
  lastUsedOn: null,
  revokedOn: null,
  createdBy: 'code',
  person: null,
};

/** Where a code, a signature or nothing takes the place of a key, the handler checks it. */
export const needsKey = ({ operation }: CallContext): boolean => !operation || operation.credential === 'key';

/** The operation of a call that `route` let pass. */
export function routed({ operation }: CallContext): AnyOperation {
  if (!operation) throw new Error('the call is not routed');
  return operation;
}

export const isStream = (result: Result | undefined): result is EventReply =>
  result !== undefined && !(result instanceof Response) && 'events' in result;
