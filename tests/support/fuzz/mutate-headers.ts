import { HEADERS } from '#contract/headers.ts';
import type { Operation } from '#contract/operations/operation.ts';
import type { Random } from '../fleet/random.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { ODD_TEXTS } from './odd-values.ts';

type Header = [name: string, value: string];

const RANGES = [
  'bytes=0-',
  'bytes=-5',
  'bytes=5-2',
  'bytes=0-0,2-3',
  'bytes=99999999999999999999-',
  'items=1',
  'bytes=',
  '٠-١',
];
const LANGUAGES = [
  'ar',
  'en',
  'fr;q=1, ar;q=0.5',
  '*',
  'ar-SA-u-nu-latn',
  ';;;q=9',
  'zz'.repeat(500),
  'عربي',
];
const TAGS = ['*', '""', 'W/"1"', '"1", "2"', 'abc', '"', '9'.repeat(300)];
/** Hosts that no URL can have are refused before any operation. */
const HOSTS = [
  '256.256.256.256',
  'a.1',
  'localhost:99999',
  '[::1',
  'ex ample',
  '',
  '١٢٧.٠.٠.١',
  'localhost@evil',
  'xn--',
  '%00',
];
const CODINGS: readonly Header[] = [
  ['Content-Encoding', 'gzip'],
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'multipart/form-data'],
  ['Accept', 'image/png'],
  ['Expect', '100-continue'],
  ['Expect', 'a miracle'],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Origin', 'https://elsewhere.invalid'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/api/Keys'],
  ['Cookie', 'a=b; '.repeat(200)],
  ['TE', 'trailers'],
];

/** What headers may hold: no line break, no NUL; the rest goes over the socket as it is. */
const asHeader = (text: string): string => text.replaceAll(/[\r\n\0]/gu, '').slice(0, 3_000);

export function mutateHeaders(request: FuzzRequest, operation: Operation, random: Random): void {
  const { headers } = request;
  const set = (name: string, value: string): void => {
    request.headers = [
      ...request.headers.filter(([headerName]) => headerName.toLowerCase() !== name.toLowerCase()),
      [name, value],
    ];
  };
  const odd = (): string => asHeader(random.pick(ODD_TEXTS));
  const changes: (() => void)[] = [
    () => set('Accept-Language', random.pick(LANGUAGES)),
    () =>
      set('x-bot', random.pick(['', '0', '2', '-1', '1.0', '01', '1e0', '99999999999999999999', '١', odd()])),
    () => void headers.push(random.pick(headers)),
    () => void headers.push(random.pick(CODINGS)),
    () => set(HEADERS.ifMatch, random.pick(TAGS)),
    () => set('If-None-Match', random.pick(TAGS)),
    () => set('If-Modified-Since', random.pick(['Sat, 21 Nov 2026 09:00:00 GMT', 'never'])),
    () => set(HEADERS.range, random.pick(RANGES)),
    () => set(HEADERS.idempotencyKey, random.pick([`key-${random.below(20)}`, odd(), 'k'.repeat(256)])),
    () =>
      set(
        random.pick(operation.requestHeaders ?? [HEADERS.answerer]),
        random.pick(['none', 'extractive', 'events', odd()]),
      ),
    () => void headers.push(['X-Fill', 'ع'.repeat(random.pick([100, 3_000, 9_000]))]),
    () =>
      void headers.push(
        ...Array.from({ length: random.pick([50, 900, 2_100]) }, (_, index): Header => [`x-${index}`, '']),
      ),
    () => {
      set('Host', random.pick(HOSTS));
      request.isExact = false;
    },
  ];
  for (let times = 1 + random.below(3); times > 0; times--) random.pick(changes)();
}
