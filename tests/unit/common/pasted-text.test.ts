import { describe, expect, test } from 'vitest';
import { completeAddress, plainName } from '#common/pasted-text.ts';

const ADDRESS = 'https://example.com/دليل';

describe('a pasted address', () => {
  test.each([
    ADDRESS,
    `\u200f${ADDRESS}\u200f`,
    `\u202b ${ADDRESS}\u202c`,
    `\ufeff${ADDRESS}\u200b`,
    `1. ${ADDRESS}`,
    `٣- ${ADDRESS}`,
    `(2) ${ADDRESS}`,
    `• ${ADDRESS}`,
    `<${ADDRESS}>`,
    `<URL:${ADDRESS}>`,
    `(${ADDRESS})،`,
    `«${ADDRESS}»`,
    `الرابط: ${ADDRESS}`,
    `رابط الصفحة:${ADDRESS}`,
    `Link - ${ADDRESS}`,
    `1. الرابط: \u200f<${ADDRESS}>`,
    `${ADDRESS}،`,
    `${ADDRESS}.`,
    `${ADDRESS}؟`,
    'example.com/دليل',
    '- example.com/دليل،',
  ])('%j is understood', (line) => {
    expect(completeAddress(line)).toBe(ADDRESS);
  });

  test.each([
    ['https://ar.wikipedia.org/wiki/عجمان_(مدينة)', 'https://ar.wikipedia.org/wiki/عجمان_(مدينة)'],
    ['(https://ar.wikipedia.org/wiki/عجمان_(مدينة))', 'https://ar.wikipedia.org/wiki/عجمان_(مدينة)'],
    ['http://example.com:8080/?q=1', 'http://example.com:8080/?q=1'],
    ['example.com:8080', 'https://example.com:8080'],
    ['https://example.com/می\u200cخواهم', 'https://example.com/می\u200cخواهم'],
    ['ftp://example.com', 'ftp://example.com'],
    ['mailto:info@example.com', 'mailto:info@example.com'],
    ['localhost:3000', 'localhost:3000'],
    ['ليس عنوانًا', 'ليس عنوانًا'],
    [`انظر ${ADDRESS} ثم عد`, `انظر ${ADDRESS} ثم عد`],
    ['12.example.com', 'https://12.example.com'],
  ])('%j stays %j', (line, address) => {
    expect(completeAddress(line)).toBe(address);
  });
});

test('a name loses what turns its direction round, and nothing else', () => {
  expect(plainName('تقرير\u202Etxt.md')).toBe('تقريرtxt.md');
  expect(plainName('می\u200cخواهم (1).md')).toBe('می\u200cخواهم (1).md');
});
