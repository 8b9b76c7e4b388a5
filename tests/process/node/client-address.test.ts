import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProxyTrust, resolveClientAddress } from '#gateway/node/server/http/client-address.ts';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';

const none = createProxyTrust([]);
const local = createProxyTrust(['loopback']);
const chain = createProxyTrust(['loopback', '10.0.0.0/8', '2001:db8:aaaa::/48']);

test.each([
  // The socket, when no proxy is trusted, whatever is claimed.
  ['203.0.113.5', null, none, '203.0.113.5'],
  ['203.0.113.5', '198.51.100.1', none, '203.0.113.5'],
  ['127.0.0.1', '198.51.100.1', none, '127.0.0.1'],
  ['203.0.113.5', '198.51.100.1', local, '203.0.113.5'],
  // One trusted proxy.
  ['127.0.0.1', '198.51.100.1', local, '198.51.100.1'],
  ['127.0.0.1', null, local, '127.0.0.1'],
  ['127.0.0.1', '', local, '127.0.0.1'],
  // The proxy appends the real address to the forged header.
  ['127.0.0.1', '1.1.1.1, 198.51.100.1', local, '198.51.100.1'],
  ['127.0.0.1', '127.0.0.1, 198.51.100.1', local, '198.51.100.1'],
  ['127.0.0.1', 'عنوان, 198.51.100.1', local, '198.51.100.1'],
  // Several trusted ones are passed over from the right; left of the first stranger nothing counts.
  ['127.0.0.1', '9.9.9.9, 198.51.100.1, 10.1.1.1, 10.2.2.2', chain, '198.51.100.1'],
  ['::1', '9.9.9.9, 2001:db8:bbbb::7, 2001:db8:aaaa::1', chain, '2001:db8:bbbb::7'],
  ['127.0.0.1', '10.9.9.9, 10.1.1.1', chain, '10.9.9.9'],
  // IPv4 in IPv6 clothes is IPv4, on every side.
  ['::ffff:127.0.0.1', '198.51.100.1', local, '198.51.100.1'],
  ['::ffff:203.0.113.5', null, none, '203.0.113.5'],
  ['127.0.0.1', '::ffff:198.51.100.1', local, '198.51.100.1'],
  ['127.0.0.1', '5.5.5.5, ::ffff:10.0.0.1', chain, '5.5.5.5'],
  // Ports, brackets, blanks.
  ['127.0.0.1', '198.51.100.1:4711', local, '198.51.100.1'],
  ['127.0.0.1', '[2001:db8::1]:443', local, '2001:db8::1'],
  ['127.0.0.1', ' [2001:db8::1] ', local, '2001:db8::1'],
  ['fe80::1%eth0', null, none, 'fe80::1'],
  // Garbage ends the search at the proxy that passed it on.
  ['127.0.0.1', 'unknown', local, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, _hidden', local, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1,', local, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, , 10.0.0.1', chain, '10.0.0.1'],
  ['127.0.0.1', '0x7f.1', local, '127.0.0.1'],
  ['127.0.0.1', '3221225985', local, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1.evil.example', local, '127.0.0.1'],
  ['127.0.0.1', '<script>', local, '127.0.0.1'],
  // No socket, no address: nobody is trusted for that.
  [undefined, '198.51.100.1', chain, ''],
  ['', '198.51.100.1', chain, ''],
] as const)('socket %s with %s', (socket, header, trust, expected) => {
  expect(resolveClientAddress(socket, header, trust)).toBe(expected);
});

test('a chain longer than any is cut, not followed', () => {
  const hops = Array.from({ length: 5000 }, () => '10.0.0.1');
  expect(resolveClientAddress('127.0.0.1', ['198.51.100.1', ...hops].join(','), chain)).toBe('10.0.0.1');
});

test.each([
  [['loopback'], '127.8.8.8', true],
  [['loopback'], '::1', true],
  [['loopback'], '::ffff:127.0.0.1', true],
  [['loopback'], '10.0.0.1', false],
  [['10.1.2.3'], '10.1.2.3', true],
  [['10.1.2.3'], '10.1.2.4', false],
  [['10.0.0.0/8'], '::ffff:10.4.4.4', true],
  [['::ffff:10.0.0.1'], '10.0.0.1', true],
  [['2001:db8::/32'], '2001:db8:1::1', true],
  [['2001:db8::/32'], '10.0.0.1', false],
  [['10.0.0.0/8'], '2001:db8::1', false],
  [['10.0.0.0/8'], '', false],
  [['10.0.0.0/8'], 'نص', false],
])('%s trusts %s: %s', (entries, address, expected) => {
  expect(createProxyTrust(entries)(address)).toBe(expected);
});

let server: RunningServer | undefined;
let seen: (string | undefined)[] = [];
const explain = (_: Request, { address }: { address?: string }): Response => {
  seen.push(address);
  return new Response('ok');
};
beforeEach(() => {
  seen = [];
});
afterEach(() => server?.close());

test.each([
  [[], '127.0.0.1'],
  [['loopback'], '198.51.100.1'],
])('the server passes the address on, trusting %s', async (trustProxy, expected) => {
  server = await listen({ api: explain, pages: explain }, { host: '127.0.0.1', port: 0, trustProxy });
  for (const path of ['/api/Capabilities', '/'])
    await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: {
        'x-forwarded-for': '1.1.1.1, 198.51.100.1',
        'x-real-ip': '2.2.2.2',
        forwarded: 'for=3.3.3.3',
      },
    });
  expect(seen).toEqual([expected, expected]);
});
