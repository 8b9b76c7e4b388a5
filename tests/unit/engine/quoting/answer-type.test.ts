import { describe, expect, test } from 'vitest';
import { analyseQuestion } from '#gateway/engine/question/question.ts';
import { detectAnswerType } from '#gateway/engine/quoting/answer-type.ts';
import { scorePassage } from './score-passage.ts';

const read = (question: string) => detectAnswerType(question, analyseQuestion(question).inArabizi);

describe('what a question asks for', () => {
  test.each([
    ['متى تأسست الجامعة؟', 'date'],
    ['امتى بتفتح المكتبة؟', 'date'],
    ['إيمتى بيوصل الطلب؟', 'date'],
    ['أيمتى الموعد؟', 'date'],
    ['وقتاش يبدا الفيلم؟', 'date'],
    ['شوكت تفتحون؟', 'date'],
    ['في أي عام انتهت الحرب؟', 'date'],
    ['سنة كام اتبنى البرج؟', 'date'],
    ['الساعة كم تفتحون؟', 'date'],
    ['When does the office open?', 'date'],
    ['In what year did the war end?', 'date'],
    ['Quand ouvre la bibliothèque ?', 'date'],
    ['كم عدد الفروع؟', 'amount'],
    ['بكم العضوية؟', 'amount'],
    ['الضمان كام سنة؟', 'amount'],
    ['قديش التوصيل؟', 'amount'],
    ['شكد الضمان؟', 'amount'],
    ['اشحال الثمن؟', 'amount'],
    ['بشحال العضوية؟', 'amount'],
    ['الصيانة قد إيه؟', 'amount'],
    ['ما عدد سكان المدينة؟', 'amount'],
    ['ما سعر الذهب اليوم؟', 'amount'],
    ['How many days may I keep it?', 'amount'],
    ['How much is delivery?', 'amount'],
    ['من يوافق على الطلب؟', 'person'],
    ['من هو مدير الفرع؟', 'person'],
    ['مين بيوافق على الطلب؟', 'person'],
    ['منو المسؤول عن الفرع؟', 'person'],
    ['شكون يوقع العقد؟', 'person'],
    ['emta byefta7 el maktab?', 'date'],
    ['ch7al dyal el ayam lel tawsil?', 'amount'],
    ['fein a2rab maktab 3andkom?', 'place'],
    ['Feen and Kam met in a win', 'other'],
    ['Who approves refunds?', 'person'],
    ['أين تقع المكتبة؟', 'place'],
    ['من أين أستلم الطلب؟', 'place'],
    ['فين الفرع؟', 'place'],
    ['وين أقرب فرع؟', 'place'],
    ['Where is the library?', 'place'],
    ['ما شروط الإعارة؟', 'other'],
    ['كيف أعيد الكتاب من البيت؟', 'other'],
    ['What are the rules in the house where I live?', 'other'],
  ])('%s: %s', (question, asksFor) => {
    expect(read(question).asksFor).toBe(asksFor);
  });

  test.each([
    ['ما هي الزكاة؟', true],
    ['شو يعني الضمان؟', true],
    ['من هو ابن خلدون؟', true],
    ['What is a deposit?', true],
    ['ما هي شروط الإعارة في المكتبة العامة للطلاب؟', false],
    ['ما شروط الإعارة؟', false],
  ])('%s asks what it is: %s', (question, defining) => {
    expect(read(question).defining).toBe(defining);
  });
});

describe('an answer of the kind asked for', () => {
  const TEXT = `تخدم المكتبة العامة سكان الحي كله. أُسست المكتبة العامة سنة 1932 بتبرعات الأهالي. تضم المكتبة العامة ثلاثين ألف كتاب.
تدير المكتبة العامة الأستاذة سلمى النجار. تقع المكتبة العامة خلف مبنى البلدية. تفتح المكتبة العامة أبوابها صباح كل يوم أحد، من الثامنة صباحًا.`;
  const bestOf = (question: string, text: string) =>
    scorePassage(question, text).statements.toSorted((a, b) => b.score - a.score)[0]?.text;

  // Each asks with the same subject, so only what is asked for tells the sentences apart.
  test.each([
    ['متى المكتبة العامة؟', '1932'],
    ['امتى المكتبة العامة؟', '1932'],
    ['كم المكتبة العامة؟', /ألف|1932/],
    ['كام المكتبة العامة؟', /ألف|1932/],
    ['مين المكتبة العامة؟', 'سلمى النجار'],
    ['من هي المكتبة العامة؟', 'سلمى النجار'],
    ['أين المكتبة العامة؟', 'خلف مبنى البلدية'],
    ['فين المكتبة العامة؟', 'خلف مبنى البلدية'],
    ['وين المكتبة العامة؟', 'خلف مبنى البلدية'],
  ])('%s', (question, words) => {
    expect(bestOf(question, TEXT)).toMatch(words);
  });

  test.each(['أين المكتبة العامة؟', 'وين المكتبة العامة؟', 'فينها المكتبة العامة؟'])(
    'is a place for %s',
    (question) => {
      const text = 'الدليل للزوار. المكتبة العامة هدية الأهالي. المكتبة العامة شارع الجامعة.';
      expect(bestOf(question, text)).toBe('المكتبة العامة شارع الجامعة.');
    },
  );

  test('knows that two of a thing is a number', () => {
    const text =
      'يشمل ضمان الأجهزة كل الفروع. ضمان الأجهزة سنتان من تاريخ الشراء. ضمان الأجهزة لا يشمل الكسر.';
    expect(bestOf('كم ضمان الأجهزة؟', text)).toBe('ضمان الأجهزة سنتان من تاريخ الشراء.');
  });

  test.each(['بكم التوصيل؟', 'بكام التوصيل؟', 'قديش سعر التوصيل؟', 'How much is التوصيل?'])(
    'prefers money for %s',
    (question) => {
      const text = 'التوصيل خلال 3 أيام عمل. التوصيل مقابل 20 ريالًا. التوصيل إلى 9 مدن.';
      expect(bestOf(question, text)).toBe('التوصيل مقابل 20 ريالًا.');
    },
  );

  test('reads he and she of a verb as one', () => {
    const text = 'يصل الرد إلى العميل في البريد. تصل الطلبات إلى العميل في صناديق. لكل طلب رقم.';
    expect(bestOf('كيف يصل الطلب؟', text)).toBe('تصل الطلبات إلى العميل في صناديق.');
  });
});
