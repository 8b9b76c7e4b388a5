/** Values that trip programs up, plain and within JSON. */
import type { Random } from '../fleet/random.ts';

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'نص\u0000بعده',
  '\u202eمقلوب\u202c',
  'مـــديـــنة',
  'ﻣﺪﻳﻨﺔ',
  '\u3164',
  '\u{1f469}\u200d\u{1f52c}\u{1f1f8}\u{1f1e6}',
  '\ufeffكلمة',
  '\r\nX-Injected: 1',
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  "'; drop table unit; --",
  '%',
  '%_%',
  '" or ""="',
  'a* NEAR(b) OR ^c:"',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '-1',
  '0x10',
  '١٢٣',
  '1e3',
  '9'.repeat(40),
  'http://[::1',
  'http://127.0.0.1:1/',
  'file:///dev/null',
  'data:,x',
  'javascript:alert(1)',
  '2026-02-30T25:61:00Z',
  'Z'.repeat(300),
  'كلمة '.repeat(3_000),
  '\u064b'.repeat(5_000),
  'é\u0301'.repeat(200),
];

/** Of JSON, as they are written; some are none. */
const ODD_JSON: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '18446744073709551616',
  '2147483648',
  `1${'0'.repeat(400)}`,
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u0000"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":2}',
  '{"length":4294967295}',
  '{"0":"أ"}',
  '01',
  '+1',
  '.5',
  "'one'",
  'undefined',
  '[1,]',
  '/* */1',
];

const PLACE = '\ue000place\ue000';

/** The text of some JSON, wrong at a place or two: another type, another size, another depth. */
export function mutateJson(value: unknown, random: Random): string {
  const copy = { '': structuredClone(value) ?? {} } as Record<string, unknown>;
  const raws: string[] = [];
  for (let times = random.pick([1, 1, 1, 2]); times > 0; times--) {
    const { holder, key } = random.pick(placesOf(copy, ''));
    const change = random.below(10);
    if (change === 0 && key !== '') delete holder[key];
    else if (change === 1) holder[random.pick(ODD_TEXTS)] = random.pick(ODD_TEXTS);
    else if (change === 2) holder[key] = random.pick(ODD_TEXTS);
    else if (change === 3)
      holder[key] = Array.from({ length: random.pick([2, 60, 2_000]) }, () => holder[key]);
    else if (change === 4 && typeof holder[key] === 'string') holder[key] = mutateText(holder[key], random);
    else if (change === 5 && typeof holder[key] === 'number')
      holder[key] *= random.pick([-1, 1000, 0.5, 1e12]);
    else {
      holder[key] = PLACE;
      raws.push(change === 6 ? nest(random) : random.pick(ODD_JSON));
    }
  }
  const text = JSON.stringify(copy['']) ?? 'null';
  return text.replaceAll(JSON.stringify(PLACE), () => raws.shift() ?? 'null');
}

function nest(random: Random): string {
  const depth = random.pick([20, 500, 20_000]);
  return random.pick([
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    '['.repeat(depth),
  ]);
}

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

function placesOf(holder: Record<string, unknown>, key: string): Place[] {
  const value = holder[key];
  const below =
    typeof value === 'object' && value !== null
      ? Object.keys(value).flatMap((name) => placesOf(value as Record<string, unknown>, name))
      : [];
  return [{ holder, key }, ...below];
}

export function mutateText(text: string, random: Random): string {
  const offset = random.below(text.length + 1);
  switch (random.below(6)) {
    case 0:
      return random.pick(ODD_TEXTS);
    case 1:
      return text.slice(0, offset);
    case 2:
      return text.slice(0, offset) + random.pick(ODD_TEXTS) + text.slice(offset);
    case 3:
      return text + text;
    case 4:
      return text.toUpperCase();
    default:
      return ` ${text}\t`;
  }
}

/** Bytes that are no longer the text they were. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const offset = random.below(bytes.length + 1);
  switch (random.below(7)) {
    case 0:
      return bytes.subarray(0, offset);
    case 1:
      return Buffer.concat([
        bytes.subarray(0, offset),
        Buffer.from([0xff, 0xc0, 0x80]),
        bytes.subarray(offset),
      ]);
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.from(bytes.toString('utf8'), 'utf16le');
    case 4:
      return Buffer.concat([bytes, bytes]);
    case 5:
      return Buffer.alloc(0);
    default:
      return Buffer.concat([bytes, Buffer.alloc(random.pick([1, 70_000, 1_000_001]), ' ')]);
  }
}
