import { expect, test } from 'vitest';
import { checkHost } from '#gateway/modules/access/services/allowed-hosts.ts';

const passes = (address: string, ...hosts: string[]) => checkHost(address, hosts) === undefined;

test('an empty list of hosts allows every host', () => {
  expect(passes('https://example.org/')).toBe(true);
});

test.each([
  ['https://example.org/a', 'example.org'],
  ['http://EXAMPLE.org./a', 'example.org'],
  ['https://example.org:8443/', 'example.org'],
  ['https://example.org:8443/', 'example.org:8443'],
  ['https://example.org/', 'example.org:443'],
  ['http://example.org/', 'example.org:80'],
  ['https://a.b.example.org/', '*.example.org'],
  ['https://موقع.السعودية/دليل', 'موقع.السعودية'],
  ['https://xn--4gbrim.xn--mgberp4a5d4ar/', '*.السعودية'],
  ['https://b.example/', 'b.example'],
])('%s is one of %s', (address, host) => {
  expect(passes(address, 'other.example', host)).toBe(true);
});

test.each([
  ['https://sub.example.org/', 'example.org'],
  ['https://example.org/', '*.example.org'],
  ['https://notexample.org/', '*.example.org'],
  ['https://example.org.evil.example/', 'example.org'],
  ['https://evil.example/?example.org', 'example.org'],
  ['https://evil.example#example.org', 'example.org'],
  ['https://example.org@evil.example/', 'example.org'],
  ['https://example.org:8443/', 'example.org:443'],
  ['http://example.org/', 'example.org:443'],
  ['https://example.org:8443/', '*.org:443'],
  ['nothing like an address', 'example.org'],
  ['https://example.org/', '..'],
  ['https://example.org/', '*.'],
  ['https://127.0.0.1/', '*.0.1'],
])('%s does not match %s', (address, host) => {
  expect(checkHost(address, [host])).toMatchObject({ code: 'host-not-listed' });
});

test('the reason names the host', () => {
  expect(checkHost('https://sub.example.org:8443/x', ['a.example'])).toEqual({
    code: 'host-not-listed',
    parameters: { host: 'sub.example.org:8443' },
  });
});
