import { describe, expect, test } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { normaliseWord } from '#common/fold-text.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { stemOtherwise } from '#gateway/engine/analysis/stem-arabic.ts';
import { isStopWord, isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';

const words = (text: string) => tokenise(text).map(({ word }) => word);

describe('normalising', () => {
  test.each([
    ['مُؤَسَّسَةٌ', 'موسسه'],
    ['العـــربيّة', 'العربيه'],
    ['آلآن', 'الان'],
    ['إلى', 'الي'],
    ['ٱلرحمٰن', 'الرحمن'],
    ['ﻻ', 'لا'],
    ['ﷺ', 'صلياللهعليهوسلم'],
    ['\u202bنص\u202c', 'نص'],
    ['١٤٤٧', '1447'],
    ['۲۰۲۵', '2025'],
    ['٢٥٬٠٠٠', '25000'],
    ['100,000', '100000'],
    ['٢٫٥', '2.5'],
    ['Café', 'cafe'],
    ['کتاب', 'كتاب'],
    ['ڤيزا', 'فيزا'],
    ['پرنتر', 'برنتر'],
    ['أڭادير', 'اكادير'],
    ['ڨابس', 'قابس'],
    ['چيب', 'جيب'],
    ['گاع', 'كاع'],
    ['йод', 'йод'],
    ['ـــ', ''],
  ])('%s is compared as %s', (word, expected) => {
    expect(normaliseWord(word)).toBe(expected);
  });

  test('gives the same again when applied twice', () => {
    for (const word of ['مُؤَسَّسَةٌ', 'أَوْلى', 'Straße', 'ΆΛΦΑ', '٢٥٬٠٠٠٫٥', 'ﷺ', 'İstanbul'])
      expect(normaliseWord(normaliseWord(word))).toBe(normaliseWord(word));
  });
});

describe('tokenising', () => {
  test('points at the original spelling, tashkeel and tatweel included', () => {
    const text = 'قالَ: «العـــربيّةُ لغةٌ جميلةٌ»، رقم ٢٥٬٠٠٠ (REST API) بالـPDF.';
    const spelled = tokenise(text).map(({ start, end }) => text.slice(start, end));
    expect(spelled).toEqual([
      'قالَ',
      'العـــربيّةُ',
      'لغةٌ',
      'جميلةٌ',
      'رقم',
      '٢٥٬٠٠٠',
      'REST',
      'API',
      'بالـ',
      'PDF',
    ]);
  });

  test('never overlaps and never leaves the text', () => {
    const pieces = [
      'سَلامٌ',
      'ـــ',
      '\u200f',
      '12,345.6',
      'a\u0301',
      '😀',
      '日本語のテスト',
      '،',
      '\n',
      'A1-b2',
      '٣م',
    ];
    for (let seed = 1; seed < 200; seed++) {
      const text = Array.from(
        { length: 12 },
        (_, index) => pieces[(seed * (index + 3) * 7919) % pieces.length],
      ).join(seed % 2 ? ' ' : '');
      let last = 0;
      for (const { word, start, end } of tokenise(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(word).not.toBe('');
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }
  });

  test('parts digits from Arabic letters and keeps decimals', () => {
    expect(words('1447هـ الموافق 2025م، 50.75 ريالاً')).toEqual([
      '1447',
      'ه',
      'الموافق',
      '2025',
      'م',
      '50.75',
      'ريالا',
    ]);
  });

  test('cuts languages without spaces by dictionary', () => {
    expect(words('東京都に住む').length).toBeGreaterThan(1);
  });
});

describe('stemming', () => {
  test.each([
    ['كتاب', 'الكتب'],
    ['مستند', 'المستندات'],
    ['حساب', 'وحساباتهم'],
    ['مدرسة', 'مدارس'],
    ['موظف', 'للموظفين'],
    ['رسالة', 'رسائلكم'],
    ['ماء', 'الماء'],
    ['جزء', 'أجزاء'],
  ])('%s and %s share a stem', (a, b) => {
    expect(stemWord(normaliseWord(a))).toBe(stemWord(normaliseWord(b)));
  });

  test.each([
    ['بطاقة', 'البطاقات'],
    ['فروع', 'الفرع'],
    ['فاتورة', 'الفواتير'],
    ['كفالة', 'الكفالة'],
    ['بلاد', 'البلد'],
    ['وفروعهم', 'الفروع'],
  ])('takes a first letter for one of the word where little else is left: %s like %s', (a, b) => {
    expect(stemWord(normaliseWord(a))).toBe(stemWord(normaliseWord(b)));
  });

  test('knows the other reading of a first letter, unless it may be any word', () => {
    const otherwise = (word: string) => stemOtherwise(normaliseWord(word));
    expect(otherwise('بندورة')).toBe(stemWord(normaliseWord('البندورة')));
    expect(otherwise('البندورة')).toBe(stemWord(normaliseWord('بندورة')));
    for (const word of ['البطاقة', 'مدرسة', 'hotel', '2025', 'но', ''])
      expect(otherwise(word)).toBeUndefined();
  });

  test('keeps words apart that differ in their root letters', () => {
    expect(stemWord('مكتب')).not.toBe(stemWord('ملعب'));
  });

  test('knows English, Russian and Greek by script and leaves numbers alone', () => {
    expect(stemWord('registered')).toBe(stemWord('registering'));
    expect(stemWord('книгами')).toBe(stemWord('книга'));
    expect(stemWord('2025')).toBe('2025');
  });

  test('never gives an empty stem', () => {
    for (const word of ['و', 'ال', 'وال', 'او', 'يا', 'لها', 'هما', 'a', 'ли'])
      expect(stemWord(word)).not.toBe('');
  });
});

describe('words of the same root', () => {
  const related = (word: string) => relatedStems(normaliseWord(word));
  test.each([
    ['انتقد', 'النقد'],
    ['تعمل', 'عمل'],
    ['نكتب', 'كتاب'],
    ['حمل', 'محمول'],
    ['يستخدم', 'الخدمة'],
  ])('%s leads to %s', (a, b) => {
    expect(related(a)).toContain(stemWord(normaliseWord(b)));
  });

  test('are not looked for where no root of three letters shows', () => {
    expect(related('ماء')).toEqual([]);
    expect(related('الديمقراطية')).toEqual([]);
    expect(related('network')).toEqual([]);
    expect(related('2025')).toEqual([]);
  });

  test('never lead back to the stem of the word', () => {
    for (const word of ['كتب', 'مكتب', 'تعلم', 'نقد', 'استعمال'])
      expect(related(word)).not.toContain(stemWord(normaliseWord(word)));
  });
});

describe('stop words', () => {
  test('separates what only asks from what is never a subject', () => {
    expect(['من', 'إلى', 'the'].every((word) => isStopWord(normaliseWord(word)))).toBe(true);
    expect(
      ['ليش', 'وين', 'إيه', 'شلون', 'what'].every((word) => isStopWordOfQuestion(normaliseWord(word))),
    ).toBe(true);
    expect(isStopWord(normaliseWord('ليش'))).toBe(false);
    expect(isStopWordOfQuestion(normaliseWord('حساب'))).toBe(false);
    expect(isStopWord(normaliseWord('ماء'))).toBe(false);
  });
});

describe('sentences', () => {
  test('joins after abbreviations, list numbers and decimals', () => {
    const text = 'قال د. أحمد إن الرسم 50.75 ريالاً. ووافقت أ. سارة سنة 1447 هـ. على ذلك! هل تم؟ نعم.';
    expect(splitSentences(text).map(({ text }) => text)).toEqual([
      'قال د. أحمد إن الرسم 50.75 ريالاً.',
      'ووافقت أ. سارة سنة 1447 هـ. على ذلك!',
      'هل تم؟',
      'نعم.',
    ]);
    expect(splitSentences('Dr. Smith came, e.g. Monday. He left.').length).toBe(2);
  });

  test('takes a long run of abbreviations, numbers and white space in one go', () => {
    expect(splitSentences('د. '.repeat(200_000))).toHaveLength(1);
    expect(splitSentences(`د. ${'\u2029'.repeat(200_000)}أحمد.`)).toHaveLength(1);
    expect(splitSentences('1. '.repeat(100_000)).length).toBeGreaterThan(1);
  });

  test('ends at line breaks and gives offsets of exactly its text', () => {
    const text = '  سطر أول\n\nسطر ثانٍ. وثالث؟  \r\nend';
    const sentences = splitSentences(text);
    expect(sentences.map((sentence) => sentence.text)).toEqual(['سطر أول', 'سطر ثانٍ.', 'وثالث؟', 'end']);
    for (const { start, end, text: sentence } of sentences) expect(text.slice(start, end)).toBe(sentence);
  });
});

describe('languages and tokens', () => {
  test('takes Arabic with Latin names for Arabic', () => {
    expect(detectLanguage('كيف أستخدم REST API؟')).toBe('ar');
    expect(detectLanguage('What does الفهرس mean in this long English sentence?')).toBe('en');
    expect(detectLanguage('123')).toBe('en');
    expect(detectLanguage('؟؟؟')).toBe('ar');
    expect(detectLanguage('٢٠٢٦')).toBe('ar');
    expect(detectLanguage('？')).toBe('en');
    expect(detectLanguage('Что，؟')).toBe('en');
  });

  test('charges a token a 4 characters, 1.5 where Arabic, rounded up', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('abcd')).toBe(1);
    expect(estimateTokens('abcde')).toBe(2);
    expect(estimateTokens('سلا')).toBe(2);
    expect(estimateTokens('سلام')).toBe(3);
    expect(estimateTokens('😀😀😀😀')).toBe(1);
  });
});
