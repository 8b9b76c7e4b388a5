import { HEADERS } from '#contract/headers.ts';
import { type Operation, type ParamsInput, pathOf } from '#contract/operations/operation.ts';
import type { UnnamedField } from '#contract/unnamed-fields.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import type { RequestOptions } from '#src/api/transport/http-client.ts';

/** Content and settings of a call. */
export type LooseInput = Pick<RequestOptions, 'headers' | 'signal' | 'timeout'> & {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  form?: FormData | undefined;
};

/** Receiver of a request. `announced`: the gateway announced its capabilities. */
export type Recipient = {
  connection: Pick<Connection, 'bot' | 'modelFamily' | 'fieldNames'>;
  announced: boolean;
};

/** How an unnamed field is sent: `unconfirmed` under the name that a person entered. */
type FieldUse = 'known' | 'unconfirmed' | 'unsent';

export function fieldUse({ connection, announced }: Recipient, field: UnnamedField): FieldUse {
  if (announced) return 'known';
  return connection.fieldNames?.[field] === undefined ? 'unsent' : 'unconfirmed';
}

function filledIn(query: object | undefined): RequestOptions['query'] {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The headers of a call that the interface does not name. */
function extraHeaders(
  { requestHeaders = [], idempotent }: Operation,
  headers: LooseInput['headers'] = {},
): [string, string][] {
  const names: readonly string[] = idempotent ? [...requestHeaders, HEADERS.idempotencyKey] : requestHeaders;
  return Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && names.includes(name) ? [[name, value] as [string, string]] : [],
  );
}

/** The fields of a body whose names the interface does not show. */
function unnamedFieldsIn({ unnamedFields = [] }: Operation, body: unknown) {
  return unnamedFields.filter(
    (field) => (body as Partial<Record<string, unknown>> | undefined)?.[field] !== undefined,
  );
}

/** Whether a call uses headers or fields beyond the interface, so that its form depends on the gateway. */
export function exceedsInterface(operation: Operation, { headers, body }: LooseInput): boolean {
  return extraHeaders(operation, headers).length > 0 || unnamedFieldsIn(operation, body).length > 0;
}

function nameFields(operation: Operation, body: unknown, names: Recipient['connection']['fieldNames'] = {}) {
  const unnamed = unnamedFieldsIn(operation, body);
  if (unnamed.length === 0) return body;
  const fields = Object.entries(body as object).flatMap(([field, value]) => {
    const unnamedField = unnamed.find((candidate) => candidate === field);
    const name = unnamedField === undefined ? field : names[unnamedField];
    return name === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields) as unknown;
}

/**
 * The request as sent. Headers beyond the interface go only to a gateway that announced its capabilities; unnamed
 * fields also go to a gateway for which the connection holds their names. Elsewhere a preflight or a strict body would
 * refuse the whole call.
 */
export function composeRequest(
  operation: Operation,
  { params, query, body, headers, ...rest }: LooseInput,
  { connection, announced }: Recipient,
): RequestOptions {
  const values = { botId: connection.bot, Model: connection.modelFamily, ...params };
  return {
    ...rest,
    method: operation.method,
    ledger: operation.ledger,
    charged: operation.charged,
    path: pathOf(operation, values as object as ParamsInput<Operation>),
    query: filledIn(query),
    headers: announced ? Object.fromEntries(extraHeaders(operation, headers)) : {},
    json: announced ? body : nameFields(operation, body, connection.fieldNames),
  };
}
