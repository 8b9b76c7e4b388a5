import { HEADERS } from '#contract/headers.ts';
import type { Connection } from './connection.ts';
import { baseOf } from './connection.ts';

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type CurlOrder = {
  path: string;
  json: unknown;
  /** Events are shown as they come. */
  streamed: boolean;
  headers?: Readonly<Record<string, string>>;
};

/** A call for a command line; the key is left to whoever runs it. */
export function curlFor(
  { path, json, streamed, headers = {} }: CurlOrder,
  connection: Pick<Connection, 'baseUrl' | 'bot'>,
): string {
  const all = {
    [HEADERS.key]: '<API_KEY>',
    [HEADERS.bot]: connection.bot,
    'Content-Type': 'application/json',
    ...headers,
  };
  return [
    `curl ${streamed ? '-N ' : ''}-X POST ${quote(`${baseOf(connection)}${path}`)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `-d ${quote(JSON.stringify(json))}`,
  ].join(' \\\n  ');
}
