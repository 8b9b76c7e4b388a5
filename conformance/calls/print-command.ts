import { HEADERS } from '#contract/headers.ts';
import { type Call, type Target, urlOf } from './call.ts';

/** Longer bodies are cut: what matters stands at the beginning. */
const MAX_BODY_LENGTH = 600;

/** A call as a command of curl, without its key. */
export function printCommand(target: Target, call: Call): string {
  const { operation, form, headers } = call;
  const body = call.raw ?? (call.json === undefined ? undefined : JSON.stringify(call.json));
  const sent: Record<string, string | null> = {
    [HEADERS.key]: '<API_KEY>',
    [HEADERS.bot]: target.bot,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const parts = [
    'curl',
    ...(operation.method === 'GET' ? [] : ['-X', operation.method]),
    quote(urlOf(target, call)),
    ...Object.entries(sent).flatMap(([name, value]) =>
      value === null ? [] : ['-H', quote(`${name}: ${value}`)],
    ),
    ...(form ?? []).flatMap((part) => [
      '-F',
      quote(`${part.name}=${'file' in part ? `@${part.fileName}` : part.value}`),
    ]),
    ...(body === undefined ? [] : ['-d', quote(shorten(body, MAX_BODY_LENGTH))]),
  ];
  return parts.join(' ');
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The first so many characters, with a sign that there are more. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
