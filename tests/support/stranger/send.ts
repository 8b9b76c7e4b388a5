import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FaultName } from './refusal.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': JSON_TYPE }).end(JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}

/** Section 6: one `data:` line an event. `cut` ends before the last event, `hang` waits there until the reader leaves. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly object[],
  fault?: FaultName,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const sent = fault === 'cut' || fault === 'hang' ? events.slice(0, -1) : events;
  for (const event of sent) response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (fault === 'hang') await once(response, 'close');
  else response.end();
}
