import { HEADERS } from '#contract/headers.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { composeRequest, type LooseInput } from './compose-request.ts';

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type CurlRecipient = {
  connection: Pick<Connection, 'baseUrl' | 'bot' | 'modelFamily' | 'fieldNames'>;
  announced: boolean;
};

/** A call as it is sent, for a command line; the key is left to whoever runs it. */
export function buildCurlCommand(operation: Operation, input: LooseInput, to: CurlRecipient): string {
  const { method, path, json, headers } = composeRequest(operation, input, to);
  const all = {
    [HEADERS.key]: '<API_KEY>',
    [HEADERS.bot]: to.connection.bot,
    'Content-Type': 'application/json',
    ...headers,
  };
  return [
    `curl ${operation.answer.as === 'events' ? '-N ' : ''}-X ${method} ${shellQuote(`${resolveBaseUrl(to.connection)}${path}`)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `-d ${shellQuote(JSON.stringify(json))}`,
  ].join(' \\\n  ');
}
