import type { Bidi } from 'bidi-js';
import bidiFactory from 'bidi-js';
import { describe, expect, test } from 'vitest';
import { type DirectionContext, readVisualLine, turnBrackets } from '#gateway/engine/bidi/inverse-bidi.ts';
import { classify } from '#gateway/engine/bidi/letter-classes.ts';

const bidi = (bidiFactory as unknown as () => Bidi)();
const rightToLeft: DirectionContext = { rightToLeft: true, drawnLeftToRight: true };

/** Lays a logical line out as a renderer does, each level run drawn in logical order as LibreOffice draws them. */
function layOut(text: string, direction: 'rtl' | 'ltr') {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const order = bidi.getReorderedIndices(text, {
    levels,
    paragraphs: [{ start: 0, end: text.length - 1, level: direction === 'rtl' ? 1 : 0 }],
  });
  return order.map((index) => {
    const own = text[index]!;
    const shown = levels[index]! % 2 === 1 ? (bidi.getMirroredCharacter(own) ?? own) : own;
    let rank = 0;
    for (let before = 1; before <= index; before += 1) if (levels[before] !== levels[before - 1]) rank += 1;
    return { text: shown, letter: classify(shown), rank, font: 'Amiri' };
  });
}

describe('brackets that the engine mirrored', () => {
  test.each(['.Windows 11 (64-bit( ماظنو', '.Windows 11 )64-bit( ماظنو', '.Windows 11 (64-bit) ماظنو'])(
    'close after the Latin word: %s',
    (visual) => {
      const items = Array.from(visual, (text, rank) => ({
        text,
        letter: classify(text),
        rank,
        font: 'Amiri',
      }));
      expect(readVisualLine(items, rightToLeft)).toBe('ونظام Windows 11 (64-bit).');
    },
  );
});

describe('a right-to-left line', () => {
  test.each([
    'يستطيع العميل فتح حساب جديد خلال 15 دقيقة عبر تطبيق Fihrist Mobile على نظامي iOS وAndroid.',
    'صورة من الهوية الوطنية أو الإقامة (PDF أو JPEG) بحجم لا يتجاوز 5 MB.',
    'رقم الآيبان الدولي مثل SA03 8000 0000 6080 1016 7519 للتحويلات.',
    'أي ما يعادل ٪٢٫٥ من القيمة، لمن تجاوز رصيده 100,000 ريال في 2025/03/21.',
    'رسالة الخطأ "Error 404: Not Found" فعلى العميل الاتصال بالرقم 920001234 أو support@example.com.',
    'رقم الجوال +966 50 123 4567 مسجل، ولا تشارك رمز OTP مع أحد.',
    'نستخدم واجهة REST API (الإصدار v2.1) مع بروتوكول HTTPS وتشفير AES-256 للبيانات.',
    'المادة 12، الفقرة «ب»، والسنة ١٤٤٧هـ الموافق 26 يونيو 2025م.',
    '6.2. التثبيت خطوة بخطوة',
    'معالج بأربع أنوية (4 cores) وتردد 2.4 GHz أو أعلى.',
    'افتح المنفذين 443 و8080 (TCP)، ثم جرّب الرابط https://portal.example.com/login?lang=ar من المتصفح.',
    'يعمل على Windows 11 أو Ubuntu 22.04 LTS مدة 24 hours في اليوم.',
    'الفترة 1939-1945 والنسبة 50% فقط',
    'سعيد [انظر الملحق (ج)] ثم {قوس}',
  ])('comes back as it was written: %s', (logical) => {
    expect(readVisualLine(layOut(logical, 'rtl'), rightToLeft)).toBe(logical);
  });

  test('reads a number beside a unit as the measure it is, even when the drawing order is silent', () => {
    const items = layOut('الحجم 5 MB فقط', 'rtl').map((item) => ({ ...item, rank: 0 }));
    expect(readVisualLine(items, rightToLeft)).toBe('الحجم 5 MB فقط');
  });

  test('keeps a number behind the name it belongs to', () => {
    const items = layOut('نظام Windows 11 الجديد', 'rtl').map((item) => ({ ...item, rank: 0 }));
    expect(readVisualLine(items, rightToLeft)).toBe('نظام Windows 11 الجديد');
  });
});

describe('a left-to-right line', () => {
  test('turns only the Arabic inside it', () => {
    const logical = 'The word فهرس العملاء means index (دليل) here.';
    const context = { rightToLeft: false, drawnLeftToRight: true };
    expect(readVisualLine(layOut(logical, 'ltr'), context)).toBe(logical);
  });
});

describe('brackets at a right-to-left level', () => {
  const loose = (text: string) => Array.from(text).map((character) => ({ text: character, loose: true }));

  test.each([
    ['الإقامة )PDF أو JPEG) بحجم', 'الإقامة (PDF أو JPEG) بحجم'],
    ['المادة )12، الفقرة »ب«( لأغراض', 'المادة (12، الفقرة «ب») لأغراض'],
    ['סעיף 15)ב)(4( לחוק', 'סעיף 15(ב)(4) לחוק'],
    ['بمساحة ( 532 كم)', 'بمساحة (532 كم)'],
  ])('face the way their surroundings ask: %s', (from, to) => {
    expect(turnBrackets(loose(from))).toBe(to);
  });

  test('leaves alone what the file is sure of', () => {
    expect(turnBrackets(Array.from('f(x)) = [a)').map((text) => ({ text, loose: false })))).toBe(
      'f(x)) = [a)',
    );
  });
});
