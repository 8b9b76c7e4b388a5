import { describe, expect, test } from 'vitest';
import { titleKey } from '#common/title-key.ts';
import { suggestQuestions } from '#gateway/engine/suggestions/suggest-questions.ts';

describe('titleKey', () => {
  test('sees through controls, tatweel, composition and white space', () => {
    expect(titleKey(' \u200fدليل\u200b  العمـــلاء\n')).toBe(titleKey('دليل العملاء'));
    expect(titleKey('cafe\u0301')).toBe(titleKey('café'));
  });

  test('keeps case, hamza and tashkeel apart', () => {
    expect(titleKey('Guide')).not.toBe(titleKey('guide'));
    expect(titleKey('أحكام')).not.toBe(titleKey('احكام'));
    expect(titleKey('عَلَم')).not.toBe(titleKey('علم'));
  });
});

describe('suggestQuestions', () => {
  const sections = [
    { title: 'دليل › مقدمة' },
    { title: 'دليل › الفصل الأول: فتح الحسابات' },
    { title: 'دليل › الفصل الأول: فتح الحسابات › المستندات المطلوبة' },
    { title: 'دليل › كيفية استعادة كلمة المرور' },
    { title: 'دليل › الأسئلة المتكررة', text: 'س: لماذا لا تصلني رسائل التحقق؟ ج: تأكد من رقم الجوال.' },
    { title: 'دليل › REST API' },
  ];

  test('takes questions that the text asks, then fits a question to each heading', () => {
    expect(suggestQuestions(sections, 'ar')).toEqual([
      'لماذا لا تصلني رسائل التحقق؟',
      'كيف يتم فتح الحسابات؟',
      'ما المستندات المطلوبة؟',
    ]);
  });

  test('agrees with feminine verbal nouns and quotes headings it does not know', () => {
    expect(
      suggestQuestions([{ title: 'كيفية استعادة كلمة المرور' }, { title: '٢. الدعم الفني' }], 'ar'),
    ).toEqual(['كيف تتم استعادة كلمة المرور؟', 'ماذا ورد عن «الدعم الفني»؟']);
  });

  test('asks in English of English headings', () => {
    const titles = [
      'Introduction',
      '1.2 Required documents',
      'How to reset your password',
      'Where is my card',
      'Where is my card?',
    ];
    expect(
      suggestQuestions(
        titles.map((title) => ({ title })),
        'en',
      ),
    ).toEqual(['Where is my card?', 'What are the required documents?', 'How do I reset my password?']);
  });

  test('asks of hours of opening what they are, and of opening an account how', () => {
    const titles = ['Opening hours', 'Opening an account'].map((title) => ({ title }));
    expect(suggestQuestions(titles, 'en')).toEqual([
      'What are the opening hours?',
      'How do I open an account?',
    ]);
  });

  test('prefers questions about rows and amounts to headings that it does not know', () => {
    const text = 'الخدمة: تجديد الجواز | الرسوم: 300 ريال\nغرامة التأخير في التجديد 50 ريالًا عن كل شهر.';
    expect(suggestQuestions([{ title: 'دليل › الجوازات', text }], 'ar')).toEqual([
      'كم رسوم تجديد الجواز؟',
      'كم غرامة التأخير في التجديد؟',
      'ماذا ورد عن «الجوازات»؟',
    ]);
  });

  test('turns English headings into questions that are grammatical', () => {
    const titles = ['Exporting your data', 'Where data is kept', 'What we do not cover', 'Refund policy'];
    expect(
      suggestQuestions(
        titles.map((title) => ({ title })),
        'en',
        9,
      ),
    ).toEqual([
      'Where is data kept?',
      'How do I export my data?',
      'What is the refund policy?',
      'What does it say about “What we do not cover”?',
    ]);
  });

  test.each([
    ['', 'المقدمة', '3.1'],
    ['عنوان', 'رسوم', 'تسجيل', 'تسجيل الدخول', 'اتصل بنا', 'القائمة', 'روابط ذات صلة'],
    ['الفصل الأول', 'جدول 1', 'القسم (ب)', 'المادة 12', 'صفحة 3 من 7', 'الخطوة الثانية'],
    ['Chapter 3', 'Table 2', 'Section A', 'Part IV', 'Page 3 of 7', 'Version 1.2'],
    ['نظرة عامة', 'نبذة عن البنك', 'عن البنك', 'أهلًا بكم في دليلنا', 'شكرًا لكم', 'آخر تحديث: 2026'],
    ['Overview of the bank', 'About the clinic', 'Welcome to our clinic', 'Thank you', 'Last updated 2026'],
    ['Sign in', 'Log out', 'Home', 'Contact us', 'Related articles', 'See also', 'Read more'],
  ])('suggests nothing of headings that ask nothing: %j', (...titles) => {
    const sections = titles.map((title) => ({ title }));
    expect(suggestQuestions(sections, 'ar', 9)).toEqual([]);
  });

  test('asks about headings that begin like them', () => {
    const titles = [
      'عنوان المتجر',
      'الرسوم',
      'تسجيل المركبة',
      'قسم الطوارئ',
      'عنبر 3',
      'Sign-in rules',
      'Related parties and gifts',
      'Section heads',
    ];
    expect(
      suggestQuestions(
        titles.map((title) => ({ title })),
        'ar',
        9,
      ),
    ).toEqual([
      'ما عنوان المتجر؟',
      'ما الرسوم؟',
      'كيف يتم تسجيل المركبة؟',
      'ماذا ورد عن «قسم الطوارئ»؟',
      'ماذا ورد عن «عنبر 3»؟',
      'What are the sign-in rules?',
      'What does it say about “Related parties and gifts”?',
      'What does it say about “Section heads”?',
    ]);
  });
});
