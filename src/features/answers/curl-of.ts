import { ENDPOINTS } from '#contract/endpoints.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Connection } from '#src/api/connection.ts';
import { curlFor } from '#src/api/curl.ts';
import type { Question } from './settings.ts';
import { isStreamed, requestOf } from './settings.ts';

/** The same question for a command line. */
export function curlOf(question: Question, connection: Pick<Connection, 'baseUrl' | 'bot'>): string {
  const streamed = isStreamed(question);
  const { path } = ENDPOINTS[streamed ? 'streamAnswer' : 'answer'];
  const { answerer } = question.settings;
  const headers: Record<string, string> = answerer === 'default' ? {} : { [HEADERS.answerer]: answerer };
  return curlFor({ path, json: requestOf(question), streamed, headers }, connection);
}
