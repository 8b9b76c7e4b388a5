import type { OperationId, OperationOf } from '#contract/operations/index.ts';
import type {
  AnswerInput,
  BodyOutput,
  Operation,
  ParamsOutput,
  QueryOutput,
} from '#contract/operations/operation.ts';
import type { Language } from '#gateway/core/messages.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Change } from '#gateway/modules/audit/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Charge, CostBasis } from './charge-meter.ts';

/** Any operation of `OPERATIONS`. */
export type AnyOperation = Operation & { id: OperationId };

/** A call that has passed every check before its handler. `OfModule`: the ports that the handler sees. */
export interface Call<OfModule = Ports> {
  ports: OfModule;
  operation: AnyOperation;
  request: Request;
  /** Aborted when the client has left or its stream was ended: for work that costs. */
  signal: AbortSignal;
  /** Identity of the call in header, ledger, audit log and log. */
  requestId: string;
  language: Language;
  key: StoredKey;
  botId: number;
  /** `Idempotency-Key` where the operation honours it; null: no result is remembered. */
  idempotencyKey: string | null;
  /** Base of addresses of this gateway: `FIHRIST_PUBLIC_URL`, else the request's origin. */
  origin: string;
  /** 429 alone: for work that precedes knowing what the call can cost. */
  acquireSlot(): Promise<void>;
  /** 429, and 402 where not even so much is left: before work whose cost is known only afterwards. Reserves nothing. */
  requireLeft(amount: number): Promise<void>;
  /** 429 and 402, then the reservation of the most that the call can cost. Called again with more, it holds the difference. */
  reserve(maxAmount: number): Promise<Charge>;
  /**
   * 429 and 402, then reserves `most` and settles the cost of a call whose work is done, in one commit where it can; no
   * other settlement counts after it.
   */
  spend(most: number, amount: number, basis?: CostBasis): Promise<void>;
  /** Records a change that was made; it is in the audit log before the call is answered. */
  audit: (change: Change) => void;
}

/** A call of one operation, its input parsed by the operation's schemas. A multipart body is read by `readForm`. */
export interface CallOf<Id extends OperationId, OfModule = Ports> extends Call<OfModule> {
  params: ParamsOutput<OperationOf<Id>>;
  query: QueryOutput<OperationOf<Id>>;
  body: OperationOf<Id>['body'] extends { form: 'multipart' } ? undefined : BodyOutput<OperationOf<Id>>;
}

/** A JSON answer, without its envelope. */
export interface Reply<Answer = unknown> {
  answer: Answer;
  headers?: Record<string, string>;
}

/** An event stream; faults thrown before its first event keep their status. */
export interface EventReply<Event extends object = object> {
  events: AsyncGenerator<Event, void, void>;
  headers?: Record<string, string>;
}

export type Result = Reply | EventReply | Response;

/** The answer of an operation without its envelope; of a stream one event. */
export type AnswerOf<Id extends OperationId> = AnswerInput<OperationOf<Id>>;
export type EventsOf<Id extends OperationId> = AsyncGenerator<AnswerOf<Id>, void, void>;

type ResultOf<Id extends OperationId> = OperationOf<Id>['answer']['as'] extends 'file'
  ? Response
  : OperationOf<Id>['answer']['as'] extends 'events'
    ? EventReply<AnswerOf<Id>>
    : Reply<AnswerOf<Id>>;

/** A handler for every operation; one that is missing does not compile. */
export type Handlers<OfModule = Ports> = {
  [Id in OperationId]: (call: CallOf<Id, OfModule>) => Promise<ResultOf<Id>>;
};

/** Handlers of some operations, each typed by its own, with the ports of one module and of those below. */
export function routesOf<OfModule>() {
  return <Id extends OperationId>(handlers: Pick<Handlers<OfModule>, Id>): Pick<Handlers<OfModule>, Id> =>
    handlers;
}
