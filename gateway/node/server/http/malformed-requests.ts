import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayFault } from '#gateway/core/errors.ts';
import { faultResponse } from './fault-response.ts';

/** Bytes and milliseconds, as the server was given them. */
interface RefusedOver {
  maxHeaderSize: number;
  headersTimeout: number;
}

/**
 * Whether a request names one host that can be read; what it names otherwise would be guessed differently elsewhere.
 */
export function hasOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return names.length === 1 && URL.canParse(`http://${headers.host ?? ''}`);
}

/**
 * Requests that no handler sees, since they are no HTTP that can be read, are refused in the envelope too. An expectation
 * that nobody here knows is no reason to refuse.
 */
export function refuseMalformedRequests(server: Server, limits: RefusedOver): void {
  const underWay = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    underWay.set(socket, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    server.emit('request', incoming, outgoing);
  });
  // The server is no proxy. Without a listener Node would close the connection without a response.
  server.on('connect', (_, socket) => {
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy());
    void write(socket as Socket, new GatewayFault('request-malformed'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    const outgoing = underWay.get(socket);
    // Behind the first bytes of an answer another one would be taken for more of it.
    const isAnswering = outgoing?.headersSent === true && !outgoing.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) {
      socket.destroy();
      return;
    }
    void write(socket, faultOf(error, limits));
  });
}

function faultOf(
  { code }: NodeJS.ErrnoException,
  { maxHeaderSize, headersTimeout }: RefusedOver,
): GatewayFault {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new GatewayFault('headers-too-large', { limitKilobytes: maxHeaderSize / 1024 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new GatewayFault('body-too-slow', { seconds: headersTimeout / 1000 });
  return new GatewayFault('request-malformed');
}

/** Writes the response as text: Node has no request, and so no response object. */
async function write(socket: Socket, fault: GatewayFault): Promise<void> {
  const response = faultResponse({ headers: new Headers() }, fault);
  const body = await response.text();
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...Array.from(response.headers, ([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}
