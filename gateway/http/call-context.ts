import type { ChargeAmount } from '#contract/headers.ts';
import type { LogStorageFull } from '#gateway/core/log-full.ts';
import type { Language } from '#gateway/core/messages.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { AnyOperation } from './call.ts';
import type { LogDatabaseBusy } from './log-busy.ts';

/** What is known of a call so far. Only the pipeline writes it: each step returns what it found. */
export interface CallContext {
  /** Their log and index jobs carry the request id. */
  readonly ports: Ports;
  /** Shared by all calls. */
  readonly logBusy: LogDatabaseBusy;
  readonly logFull: LogStorageFull;
  readonly request: Request;
  readonly requestId: string;
  readonly language: Language;
  /** IP address of the client; '' where there is no socket. */
  readonly address: string;
  /** The operation that path and method name; undefined: none. */
  operation?: AnyOperation;
  /** Absent where no key is needed, and before it is identified. */
  key?: StoredKey;
  botId?: number;
  /** What the call cost, once it is settled; absent where the operation is not charged. */
  charge?: ChargeAmount;
}

/** The ledger that `Consumption` reports. */
export const ledgerOf = ({ operation }: Pick<CallContext, 'operation'>) => operation?.ledger ?? 'text';
