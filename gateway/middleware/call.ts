import type { Endpoint, EndpointId } from '#contract/endpoints.ts';
import type { Language } from '#gateway/messages/language.ts';
import type { Change, StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { Charge } from './meter.ts';

/** A call that may be worked on: all that precedes the handler has been checked. */
export interface Call<Body = unknown, Query = unknown> {
  ports: Ports;
  endpointId: EndpointId;
  endpoint: Endpoint;
  request: Request;
  /** Aborted when nobody waits for the answer any more: the caller left, or its stream was ended. For work that costs. */
  signal: AbortSignal;
  /** Identity of the call: header, ledger and log carry it. */
  requestId: string;
  language: Language;
  key: StoredKey;
  botId: number;
  /** Values of the path's names, decoded. */
  values: Record<string, string>;
  body: Body;
  query: Query;
  /** `Idempotency-Key` where the endpoint honours it; null: nothing is remembered. */
  idempotencyKey: string | null;
  /** Base of addresses that lead back here: FIHRIST_PUBLIC_URL, else the request's origin. */
  origin: string;
  /** 429 alone: for work that must be done before it is known what the call can cost. */
  enter(): Promise<void>;
  /** 429 and 402, then the reservation of the most that the call can cost. Once a call. */
  begin(most: number): Promise<Charge>;
  /** Notes a change that was made; it is told in the audit before the call is answered. */
  audit: (change: Change) => void;
}

/** A JSON answer, enveloped or plain as the endpoint says. */
export interface Reply {
  response: unknown;
  headers?: Record<string, string>;
}

/** An event stream; faults thrown before its first event keep their status. */
export interface Events {
  events: AsyncGenerator<object, void, void>;
  headers?: Record<string, string>;
}

export type Result = Reply | Events | Response;
