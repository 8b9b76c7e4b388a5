import { describe, expect, it } from 'vitest';
import { extractAnswer, LEAST_SUPPORT } from '#gateway/search/answer/extract-answer.ts';
import { NOT_FOUND_WORDS } from '#gateway/search/answer/not-found-words.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';

const passage = (sectionTitle: string, text: string, score = 0.8) => ({ sectionTitle, text, score });
const LIMITS = { maxCharacters: 600 };
const quote = (question: string, passages: ReturnType<typeof passage>[], limits = LIMITS) => {
  const answer = extractAnswer(question, passages, limits);
  return answer.kind === 'quoted' ? answer : undefined;
};

const ACCOUNTS = passage(
  'فتح الحسابات',
  'يهدف هذا القسم إلى الشرح. يستطيع العميل فتح حسابٍ جديد خلال 15 دقيقة عبر التطبيق. وتُحفظ البيانات في مركزٍ آمن.',
);
const DOCUMENTS = passage(
  'المستندات المطلوبة',
  '• صورة من الهوية الوطنية.\n• إثبات عنوان السكن.\n• رقم الآيبان الدولي.',
  0.6,
);
const TABLE = passage(
  'الحدود اليومية',
  'نوع الحساب: جارٍ | الحد اليومي: 10,000 ريال\nنوع الحساب: ادخار | الحد اليومي: ٢٥٬٠٠٠ ريال\nنوع الحساب: أعمال | الحد اليومي: 250,000 ريال',
);

describe('extracting an answer', () => {
  it('quotes the sentence that covers the question, spelled as it stands', () => {
    const answer = quote('كم دقيقة يستغرق فتح حساب جديد؟', [ACCOUNTS, DOCUMENTS]);
    expect(answer?.text).toContain('يستطيع العميل فتح حسابٍ جديد خلال 15 دقيقة عبر التطبيق.');
    expect(answer?.from[0]).toBe(0);
  });

  it('quotes a whole list when its heading is what was asked for', () => {
    expect(quote('ما المستندات المطلوبة؟', [DOCUMENTS, ACCOUNTS])).toMatchObject({
      kind: 'quoted',
      text: DOCUMENTS.text,
      from: [0],
    });
  });

  it('quotes what a line announces', () => {
    const announced = passage('', 'يحتاج العميل إلى المستندات التالية:\n• هوية.\n• صورة.\nوتُسلَّم للفرع.');
    expect(quote('ما المستندات التي يحتاجها العميل؟', [announced])?.text).toContain(
      'التالية:\n• هوية.\n• صورة.',
    );
  });

  it('quotes the row of a table, alone and whole', () => {
    const answer = quote('ما الحد اليومي لحساب الادخار؟', [TABLE], {
      ...LIMITS,
      maxSentences: 1,
    } as typeof LIMITS);
    expect(answer?.text).toBe('نوع الحساب: ادخار | الحد اليومي: ٢٥٬٠٠٠ ريال');
  });

  it('answers a question that the text asks with what follows it', () => {
    const faq = passage(
      'الأسئلة المتكررة',
      'س: لماذا لا تصلني رسائل التحقق؟ ج: تأكد من رقم الجوال. ولا تشارك الرمز مع أحد.',
    );
    const text = quote('لماذا لا تصلني رسائل التحقق؟', [faq])?.text ?? '';
    expect(text.startsWith('ج: تأكد من رقم الجوال.')).toBe(true);
  });

  it('quotes questions only where there is nothing else', () => {
    const onlyAsks = passage('', 'كيف أفعّل بطاقتي الجديدة؟');
    expect(quote('بطاقتي الجديدة', [onlyAsks])?.text).toBe(onlyAsks.text);
  });

  it('takes sentences from several passages and says from which', () => {
    const one = passage('', 'رسوم الحساب الجاري عشرة ريالات.');
    const other = passage('', 'رسوم الحساب الجاري للطلاب خمسة ريالات.');
    const answer = quote('كم رسوم الحساب الجاري؟', [one, ACCOUNTS, other]);
    expect(answer?.from).toEqual([0, 2]);
    expect(answer?.text.split('\n')).toEqual([one.text, other.text]);
  });

  it.each([
    ['كم سعر تذكرة الطيران إلى جدة؟', 0.1],
    ['What is the capital of France?', 0.05],
    ['ما رسوم إصدار بطاقة ائتمان ذهبية للموظفين؟', 0.3],
  ])('refuses %s', (question, score) => {
    const passages = [ACCOUNTS, DOCUMENTS, TABLE].map((one) => ({ ...one, score }));
    const refused = extractAnswer(question, passages, LIMITS);
    expect(refused.kind).toBe('not-found');
    expect(refused.support).toBeLessThan(LEAST_SUPPORT);
    const unrefused = extractAnswer(question, passages, { ...LIMITS, leastSupport: 0 });
    expect(unrefused).toMatchObject({ kind: 'quoted', support: refused.support });
  });

  it('refuses when half the words match and the weights say they are the common half', () => {
    const weights = new Map([['حسب', 0.2]]);
    const known = extractAnswer('حساب', [ACCOUNTS], { ...LIMITS, weights });
    expect(known.kind).toBe('quoted');
    const unknown = extractAnswer('حساب غريب', [{ ...ACCOUNTS, score: 0.3 }], {
      ...LIMITS,
      weights: new Map([...weights, ['غرب', 6]]),
    });
    expect(unknown.kind).toBe('not-found');
  });

  it('says nothing of nothing', () => {
    expect(extractAnswer('سؤال', [], LIMITS)).toEqual({ kind: 'not-found', support: 0 });
    expect(extractAnswer('', [ACCOUNTS], LIMITS)).toEqual({ kind: 'not-found', support: 0 });
    expect(extractAnswer('حساب', [passage('حساب', ' \n ')], LIMITS)).toEqual({
      kind: 'not-found',
      support: 0,
    });
  });

  it('stays within its characters and ends after a word', () => {
    for (const maxCharacters of [10, 40, 75, 120]) {
      const text = quote('فتح حساب جديد', [ACCOUNTS, DOCUMENTS], { maxCharacters })?.text ?? '';
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(maxCharacters);
    }
    expect(quote('فتح حساب جديد', [ACCOUNTS], { maxCharacters: 40 })?.text).toMatch(
      /^يستطيع العميل .*\S …$/u,
    );
  });

  it('words a refusal in both languages', () => {
    expect(detectLanguage(NOT_FOUND_WORDS.ar)).toBe('ar');
    expect(detectLanguage(NOT_FOUND_WORDS.en)).toBe('en');
  });
});

describe('the stretches of an answer', () => {
  const all = [ACCOUNTS, DOCUMENTS, TABLE];
  const cases = [
    'كم دقيقة يستغرق فتح حسابٍ جديد؟',
    'ما المستندات المطلوبة؟',
    'ما الحد اليومي لحساب الادخار؟',
    'مركز آمن',
    'هوية',
  ].flatMap((question) => [40, 90, 400].map((maxCharacters) => ({ question, maxCharacters })));

  it.each(cases)(
    'stand letter for letter in their passages: $question in $maxCharacters',
    ({ question, maxCharacters }) => {
      const answer = quote(question, all, { maxCharacters });
      const spans = answer?.spans ?? [];
      expect(spans.length).toBeGreaterThan(0);
      let end = 0;
      let between = '';
      for (const { passage: index, inPassage, inAnswer } of spans) {
        const said = answer?.text.slice(inAnswer.start, inAnswer.end);
        expect(said).toBe(all[index]?.text.slice(inPassage.start, inPassage.end));
        expect(said?.trim()).not.toBe('');
        between += answer?.text.slice(end, inAnswer.start) ?? '';
        end = inAnswer.end;
      }
      // Whatever is not quoted only shows that something was left out.
      expect(between + (answer?.text.slice(end) ?? '')).toMatch(/^[\s…]*$/u);
      expect(answer?.from).toEqual([...new Set(spans.map((span) => span.passage))]);
    },
  );
});

describe('two sources that say the same', () => {
  it('are quoted once', () => {
    const again = { ...ACCOUNTS, text: ACCOUNTS.text.replace('حسابٍ', 'حساب') };
    const answer = quote('كم دقيقة يستغرق فتح حساب جديد؟', [ACCOUNTS, again]);
    expect(answer?.text.match(/15 دقيقة/gu)).toHaveLength(1);
    expect(answer?.from).toEqual([0]);
  });
});
