/** Sends bytes over a socket of their own and reads what comes back. */
import { connect } from 'node:net';

/**
 * No assertion of speed: what takes so long is never answered. The gateway's own limits end before, those of a decoder
 * (20 s, behind others in the queue) and of a body (30 s).
 */
const HANG_MS = 60_000;

export interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

/** `cut`: the connection ended with no whole response; `hang`: it stayed open without one. */
export type Outcome = RawResponse | 'cut' | 'hang';

export interface SendOptions {
  /** Closes the connection behind the bytes, without waiting. */
  breaksOff: boolean;
  /** Closes its side after the request, and waits. */
  endsThere: boolean;
}

export function sendBytes(
  port: number,
  bytes: Buffer,
  { breaksOff, endsThere }: SendOptions,
): Promise<Outcome> {
  const isHead = bytes.subarray(0, 5).toString('latin1') === 'HEAD ';
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let isDone = false;
    const end = (outcome: Outcome): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => end('hang'), HANG_MS);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(bytes, () => {
        if (breaksOff) end('cut');
        else if (endsThere) socket.end();
      });
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const response = parseResponse(Buffer.concat(chunks), isHead, false);
      if (response) end(response);
    });
    socket.on('end', () => end(parseResponse(Buffer.concat(chunks), isHead, true) ?? 'cut'));
    socket.on('error', () => end(parseResponse(Buffer.concat(chunks), isHead, true) ?? 'cut'));
  });
}

/** Undefined as long as it is not whole. `isClosed`: what ends with the connection has ended. */
function parseResponse(bytes: Buffer, isHead: boolean, isClosed: boolean): RawResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  if (status < 200) return parseResponse(bytes.subarray(headEnd + 4), isHead, isClosed);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const rest = bytes.subarray(headEnd + 4);
  const body = isHead ? Buffer.alloc(0) : bodyOf(headers, status, rest, isClosed);
  return body && { status, headers, body: body.toString('utf8') };
}

function bodyOf(headers: Headers, status: number, rest: Buffer, isClosed: boolean): Buffer | undefined {
  const length = headers.get('content-length');
  if (status === 204 || status === 304) return Buffer.alloc(0);
  if (headers.get('transfer-encoding') === 'chunked') return joinChunks(rest);
  if (length !== null && rest.length >= Number(length)) return rest.subarray(0, Number(length));
  return isClosed ? rest : undefined;
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let offset = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', offset);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(offset, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = lineEnd + 2 + size + 2;
    if (offset > bytes.length) return undefined;
  }
}
