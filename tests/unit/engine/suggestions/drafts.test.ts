import { describe, expect, test } from 'vitest';
import { draftQuestions } from '#gateway/engine/suggestions/draft-questions.ts';

const section = (title: string, ...lines: string[]) => ({ title, text: lines.join('\n') });
const questions = (language: 'ar' | 'en', ...sections: Parameters<typeof draftQuestions>[0]) =>
  draftQuestions(sections, language, 99).map(({ question }) => question);

describe('draftQuestions', () => {
  test('asks about amounts, dates, hours and numbers of rows in Arabic', () => {
    expect(
      questions(
        'ar',
        section('رسوم الخدمات', 'الخدمة: تجديد الجواز | الرسوم: 300 ريال | مدة الإنجاز: يوما عمل'),
        section(
          'فروعنا',
          'الفرع: العليا | العنوان: شارع التخصصي | الهاتف: 011 222 3344 | ساعات العمل: 8 صباحًا – 4 مساءً',
        ),
        section('مواعيد التقديم', 'الفصل: الصيف | فتح التقديم: 3 مايو 2027 | آخر موعد: 9 يونيو 2027'),
        section('الإقامة', 'نوع الغرفة: عائلية | السعر لليلة: 450 ريالًا'),
        section('رسوم المتر', 'المنطقة: الشمال | الرسوم: 12 ريالًا'),
        section('الاسترداد', 'وقت الإلغاء: قبل السفر | نسبة الاسترداد: 80%'),
        section('الباقات', 'الباقة: الذهبية | السعر: 99 ريالًا | الإنترنت: 20 GB | الصلاحية: 30 يومًا'),
      ),
    ).toEqual([
      'كم رسوم تجديد الجواز؟',
      'ما عنوان فرع العليا؟',
      'ما موعد فتح التقديم في فصل الصيف؟',
      'كم سعر غرفة عائلية لليلة؟',
      'كم رسوم المتر في الشمال؟',
      'كم نسبة الاسترداد عند الإلغاء قبل السفر؟',
      'كم سعر باقة «الذهبية»؟',
      'كم يستغرق تجديد الجواز؟',
      'ما رقم هاتف فرع العليا؟',
      'ما آخر موعد للتقديم في فصل الصيف؟',
      'كم حجم الإنترنت في باقة «الذهبية»؟',
      'ما ساعات العمل في فرع العليا؟',
      'كم مدة صلاحية باقة «الذهبية»؟',
    ]);
  });

  test('asks about rows in English, with the article that a name needs', () => {
    expect(
      questions(
        'en',
        section('Fees', 'Service: Replacement card | Fee: $15 | Processing time: 3 business days'),
        section(
          'Phone lines and opening hours',
          'Reason: Lost luggage | Number: 555 010 20 | Hours: 24 hours',
        ),
        section(
          'Hotel › Spa club › Levels',
          'Level: Gold | Price a year: $40',
          'Room type: Twin | Price per night: $90',
          'Facility: Gym | Opening hours: 24 hours | Location: Level 1',
          'Visa: Student visa | Validity: 1 year',
          'Service: Closing an account | Fee: free',
          'Destination: Asia | Delivery time: 7 days | Cost: $18',
          'Name: John Smith | Phone: 555 0199',
        ),
        section('Limits', 'Limit: Upload size, per file | Value: 25 MB'),
      ),
    ).toEqual([
      'What is the fee for a replacement card?',
      'What is the phone number for lost luggage?',
      'What is the price a year for the Gold level of spa club?',
      'What is the limit for upload size per file?',
      'What is the processing time for a replacement card?',
      'What are the opening hours for lost luggage?',
      'What is the price per night for a twin room?',
      'What are the opening hours for the gym?',
      'What is the location of the gym?',
      'What is the validity of a student visa?',
      'What is the fee for closing an account?',
      'What is the delivery time for Asia?',
      'What is the phone number for John Smith?',
    ]);
  });

  test('asks nothing of rows that no question fits', () => {
    const rows = [
      'الصنف: قلم | السعر: 3 ريالات',
      'الخدمة: الإجمالي | الرسوم: 900 ريال',
      'المنتج: جهاز مفتوح | الرسوم: 10 ريالات',
      'الجهة: شؤون الموظفين | الرقم: يُعلن لاحقًا',
      'المدينة: جدة | السعر: 40 ريالًا',
      'الموظف: سالم العمري | ملاحظات: يعمل عن بُعد',
      'الخدمة: جواز السفر | الرسوم › عادي: 300',
      'إصدار | أفراد: 100 | شركات: 300',
      'Item: Furniture | Fee: 9 dollars',
      '12 | 15',
    ];
    expect([
      ...questions('ar', section('عام', ...rows)),
      ...questions('en', section('General', ...rows)),
    ]).toEqual([]);
  });

  test('takes questions of the text with the statements that answer them', () => {
    const drafts = draftQuestions(
      [
        section('أسئلة › هل التدخين مسموح؟', 'التدخين ممنوع في المباني. ويُسمح به في الساحة الخلفية.'),
        section(
          'أسئلة',
          'س: متى تفتح المكتبة؟',
          'ج: تفتح الساعة الثامنة. وتغلق ليلًا.',
          'هل يوجد موقف؟',
          'نعم، أمام الباب.',
        ),
        section('أسئلة 2', 'السؤال: كم رسم العضوية؟ | الجواب: 50 ريالًا في السنة.'),
        section('أسئلة 3', 'هل تعرف؟', 'وهل فكرت من قبل؟'),
      ],
      'ar',
      9,
    );
    expect(drafts.map(({ question, quotes }) => [question, ...quotes])).toEqual([
      ['هل التدخين مسموح؟', 'التدخين ممنوع في المباني.'],
      ['متى تفتح المكتبة؟', 'تفتح الساعة الثامنة.'],
      ['كم رسم العضوية؟', '50 ريالًا في السنة.'],
      ['هل يوجد موقف؟', 'نعم، أمام الباب.'],
    ]);
  });

  test('asks how and what of headings where the text below answers it', () => {
    const drafts = draftQuestions(
      [
        section('كيفية تجديد البطاقة', 'تأكد من بياناتك:', '1. ادخل إلى التطبيق.', '2. اختر التجديد.'),
        section('استرداد المبلغ', 'لا يُسترد رسم الطلب. ويُقدَّم الطلب عبر البوابة.'),
        section('تأجيل الدراسة', 'لا يحق للمستجد التأجيل.'),
        section('التسجيل والمرشد', 'يُفتح التسجيل عبر البوابة.'),
        section('أوقات العمل وقنوات التواصل', 'نعمل من 8 صباحًا حتى 4 عصرًا.'),
        section('الأسعار', 'سعر الاشتراك 350 ريالًا في السنة.'),
        section('شروط القبول', '• شهادة الثانوية.', '• صورة الهوية.'),
        section('أوقات الزيارة', 'القسم: الولادة | الأوقات: من 3 عصرًا حتى 9 مساءً'),
        section('شروط الاستخدام', '• لا يجوز النسخ.', '• لا يجوز البيع.'),
      ],
      'ar',
      19,
    );
    expect(drafts.map(({ question, quotes }) => [question, ...quotes])).toEqual([
      ['كيف يتم تجديد البطاقة؟', '1. ادخل إلى التطبيق.', '2. اختر التجديد.'],
      ['كيف يتم استرداد المبلغ؟', 'ويُقدَّم الطلب عبر البوابة.'],
      ['كم سعر الاشتراك؟', 'سعر الاشتراك 350 ريالًا في السنة.'],
      ['ما شروط القبول؟', '• شهادة الثانوية.', '• صورة الهوية.'],
      ['ما أوقات الزيارة في قسم الولادة؟', 'القسم: الولادة | الأوقات: من 3 عصرًا حتى 9 مساءً'],
    ]);
    expect(
      questions(
        'en',
        section('Exporting your data', 'Open Settings and choose Export.'),
        section('Adding and removing seats', 'A seat is charged pro rata.'),
        section('Where data is kept', 'Data is kept in Frankfurt.'),
        section('Privacy policy', '• We keep nothing.', '• We sell nothing.'),
        section('Refund policy', 'Refunds are made within 14 days.'),
      ),
    ).toEqual(['How do I export my data?', 'Where is data kept?', 'What is the refund policy?']);
  });

  test('asks what one place alone answers, in one language, and nothing of furniture', () => {
    const page = (title: string) => section(title, 'كم يومًا يبقى الطلب؟', 'يبقى الطلب 5 أيام في الفرع.');
    expect(questions('ar', page('1'), page('2'), page('3'))).toEqual([]);
    expect(
      questions(
        'ar',
        section('رسوم', 'الخدمة: نقل الملكية | الرسوم: 40 ريالًا'),
        section('رسوم البريد', 'الخدمة: نقل الملكية | الرسوم: 60 ريالًا'),
        section('Fees', 'Is it free?', 'Yes, it is free.'),
        section('التسليم', 'هل التسليم مجاني؟', 'جميع الحقوق محفوظة © 2027'),
      ),
    ).toEqual([]);
  });

  test('gives each section its turn and ends at the limit', () => {
    const row = (name: string) => `الخدمة: تجديد ${name} | الرسوم: 5 ريالات`;
    const sections = [section('أ', row('الرخصة'), row('الإقامة')), section('ب', row('البطاقة'))];
    expect(draftQuestions(sections, 'ar', 2).map(({ section: title }) => title)).toEqual(['أ', 'ب']);
  });
});
