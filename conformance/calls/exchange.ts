import type { Line } from './event-lines.ts';

/**
 * Why a call has no whole response: no connection, a timeout, a broken connection, or the end of the run. `absent`: the
 * server has no endpoint at the path. `key`: the gateway accepted the key at the start of the run and now refuses it.
 */
export type CallFailure = 'unreachable' | 'timeout' | 'broken' | 'stopped' | 'absent' | 'key';

/** One call with its response. The key is replaced wherever request or response repeat the key. */
export interface Exchange {
  /** Id of the operation in the contract. */
  operation: string;
  /** The call as a command, `<API_KEY>` in place of the key. */
  command: string;
  /** 0 without a response. */
  status: number;
  failure: CallFailure | null;
  /** Media type in lower case, without parameters; '' for none. */
  type: string;
  /** The body as text, its beginning where it is long. */
  text: string;
  /** The body parsed; undefined where it is no JSON. */
  json: unknown;
  /** Lines of an event stream that are not empty. */
  lines: readonly Line[];
  /** When the body began and ended, in milliseconds since the call; undefined without a body. */
  arrival: { firstMs: number; lastMs: number; hasLength: boolean } | undefined;
}

/** The JSON objects that an event stream carries, in order. */
export function eventsOf({ lines }: Exchange): Record<string, unknown>[] {
  return lines.flatMap(({ event }) => (event === undefined ? [] : [event]));
}
