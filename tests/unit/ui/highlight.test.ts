import { describe, expect, test } from 'vitest';
import { findMatches } from '#src/ui/answer/find-matches.ts';

const bomEncoding = (question: string, text: string) =>
  findMatches(question, text).map(({ start, end }) => text.slice(start, end));

describe('finding the words of a question in a text', () => {
  test.each([
    ['ما رسوم التحويلات الدولية؟', 'تبلغ رُسومُ التحويلِ الدوليِّ ٥٠ ريالاً.', ['رُسومُ', 'التحويلِ', 'الدوليِّ']],
    ['كيف أفتح حسابا', 'فتحُ الحســـابات وحسابهم', ['فتحُ', 'الحســـابات', 'وحسابهم']],
    ['المستندات', 'مستندٌ واحد', ['مستندٌ']],
    ['مدرسة', 'المدارس الحكومية', ['المدارس']],
    ['حد 25000 ريال', 'الحد ٢٥٬٠٠٠ ريال', ['الحد', '٢٥٬٠٠٠', 'ريال']],
    ['إلى أين؟', 'إلى هناك', []],
    ['What are the required documents?', 'Documents that we require', ['Documents', 'require']],
    ['opening accounts', 'Open an ACCOUNT', ['Open', 'ACCOUNT']],
    ['policies', 'the policy', ['policy']],
    ['واجهة API', 'عبر الـAPI', ['API']],
    ['', 'نص', []],
    ['سؤال', '', []],
  ])('%s', (question, text, expected) => {
    expect(bomEncoding(question, text)).toEqual(expected);
  });

  test('does not mark words that only begin alike', () => {
    expect(bomEncoding('حساب', 'الحاسوب والحصاد')).not.toContain('والحصاد');
    expect(bomEncoding('port', 'a portion')).toEqual([]);
  });

  test('gives ranges in order that never overlap', () => {
    const ranges = findMatches('حساب رسوم', 'رسوم الحساب، ورسوم حسابٍ، رسومُه');
    expect(ranges.length).toBe(5);
    ranges.reduce((last, { start, end }) => {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      return end;
    }, 0);
  });
});
