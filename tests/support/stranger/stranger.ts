/**
 * A gateway of another team, written from the interface document alone: it knows nothing of this project and has
 * nothing that the document does not show. It stands for gateways that are not ours; see docs/decisions/104.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call, Context } from './context.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { type EndpointName, findEndpoint } from './endpoints.ts';
import { createKnowledge } from './knowledge.ts';
import { createMeter } from './meter.ts';
import { readBody } from './read-body.ts';
import { type SeenCall, undocumentedHeaders } from './record.ts';
import { type FaultName, Refusal, refuse } from './refusal.ts';
import { sendHtml, sendJson } from './send.ts';
import { unknownFields } from './shapes.ts';
import { DEFAULTS, type Switches } from './switches.ts';

const KEY = 'sk-stranger-7f3a91c2';
/** Section 5 calls it an identifier: it need not be a number. */
const BOT = 'qahwa-support';

export async function startStranger() {
  let switches = DEFAULTS;
  const knowledge = createKnowledge(() => switches);
  const meter = createMeter();
  const calls: SeenCall[] = [];
  const refusedPreflights: string[] = [];
  const faults = new Map<EndpointName, FaultName[]>();
  let origin = '';

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    response.on('error', () => undefined);
    serve(request, response).catch((error: unknown) => sendFailure(response, error));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin);
    allowOrigin(request, response, switches);
    if (request.method === 'OPTIONS') {
      const method = String(request.headers['access-control-request-method']);
      const refused = answerPreflight(request, response, switches);
      if (refused.length > 0) refusedPreflights.push(`${method} ${pathname}: ${refused.join(', ')}`);
      return;
    }
    if (!pathname.startsWith(`${switches.prefix}/`))
      return sendHtml(response, 404, '<!doctype html><title>404</title><p>لا توجد صفحة هنا</p>');
    const file = knowledge.fileAt(pathname);
    if (request.method === 'GET' && file !== undefined) {
      response.writeHead(200, { 'content-type': file.mediaType }).end(file.bytes);
      return;
    }
    const seen: SeenCall = {
      call: `${request.method} ${pathname.slice(switches.prefix.length)}`,
      body: undefined,
      status: 0,
      undocumented: undocumentedHeaders(request),
    };
    calls.push(seen);
    response.on('finish', () => (seen.status = response.statusCode));
    await answer(request, response, seen);
  }

  async function answer(request: IncomingMessage, response: ServerResponse, seen: SeenCall): Promise<void> {
    const { body, file } = await readBody(request);
    seen.body = body;
    if (request.headers['x-user-auth'] !== KEY) throw new Refusal(401, 'Invalid authentication token');
    if (request.headers['x-bot'] !== BOT) throw new Refusal(400, 'x-bot is missing or unknown');
    const endpoint = findEndpoint(String(request.method), request.url ?? '', switches);
    if (endpoint === undefined) throw new Refusal(404, 'Not Found');
    const { search } = new URL(request.url ?? '', origin);
    if (search !== '' && endpoint.name !== 'list') seen.undocumented.push(`query ${search}`);
    const { historyField, strictBodies } = switches;
    const isChat = endpoint.name === 'chat' || endpoint.name === 'streamChat';
    const shape = isChat ? { ...endpoint.shape, [historyField]: null } : endpoint.shape;
    const unknown =
      shape === undefined ? [] : unknownFields(file ? { ...body, ...file.fields } : body, shape);
    seen.undocumented.push(...unknown.map((field) => `field ${field}`));
    const fault = faults.get(endpoint.name)?.shift();
    if (fault !== undefined && fault !== 'cut' && fault !== 'hang') refuse(fault);
    if (strictBodies && unknown.length > 0) throw new Refusal(400, `Unknown field: ${unknown.join(', ')}`);
    const segment = decodeURIComponent(seen.call.split('/').at(-1) ?? '');
    const context: Context = { switches, knowledge, meter, baseUrl: `${origin}${switches.prefix}` };
    const call: Call = { body, file: file?.content, segment, response, fault };
    await endpoint.handle(context, call);
  }

  /** Section 7. */
  function sendFailure(response: ServerResponse, error: unknown): void {
    if (response.headersSent) return void response.destroy();
    const { status, message, headers, html } =
      error instanceof Refusal ? error : new Refusal(500, `Unexpected server error: ${String(error)}`);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (html) return sendHtml(response, status, message);
    const Consumption = status === 401 ? meter.printUnused() : meter.print();
    sendJson(response, status, { StatusCode: status, Response: message, Consumption });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    key: KEY,
    bot: BOT,
    get baseUrl() {
      return `${origin}${switches.prefix}`;
    },
    /** Every call but preflights, in order. */
    calls,
    /** Ids of all units. */
    ids: knowledge.ids,
    /** Flips some switches; the others stay. */
    change: (some: Partial<Switches>) => void (switches = { ...switches, ...some }),
    /** The next calls of an endpoint fail, one a fault. */
    fail: (endpoint: EndpointName, ...names: FaultName[]) =>
      void faults.set(endpoint, [...(faults.get(endpoint) ?? []), ...names]),
    /** All that was asked for beyond the interface, refused or not. */
    breaches: () => [
      ...refusedPreflights.map((preflight) => `preflight refused: ${preflight}`),
      ...calls.flatMap(({ call, undocumented }) => undocumented.map((what) => `${call}: ${what}`)),
    ],
    /** As it was at the start. */
    reset(): void {
      switches = DEFAULTS;
      knowledge.clear();
      meter.reset();
      faults.clear();
      calls.splice(0);
      refusedPreflights.splice(0);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Stranger = Awaited<ReturnType<typeof startStranger>>;
