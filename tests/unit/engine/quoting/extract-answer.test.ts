import { describe, expect, test } from 'vitest';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { NOT_FOUND_WORDS } from '#gateway/engine/quoting/answer-words.ts';
import { extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { MIN_WEAK } from '#gateway/engine/quoting/quote-support.ts';

const passage = (sectionTitle: string, text: string, score = 0.8) => ({ sectionTitle, text, score });
const LIMITS = { maxCharacters: 600 };
const quote = (
  question: string,
  passages: ReturnType<typeof passage>[],
  limits: Parameters<typeof extractAnswer>[2] = LIMITS,
) => {
  const answer = extractAnswer(question, passages, limits);
  return answer.band === 'answered' ? answer : undefined;
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

const STEPS_OF_RETURN = [
  'Open the order in the app and choose the item that you want to return.',
  'Print the label, or show its code at the counter of any of our branches.',
  'Pack the item in its box, together with everything that came with it.',
  'Wait for the message that says when your money is on its way.',
];

/** With it a passage is too long to be quoted whole. */
const UNRELATED =
  'تعمل القوافل في المواسم بين الجبال والسهول، وتنقل التمور والأقمشة إلى أسواق بعيدة. ويقيم التجار في خانات قديمة حولها بساتين وآبار. وفي الشتاء تُغلق الممرات العالية، فتسلك القوافل طريق الساحل الطويل. ويحكي الأجداد عن تلك الرحلات قصصًا كثيرة تُروى في الأمسيات حول النار، ويكتبها بعض الأحفاد في دفاتر صغيرة.';

describe('extracting an answer', () => {
  test('quotes the sentence that covers the question, spelled as it stands', () => {
    const answer = quote('كم دقيقة يستغرق فتح حساب جديد؟', [ACCOUNTS, DOCUMENTS], {
      ...LIMITS,
      minAnswered: 0,
    });
    expect(answer?.text).toContain('يستطيع العميل فتح حسابٍ جديد خلال 15 دقيقة عبر التطبيق.');
    expect(answer?.from[0]).toBe(0);
  });

  test('quotes a whole list when its heading is what was asked for', () => {
    expect(quote('ما المستندات المطلوبة؟', [DOCUMENTS, { ...ACCOUNTS, score: 0.3 }])).toMatchObject({
      band: 'answered',
      text: DOCUMENTS.text,
      from: [0],
    });
  });

  test('quotes what a line announces', () => {
    const announced = passage('', 'يحتاج العميل إلى المستندات التالية:\n• هوية.\n• صورة.\nوتُسلَّم للفرع.');
    expect(quote('ما المستندات التي يحتاجها العميل؟', [announced])?.text).toContain(
      'التالية:\n• هوية.\n• صورة.',
    );
  });

  test('quotes the row of a table, alone and whole, where there is room for one', () => {
    const answer = quote('ما الحد اليومي لحساب الادخار؟', [TABLE], { maxCharacters: 60 });
    expect(answer?.text).toBe('ادخار: ٢٥٬٠٠٠ ريال');
  });

  test('quotes a row of three columns as it would be said', () => {
    const plans = passage(
      'الباقات',
      'الباقة: سفر | السعر: 90 ريالاً | المدة: 7 أيام\nالباقة: عمل | السعر: 120 ريالاً | المدة: 30 يومًا',
    );
    expect(quote('كم سعر باقة سفر؟', [plans])?.text).toContain('سفر: السعر 90 ريالاً، المدة 7 أيام');
  });

  test('quotes the steps of a procedure from the first on, for whoever asks how', () => {
    const step = (number: number, text: string) =>
      `${number}. ${text} ${'ثم انتظر رسالة التأكيد في التطبيق. '.repeat(2)}`.trim();
    const steps = [
      'أوقف البطاقة من التطبيق.',
      'زر الفرع ومعك الهوية.',
      'وقّع طلب البطاقة البديلة.',
      'ادفع رسوم البطاقة.',
      'استلم البطاقة البديلة.',
    ];
    const lost = passage(
      'استبدال البطاقة',
      `خطوات الاستبدال:\n${steps.map((text, index) => step(index + 1, text)).join('\n')}`,
    );
    const answer = quote('كيف أستلم بطاقة بديلة؟', [lost], { ...LIMITS, minAnswered: 0 });
    expect(answer?.text).toMatch(/^خطوات الاستبدال:\n1\. أوقف.*\n2\. زر/su);
    expect(answer?.text).toBe(lost.text);
    const short = quote('كيف أستلم بطاقة بديلة؟', [lost], { maxCharacters: 300, minAnswered: 0 })?.text;
    expect(short).toMatch(/^خطوات الاستبدال:\n1\. أوقف.*\n2\. زر.*\n\(البقية في المصدر\)$/su);
    expect(short?.length).toBeLessThanOrEqual(300);
    expect(quote('كم رسوم البطاقة البديلة؟', [lost], { ...LIMITS, minAnswered: 0 })?.text).toContain(
      'ادفع رسوم البطاقة',
    );
  });

  test('quotes a short question with its answer, and of a long passage the answer', () => {
    const question = 'لماذا لا تصلني رسائل التحقق؟';
    const text = `س: ${question} ج: تأكد من رقم الجوال. ولا تشارك الرمز مع أحد.`;
    expect(quote(question, [passage('الأسئلة المتكررة', text)])?.text).toBe(text);
    const long = passage('الأسئلة المتكررة', `${text} ${UNRELATED}`);
    expect(quote(question, [long])?.text).toMatch(/^س: لماذا .*؟\nج: تأكد من رقم الجوال\./u);
  });

  test('takes nothing to other words from the answer to another question', () => {
    const only = passage('', `رسوم الحساب الجاري عشرة ريالات. ${UNRELATED}`);
    const other = passage('', `س: هل للطلاب حساب؟ ج: رسوم الحساب الجاري للطلاب خمسة. ${UNRELATED}`, 0.4);
    const text = quote('كم رسوم الحساب الجاري؟', [only, other])?.text;
    expect(text).toContain('عشرة ريالات');
    expect(text).not.toContain('للطلاب');
  });

  test('does not take for the document’s words what is said of steps left out', () => {
    const text = STEPS_OF_RETURN.map((step, index) => `${index + 1}. ${step}`).join('\n');
    const answer = quote('How do I return an item of the rest in the source?', [passage('Returns', text)], {
      maxCharacters: 200,
      minAnswered: 0,
    });
    expect(answer?.text).toMatch(/\(the rest is in the source\)$/u);
    expect(answer?.missing.map((term) => term.text)).toContain('source');
  });

  test('quotes questions only where there is nothing else', () => {
    const onlyAsks = passage('', 'كيف أفعّل بطاقتي الجديدة؟');
    expect(quote('بطاقتي الجديدة', [onlyAsks])?.text).toBe(onlyAsks.text);
  });

  test('takes sentences from several long passages and says from which', () => {
    const sentence = 'رسوم الحساب الجاري عشرة ريالات.';
    const other = 'رسوم الحساب الجاري للطلاب خمسة ريالات.';
    const long = (text: string, score: number) => passage('', `${text} ${UNRELATED}`, score);
    const answer = quote('كم رسوم الحساب الجاري؟', [
      long(sentence, 0.8),
      { ...ACCOUNTS, score: 0.2 },
      long(other, 0.5),
    ]);
    expect(answer?.from).toEqual([0, 2]);
    expect(answer?.text.split('\n')).toEqual([sentence, other]);
  });

  test('takes nothing from elsewhere where the best passage is short', () => {
    const only = passage('', 'رسوم الحساب الجاري عشرة ريالات.');
    const other = passage('', 'رسوم الحساب الجاري للطلاب خمسة ريالات.', 0.5);
    expect(quote('كم رسوم الحساب الجاري؟', [only, other])).toMatchObject({ text: only.text, from: [0] });
  });

  test('quotes the best passage by words, wherever it was ranked', () => {
    const near = passage('', 'تُفتح الخزائن صباحًا.', 0);
    expect(
      quote('كم دقيقة يستغرق فتح حساب جديد؟', [near, ACCOUNTS], { ...LIMITS, minAnswered: 0 })?.from,
    ).toEqual([1]);
  });

  test('quotes the section that the question names by its heading, not one that has the words together', () => {
    const joining = {
      ...passage('دليل النادي › طريقة الاشتراك', '1. حمّل التطبيق وأنشئ حسابًا.\n2. ادفع بالبطاقة.', 0.75),
      title: 'النادي',
    };
    const cancelling = passage(
      'دليل النادي › الإلغاء',
      'تتغير طريقة استرداد الاشتراك حسب طريقة الاشتراك والدفع.',
      0.74,
    );
    const limits = { ...LIMITS, minAnswered: 0 };
    expect(quote('طريقة الاشتراك', [joining, cancelling], limits)?.from).toEqual([0]);
    // A title above all sections names none of them.
    const general = { ...joining, sectionTitle: 'طريقة الاشتراك › المواعيد' };
    expect(quote('طريقة الاشتراك', [general, cancelling], limits)?.from).toEqual([1]);
  });

  test('tells whether the words of the question are there themselves, and how many passages were searched', () => {
    const judgedOf = (question: string) => {
      let judged: unknown[] = [];
      extractAnswer(question, [passage('', 'Vehicles are kept in the yard.')], {
        ...LIMITS,
        searched: 44,
        judge: (_subject, _ranked, { saysAll, wordsAll }, searched) => {
          judged = [saysAll, wordsAll, searched];
          return 1;
        },
      });
      return judged;
    };
    expect(judgedOf('vehicle')).toEqual([true, true, 44]);
    expect(judgedOf('car')).toEqual([true, false, 44]);
  });

  test('names beside a weak answer only sections that are about as near', () => {
    const nearestOf = (...scores: number[]) => {
      const passages = scores.map((score, index) => passage('', `${ACCOUNTS.text} ${index}`, score));
      const weak = extractAnswer('فتح حساب جديد', passages, { ...LIMITS, minAnswered: 1 });
      return weak.band === 'weak' ? weak.nearest.map((near) => near.passage) : undefined;
    };
    expect(nearestOf(0.8, 0.39, 0.1)).toEqual([0]);
    expect(nearestOf(0.8, 0.4, 0.1)).toEqual([0, 1]);
    expect(nearestOf(0.8, 0.7, 0.6, 0.5)).toEqual([0, 1, 2]);
  });

  test('quotes two sections in a weak answer where they are about as likely, each below its heading', () => {
    const kayaks = passage('Lake › Kayaks', 'Kayaks are hired at the jetty in summer.', 0.6);
    const canoes = passage('Lake › Canoes', 'Canoes are hired at the jetty in spring.', 0.59);
    const bikes = passage('Hill › Bicycles', 'The hut beside the gate lends helmets.', 0.59);
    const weakOf = (...passages: ReturnType<typeof passage>[]) =>
      extractAnswer('boats hired at the jetty', passages, { ...LIMITS, minAnswered: 1, minWeak: 0 });
    const two = weakOf(kayaks, canoes);
    expect(two).toMatchObject({
      band: 'weak',
      text: `${kayaks.text}\nCanoes:\n${canoes.text}`,
      from: [0, 1],
    });
    if (two.band !== 'weak') return;
    for (const { passage: of, inPassage, inAnswer } of two.spans)
      expect(two.text.slice(inAnswer.start, inAnswer.end)).toBe(
        [kayaks, canoes][of]?.text.slice(inPassage.start, inPassage.end),
      );
    expect(weakOf(kayaks, bikes)).toMatchObject({ text: kayaks.text, from: [0] });
    expect(weakOf(kayaks, { ...kayaks, score: 0.59 })).toMatchObject({ text: kayaks.text, from: [0] });
  });

  test('quotes the list with the prices, not another list of the same things', () => {
    const durations = passage(
      'Courses',
      'Course: Evening glass blowing | Duration: three evenings\nCourse: Pottery wheel | Duration: a weekend',
      0.8,
    );
    const prices = passage(
      'Studio prices',
      'Course: Glass blowing | Price: $90\nCourse: Pottery wheel | Price: $60',
      0.78,
    );
    const leadOf = (question: string) => {
      const given = extractAnswer(question, [durations, prices], { ...LIMITS, judge: () => 0.9 });
      return 'from' in given ? given.from[0] : undefined;
    };
    expect(leadOf('how much does evening glass blowing cost')).toBe(1);
    expect(leadOf('how do I join evening glass blowing')).toBe(0);
  });

  test('begins with the sentence that has the price, where one is asked for', () => {
    const tours = passage(
      'Cave',
      'The price of the tour never changes during the tour season. Guides take you through the cave for $12 a head.',
      0.8,
    );
    const opening = (question: string) =>
      quote(question, [tours], { ...LIMITS, judge: () => 0.9 })?.text.split('\n')[0];
    expect(opening('cave tour price')).toContain('$12');
  });

  test('keeps the order of an answer below the heading that asks for it', () => {
    const pausing = passage(
      'هل يمكنني إيقاف عضوية النادي؟',
      'نعم، لمدة شهرين في العام بطلب من الاستقبال. ولا يُقبل إيقاف العضوية على عضوية مخفضة.',
      0.8,
    );
    expect(quote('إيقاف العضوية', [pausing], { ...LIMITS, judge: () => 0.9 })?.text).toMatch(/^نعم/);
  });

  test('takes the words of an expression that stand near each other for it, not those apart', () => {
    const fees = passage('', 'تبلغ رسوم التحويل الدولي خمسين ريالًا عن كل عملية.', 0.3);
    const apart = passage('', 'رقم الحساب الدولي الذي يكتبه العميل كاملًا بلا فراغات، للتحويل.', 0.33);
    const answer = quote('ما نبراس؟', [apart, fees], { ...LIMITS, synonyms: [['نبراس', 'التحويل الدولي']] });
    expect(answer?.text).toBe(fees.text);
  });

  test.each([
    ['كم سعر تذكرة الطيران إلى جدة؟', 0.1],
    ['What is the capital of France?', 0.05],
    ['ما رسوم إصدار بطاقة ائتمان ذهبية للموظفين؟', 0.3],
  ])('refuses %s', (question, score) => {
    const passages = [ACCOUNTS, DOCUMENTS, TABLE].map((candidate) => ({ ...candidate, score }));
    const refused = extractAnswer(question, passages, LIMITS);
    expect(refused.band).toBe('not-found');
    expect(refused.certainty).toBeLessThan(MIN_WEAK);
    const unrefused = extractAnswer(question, passages, { ...LIMITS, minAnswered: 0 });
    expect(unrefused).toMatchObject({ band: 'answered', certainty: refused.certainty });
  });

  test('refuses when half the words match and the weights say they are the common half', () => {
    const weights = new Map([['حسب', 0.2]]);
    const answer = extractAnswer('حساب', [ACCOUNTS], { ...LIMITS, weights });
    expect(answer.band).toBe('answered');
    const unknown = extractAnswer('حساب غريب', [{ ...ACCOUNTS, score: 0.3 }], {
      ...LIMITS,
      weights: new Map([...weights, ['غرب', 6]]),
    });
    expect(unknown.band).toBe('not-found');
  });

  test('says nothing of nothing', () => {
    expect(extractAnswer('سؤال', [], LIMITS)).toEqual({ band: 'not-found', certainty: 0 });
    expect(extractAnswer('', [ACCOUNTS], LIMITS)).toEqual({ band: 'not-found', certainty: 0 });
    expect(extractAnswer('حساب', [passage('حساب', ' \n ')], LIMITS)).toEqual({
      band: 'not-found',
      certainty: 0,
    });
  });

  test('stays within its characters and ends after a word', () => {
    for (const maxCharacters of [10, 40, 75, 120]) {
      const text = quote('فتح حساب جديد', [ACCOUNTS, DOCUMENTS], { maxCharacters })?.text ?? '';
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(maxCharacters);
    }
    expect(quote('فتح حساب جديد', [ACCOUNTS], { maxCharacters: 40 })?.text).toMatch(
      /^يستطيع العميل .*\S …$/u,
    );
  });

  test('words a refusal in both languages', () => {
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

  test.each(cases)(
    'stand letter for letter in their passages: $question in $maxCharacters',
    ({ question, maxCharacters }) => {
      const answer = quote(question, all, { maxCharacters, minAnswered: 0 });
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
      // Whatever is not quoted only shows that something was left out, or joins the cells of a row.
      expect(between + (answer?.text.slice(end) ?? '')).toMatch(/^[\s…:،,]*$/u);
      expect(answer?.from).toEqual([...new Set(spans.map((span) => span.passage))]);
    },
  );
});

describe('two sources that say the same', () => {
  test('are quoted once', () => {
    const [first, second] = ['حسابٍ', 'حساب'].map((word) =>
      passage('', `${ACCOUNTS.text.replace('حسابٍ', word)} ${UNRELATED}`),
    );
    const answer = first && second && quote('فتح حساب جديد', [first, second]);
    expect(answer?.text.match(/15 دقيقة/gu)).toHaveLength(1);
    expect(answer?.from).toEqual([0]);
  });
});
