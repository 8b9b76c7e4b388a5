import { ENDPOINTS } from '#contract/endpoints.ts';
import { HEADERS } from '#contract/headers.ts';
import { baseOf } from '#src/api/connection.ts';
import type { Connection } from '#src/api/connection.ts';
import type { Question } from './settings.ts';
import { isStreamed, requestOf } from './settings.ts';

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same question for a command line; the key is left to whoever runs it. */
export function curlOf(question: Question, connection: Pick<Connection, 'baseUrl' | 'bot'>): string {
  const { path } = ENDPOINTS[isStreamed(question) ? 'streamAnswer' : 'answer'];
  const { answerer } = question.settings;
  const headers = [
    `${HEADERS.key}: <API_KEY>`,
    `${HEADERS.bot}: ${connection.bot}`,
    'Content-Type: application/json',
    ...(answerer === 'default' ? [] : [`${HEADERS.answerer}: ${answerer}`]),
  ];
  return [
    `curl ${isStreamed(question) ? '-N ' : ''}-X POST ${quote(`${baseOf(connection)}${path}`)}`,
    ...headers.map((header) => `-H ${quote(header)}`),
    `-d ${quote(JSON.stringify(requestOf(question)))}`,
  ].join(' \\\n  ');
}
