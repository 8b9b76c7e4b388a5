import { expect, test } from 'vitest';
import { explainStartFailure } from '#gateway/node/server/settings/explain-start-failure.ts';
import { InvalidSettingsError } from '#gateway/node/server/settings/invalid-settings-error.ts';
import { originOf, parseSettings } from '#gateway/node/server/settings/settings.ts';

test('every setting has its default, and an empty value counts as absent', () => {
  expect(parseSettings({ PORT: '', UNRELATED: 'x' })).toEqual({
    PORT: 8787,
    HOST: '127.0.0.1',
    FIHRIST_DATA: './data',
    FIHRIST_BOT_ID: 1,
    FIHRIST_MODEL_FAMILY: 'Model',
    FIHRIST_MAX_UPLOAD_MB: 200,
    FIHRIST_QUOTA_TOKENS: 10_000_000,
    FIHRIST_SEARCH_CACHE_MB: 64,
    FIHRIST_VECTOR_CACHE_MB: 0,
    FIHRIST_RESERVE_MB: 256,
    FIHRIST_DISK_CACHE_MB: 4096,
    FIHRIST_ALLOW_PRIVATE_URLS: [],
    FIHRIST_CONNECT_TO: [],
    FIHRIST_CORS_ORIGINS: [],
    FIHRIST_TRUST_PROXY: [],
    FIHRIST_METRICS: null,
    FIHRIST_OCR: 'off',
    FIHRIST_ROBOT_VOICE: 'on',
    FIHRIST_LOG: 'info',
    FIHRIST_ROLE: 'all',
    FIHRIST_SEARCH_CONCURRENCY: 4,
    FIHRIST_SEARCH_QUEUE: 200,
    FIHRIST_DRAIN_SECONDS: 0,
  });
});

test('lists and addresses are read as people write them', () => {
  const settings = parseSettings({
    FIHRIST_ALLOW_PRIVATE_URLS: 'wiki.local, 10.0.0.0/8 [::1]:80',
    FIHRIST_CONNECT_TO: 'https://a.example/path https://b.example:8443',
    FIHRIST_TRUST_PROXY: 'loopback, 10.1.2.3 2001:db8::/32',
    FIHRIST_PUBLIC_URL: 'https://kb.example/base/',
    FIHRIST_UPSTREAM: 'https://gateway.example/',
  });
  expect(settings).toMatchObject({
    FIHRIST_ALLOW_PRIVATE_URLS: ['wiki.local', '10.0.0.0/8', '[::1]:80'],
    FIHRIST_CONNECT_TO: ['https://a.example', 'https://b.example:8443'],
    FIHRIST_TRUST_PROXY: ['loopback', '10.1.2.3', '2001:db8::/32'],
    FIHRIST_PUBLIC_URL: 'https://kb.example/base',
    FIHRIST_UPSTREAM: 'https://gateway.example',
  });
});

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['FIHRIST_API_KEY', 'fifteen-letters'],
  ['FIHRIST_API_KEY', 'has a blank in it'],
  ['FIHRIST_API_KEY', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['FIHRIST_API_KEY', '1234567123456712'],
  ['FIHRIST_BOT_ID', '0'],
  ['FIHRIST_BOT_ID', 'bot'],
  ['FIHRIST_MODEL_FAMILY', 'a/b'],
  ['FIHRIST_MODEL_FAMILY', ':id'],
  ['FIHRIST_MAX_UPLOAD_MB', '0'],
  ['FIHRIST_MAX_UPLOAD_MB', '1.5'],
  ['FIHRIST_QUOTA_TOKENS', 'lots'],
  ['FIHRIST_UPSTREAM', 'gateway.example'],
  ['FIHRIST_PUBLIC_URL', 'ftp://x.example'],
  ['FIHRIST_CONNECT_TO', 'https://ok.example nonsense'],
  ['FIHRIST_CORS_ORIGINS', '*'],
  ['FIHRIST_TRUST_PROXY', 'proxy.example'],
  ['FIHRIST_TRUST_PROXY', '127.1'],
  ['FIHRIST_TRUST_PROXY', '10.0.0.0/8 0.0.0.0/0'],
  ['FIHRIST_TRUST_PROXY', '::/0'],
  ['FIHRIST_OCR', 'yes'],
  ['FIHRIST_LOG', 'loud'],
  ['FIHRIST_ROLE', 'worker'],
  ['FIHRIST_PROCESS_NAME', 'خادم ١'],
  ['FIHRIST_DRAIN_SECONDS', '-1'],
])('%s=%s is refused by name', (name, value) => {
  const parse = (): unknown => parseSettings({ [name]: value });
  expect(parse).toThrow(InvalidSettingsError);
  expect(parse).toThrow(new RegExp(`^${name}: `));
});

test('a wrong key is not repeated: the message may be logged', () => {
  expect(() => parseSettings({ FIHRIST_API_KEY: 'my secret key' })).not.toThrow(/secret/);
});

test.each([
  ['FIHRIST_PROT', 'PORT'],
  ['FIHRIST_PORT', 'PORT'],
  ['FIHRIST_MAX_UPLOADS_MB', 'FIHRIST_MAX_UPLOAD_MB'],
  ['FIHRIST_SEALING_KEY_FIEL', 'FIHRIST_SEALING_KEY_FILE'],
  ['FIHRIST_CHAT_MODLE', 'FIHRIST_CHAT_MODEL'],
])('%s is refused as no setting, with %s as the nearest', (name, nearest) => {
  expect(() => parseSettings({ [name]: '9146' })).toThrow(
    new InvalidSettingsError([`${name}: is not a setting. Did you mean ${nearest}?`]),
  );
  expect(parseSettings({ [name]: '' })).toEqual(parseSettings({}));
});

test('variables of Kubernetes, of tests and of "fihrist check" are let through', () => {
  const ofService = (service: string) => ({
    [`${service}_SERVICE_HOST`]: '10.0.0.7',
    [`${service}_SERVICE_PORT`]: '80',
    [`${service}_SERVICE_PORT_HTTP`]: '80',
    [`${service}_PORT`]: 'tcp://10.0.0.7:80',
    [`${service}_PORT_80_TCP`]: 'tcp://10.0.0.7:80',
    [`${service}_PORT_80_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_80_TCP_PORT`]: '80',
    [`${service}_PORT_80_TCP_ADDR`]: '10.0.0.7',
  });
  const environment = {
    ...ofService('FIHRIST'),
    ...ofService('FIHRIST_GATEWAY_2'),
    FIHRIST_TEST_SEED: '7',
    FIHRIST_CHECK_KEY: 'k',
  };
  expect(parseSettings(environment)).toEqual(parseSettings({}));
});

test('all wrong settings are explanation at once', () => {
  let explanation = '';
  try {
    parseSettings({ PORT: 'x', FIHRIST_LOG: 'y', FIHRIST_OCE: 'on' });
  } catch (error) {
    explanation = explainStartFailure(error);
  }
  expect(explanation).toMatch(/FIHRIST_OCE:[^]*PORT:[^]*FIHRIST_LOG:/);
  expect(explanation).not.toContain('    at ');
});

test('the link is an address that a browser can open', () => {
  expect(originOf(parseSettings({}), 8787)).toBe('http://127.0.0.1:8787');
  expect(originOf(parseSettings({ HOST: '0.0.0.0' }), 1)).toBe('http://localhost:1');
  expect(originOf(parseSettings({ HOST: '::1' }), 1)).toBe('http://[::1]:1');
  expect(originOf(parseSettings({ FIHRIST_PUBLIC_URL: 'https://kb.example' }), 1)).toBe('https://kb.example');
});

test('a message that stops the start says what to do', () => {
  const inUse = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', port: 8787 });
  expect(explainStartFailure(inUse)).toMatch(/Port 8787 .*PORT/);
  // A volume of another user, a read-only root.
  for (const code of ['EACCES', 'EPERM', 'EROFS'])
    expect(
      explainStartFailure(Object.assign(new Error(code), { code, syscall: 'chmod', path: '/data' })),
    ).toMatch(/^\/data .*FIHRIST_DATA/);
  const listen = { code: 'EACCES', syscall: 'listen', port: 80 };
  expect(explainStartFailure(Object.assign(new Error('EACCES'), listen))).toMatch(/port 80\. Set PORT/);
  for (const [code, words] of [
    ['XX001', /damaged.*Restore/],
    ['58030', /disk/],
    ['53100', /no space left/],
  ] as const)
    expect(explainStartFailure(Object.assign(new Error('x'), { code, severity: 'ERROR' }))).toMatch(words);
});
