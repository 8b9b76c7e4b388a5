import { HEADERS } from '#contract/headers.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { type Connection, resolveBaseUrl } from '#src/api/transport/connection.ts';
import { composeRequest, type LooseInput } from './compose-request.ts';

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type SnippetRecipient = {
  connection: Pick<Connection, 'baseUrl' | 'bot' | 'modelFamily' | 'fieldNames'>;
  announced: boolean;
};

/** A call as it is sent; the key is left to whoever runs it. */
function composeSnippet(operation: Operation, input: LooseInput, to: SnippetRecipient) {
  const { method, path, json, headers } = composeRequest(operation, input, to);
  const all = {
    [HEADERS.key]: '<API_KEY>',
    [HEADERS.bot]: to.connection.bot,
    'Content-Type': 'application/json',
    ...headers,
  };
  return { method, url: `${resolveBaseUrl(to.connection)}${path}`, headers: all, json };
}

export function buildCurlCommand(operation: Operation, input: LooseInput, to: SnippetRecipient): string {
  const { method, url, headers, json } = composeSnippet(operation, input, to);
  return [
    `curl ${operation.answer.as === 'events' ? '-N ' : ''}-X ${method} ${shellQuote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `-d ${shellQuote(JSON.stringify(json))}`,
  ].join(' \\\n  ');
}

/** As a statement of TypeScript; JSON literals are literals of the language. */
function buildTypeScript(operation: Operation, input: LooseInput, to: SnippetRecipient): string {
  const { method, url, headers, json } = composeSnippet(operation, input, to);
  const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${indented(headers)},`,
    `  body: JSON.stringify(${indented(json)}),`,
    '});',
  ].join('\n');
}

/** A call in the forms that it is copied in: a command, a statement, and its body. */
export const buildSnippets = (operation: Operation, input: LooseInput, to: SnippetRecipient) => ({
  curl: buildCurlCommand(operation, input, to),
  typescript: buildTypeScript(operation, input, to),
  json: JSON.stringify(composeSnippet(operation, input, to).json, null, 2),
});
