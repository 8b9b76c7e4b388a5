import { describe, expect, test } from 'vitest';
import { cutSpan, linesOf } from '#src/ui/answer/text-spans.ts';

const TEXT = 'السطر الأول\nSecond line\n\nالرابع (v2.1)\n';
const wordsOf = (text: string, from?: number) =>
  linesOf(text, from).map(({ start, end }) => text.slice(start, end));

describe('lines', () => {
  test('hold every character of the text once, with the ends of lines', () => {
    expect(wordsOf(TEXT)).toEqual(['السطر الأول\n', 'Second line\n', '\n', 'الرابع (v2.1)\n']);
    expect(wordsOf(TEXT, TEXT.indexOf('line'))).toEqual(['line\n', '\n', 'الرابع (v2.1)\n']);
    expect(wordsOf('نص')).toEqual(['نص']);
    expect(wordsOf('')).toEqual(['']);
  });
});

describe('a span cut at ranges', () => {
  const cut = (line: number, ranges: { start: number; end: number }[]) =>
    cutSpan(linesOf(TEXT)[line] ?? { start: 0, end: 0 }, ranges).map(({ start, end, range }) => [
      TEXT.slice(start, end),
      range === undefined ? -1 : ranges.indexOf(range),
    ]);
  const quote = { start: TEXT.indexOf('الأول'), end: TEXT.indexOf(' line') };

  test('gives each line its part of a range that spans several', () => {
    expect(cut(0, [quote])).toEqual([
      ['السطر ', -1],
      ['الأول\n', 0],
    ]);
    expect(cut(1, [quote])).toEqual([
      ['Second', 0],
      [' line\n', -1],
    ]);
    expect(cut(3, [quote])).toEqual([['الرابع (v2.1)\n', -1]]);
  });

  test('shows no character twice where ranges overlap or come out of order', () => {
    const overlapping = [quote, { start: quote.end - 3, end: quote.end + 2 }, { start: 0, end: 2 }];
    expect(
      cut(1, overlapping)
        .map(([words]) => words)
        .join(''),
    ).toBe('Second line\n');
    expect(
      cut(0, overlapping)
        .map(([words]) => words)
        .join(''),
    ).toBe('السطر الأول\n');
  });
});
