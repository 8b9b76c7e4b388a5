/** What any program between reader and model server takes: passes each piece on as it comes. `node models-relay.ts url` */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, fetch } from 'undici';

const [url = ''] = process.argv.slice(2);
const dispatcher = new Agent();

const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.concat(chunks);
    const answer = await fetch(url + request.url, { method: 'POST', headers, body, dispatcher });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    for await (const piece of answer.body ?? []) if (!response.write(piece)) await once(response, 'drain');
    response.end();
  })();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
