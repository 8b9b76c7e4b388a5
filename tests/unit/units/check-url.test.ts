import { describe, expect, test } from 'vitest';
import { checkUrl } from '#gateway/modules/units/adapters/check-url.ts';

describe('at registration', () => {
  test.each([
    'https://example.com/',
    'http://example.com:8080/دليل?س=1#قسم',
    'https://مثال.إختبار/صفحة',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
    'http://localhost.example.com/',
  ])('%s is fine', (url) => {
    expect(checkUrl(url)).toBeUndefined();
  });

  test.each([
    '',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
  ])('%j is no page', (url) => {
    expect(checkUrl(url)).toMatchObject({ code: 'url-invalid' });
  });

  test.each(['http://سارة@example.com/', 'http://:secret@example.com/'])('%s carries a credential', (url) => {
    expect(checkUrl(url)).toMatchObject({ code: 'url-invalid' });
  });

  test.each([
    ['http://10.1.2.3/', '10.1.2.3'],
    ['http://172.16.0.1/', '172.16.0.1'],
    ['http://192.168.0.1/', '192.168.0.1'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://100.100.100.200/', '100.100.100.200'],
    ['http://255.255.255.255/', '255.255.255.255'],
    ['http://224.0.0.1/', '224.0.0.1'],
    ['http://198.18.0.1/', '198.18.0.1'],
    ['http://0x7f.1:8787/', '127.0.0.1'],
    ['http://LocalHost./', 'localhost'],
    ['http://[fe80::1]/', 'fe80::1'],
    ['http://[fc00::1]/', 'fc00::1'],
    ['http://[::ffff:a00:1]/', '::ffff:a00:1'],
    ['http://[2001:db8::1]/', '2001:db8::1'],
    ['http://[::1]/', '::1'],
  ])('%s is private', (url, host) => {
    expect(checkUrl(url)).toEqual({ code: 'address-not-allowed', parameters: { host } });
  });

  test.each([
    ['http://localhost:3000/', 'localhost:3000'],
    ['http://LOCALHOST:3000/', 'LocalHost'],
    ['http://10.1.2.3/', '10.0.0.0/8'],
    ['http://[::1]:8080/', '::1'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://[fd00::5]/', 'fd00::/8'],
    ['http://[::ffff:10.0.0.1]/', '10.0.0.0/8'],
    ['https://127.0.0.1/', '127.0.0.1:443'],
  ])('%s is allowed by %s', (url, entry) => {
    expect(checkUrl(url, [entry])).toBeUndefined();
  });
});
