/** A request as it goes over a socket, and as a person can read it. */
import type { OperationId } from '#contract/operations/index.ts';
import type { Role } from '#contract/session.ts';

export interface FuzzRequest {
  id: OperationId;
  method: string;
  /** Path and query, encoded. */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer;
  /** Role of the calling key; `bad`: no key, a wrong or a revoked key; `foreign`: a key of another bot. */
  caller: Role | 'bad' | 'foreign';
  /** Method, path and host are those of the operation, so that its own faults are all it may answer. */
  isExact: boolean;
  framing: 'length' | 'chunked' | 'wrong-length';
  /** The connection is closed after so many bytes of the body; undefined: after the response. */
  breaksOffAfter?: number;
  /** In place of all of the above, where it is no HTTP any more. */
  raw?: Buffer;
}

/** What goes over the socket. */
export function encodeRequest(request: FuzzRequest): Buffer {
  if (request.raw) return request.raw;
  const { method, target, headers, body, framing, breaksOffAfter } = request;
  const framed: [string, string][] = framingOf(framing, body);
  const lines = [...headers, ...framed].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  const sent = breaksOffAfter === undefined ? body : body.subarray(0, breaksOffAfter);
  if (framing !== 'chunked') return Buffer.concat([head, sent]);
  const half = sent.length >> 1;
  const chunks = [sent.subarray(0, half), sent.subarray(half)].filter(({ length }) => length > 0);
  const parts = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([head, ...parts, Buffer.from(breaksOffAfter === undefined ? '0\r\n\r\n' : '')]);
}

function framingOf(framing: FuzzRequest['framing'], body: Buffer): [string, string][] {
  if (framing === 'chunked') return [['Transfer-Encoding', 'chunked']];
  if (framing === 'wrong-length') return [['Content-Length', String(Math.max(0, body.length - 3))]];
  return body.length > 0 ? [['Content-Length', String(body.length)]] : [];
}

/** For a report: long parts are cut. */
export function describeRequest(request: FuzzRequest): string {
  if (request.raw) return `raw bytes: ${JSON.stringify(request.raw.toString('latin1').slice(0, 2_000))}`;
  const { id, method, target, headers, body, framing, breaksOffAfter, caller } = request;
  return [
    `${id} (${caller})`,
    `${method} ${target.slice(0, 1_000)}`,
    ...headers.map(([name, value]) => `${name}: ${JSON.stringify(value.slice(0, 300))}`),
    `body (${body.length} bytes, ${framing}${breaksOffAfter === undefined ? '' : `, breaks off after ${breaksOffAfter}`}):`,
    JSON.stringify(body.toString('utf8').slice(0, 2_000)),
  ].join('\n  ');
}
