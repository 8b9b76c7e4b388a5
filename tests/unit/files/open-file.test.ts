import { expect, test } from 'vitest';
import { fromBase64Url, makeSecret, toBase64Url } from '#gateway/modules/access/services/secrets.ts';
import { replaceExtension, sanitizeFileName } from '#gateway/modules/files/services/file-name.ts';
import { parseRange } from '#gateway/modules/files/services/open-file.ts';

test.each([
  [null, 'whole'],
  ['bytes=0-', { start: 0, end: 10 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=3-99', { start: 3, end: 10 }],
  ['bytes=-3', { start: 7, end: 10 }],
  ['bytes=-99', { start: 0, end: 10 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=-', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
] as const)('Range %s of ten bytes is %o', (header, slice) => {
  expect(parseRange(header, 10)).toEqual(slice);
});

test('sanitizes a name: letters stay, misleading characters go', () => {
  expect(sanitizeFileName('تقرير\u202E fdp.exe', 'exe')).toBe('تقرير fdp.exe');
  expect(sanitizeFileName('a<b>:"|?*\u0000.txt', 'txt')).toBe('ab.txt');
  expect(sanitizeFileName('', 'pdf')).toBe('file.pdf');
  expect(sanitizeFileName('\ud800', 'pdf')).toBe('\ufffd');
  expect(replaceExtension('دليل.v2.docx', 'md')).toBe('دليل.v2.md');
  expect(replaceExtension('بلا', 'txt')).toBe('بلا.txt');
});

test('cuts a very long name at once, keeping its beginning and its extension', () => {
  const padding = ' .'.repeat(4_000_000);
  expect(sanitizeFileName(`دليل${padding}س.pdf`, 'pdf')).toBe(`دليل${' .'.repeat(71)}.pdf`);
  expect(sanitizeFileName(padding, 'pdf')).toBe('file.pdf');
  expect(sanitizeFileName(`أ/ب\\ . دليل . `, 'pdf')).toBe('دليل');
});

test('base64url goes both ways and refuses the rest', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, index) => index * 4);
  expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  expect(fromBase64Url('a+b')).toBeUndefined();
  expect(makeSecret(24)).toMatch(/^[\w-]{32}$/);
  expect(makeSecret(24)).not.toBe(makeSecret(24));
});
