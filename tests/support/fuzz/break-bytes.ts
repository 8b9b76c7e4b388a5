import type { Random } from '../fleet/random.ts';
import { encodeRequest, type FuzzRequest } from './fuzz-request.ts';

const NO_HTTP = [
  'GET\r\n\r\n',
  '\r\n\r\n\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT example:1 HTTP/1.1\r\nHost: example:1\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http:// HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http://[::/api/Capabilities HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET //[/api HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET \\api HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'POST /api/Session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/Session HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
  'POST /api/Session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
  'POST /api/Session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\nx',
  'GET /api/Capabilities HTTP/1.1\r\nHost : localhost\r\n\r\n',
  'GET /api/Capabilities HTTP/1.1\r\nHost: localhost\r\n folded: yes\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
];

/** Breaks the bytes of a request into malformed HTTP. */
export function breakBytes(request: FuzzRequest, random: Random): void {
  const bytes = Buffer.from(encodeRequest(request));
  request.isExact = false;
  delete request.breaksOffAfter;
  switch (random.below(4)) {
    case 0:
      request.raw = Buffer.from(random.pick(NO_HTTP), 'latin1');
      break;
    case 1: {
      const headEnd = Math.max(1, bytes.indexOf('\r\n\r\n'));
      for (let times = random.pick([1, 1, 3]); times > 0; times--)
        bytes[random.below(headEnd)] = random.below(256);
      request.raw = bytes;
      break;
    }
    case 2: {
      const offset = random.below(Math.max(1, bytes.indexOf('\r\n\r\n')));
      request.raw = Buffer.concat([bytes.subarray(0, offset), Buffer.from('\r\n'), bytes.subarray(offset)]);
      break;
    }
    default:
      request.raw = Buffer.from(
        bytes.toString('latin1').replaceAll('\r\n', random.pick(['\n', '\r', '\r\r\n'])),
        'latin1',
      );
  }
}
