import { HEADERS } from '#contract/headers.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type CurlRequest = {
  path: string;
  json: unknown;
  /** Events are shown as they come. */
  stream: boolean;
  headers?: Readonly<Record<string, string>>;
};

/** A call for a command line; the key is left to whoever runs it. */
export function buildCurlCommand(
  { path, json, stream, headers = {} }: CurlRequest,
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
): string {
  const all = {
    [HEADERS.key]: '<API_KEY>',
    [HEADERS.bot]: connection.bot,
    'Content-Type': 'application/json',
    ...headers,
  };
  return [
    `curl ${stream ? '-N ' : ''}-X POST ${shellQuote(`${resolveBaseUrl(connection)}${path}`)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `-d ${shellQuote(JSON.stringify(json))}`,
  ].join(' \\\n  ');
}
