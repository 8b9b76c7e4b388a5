import { describe, expect, it } from 'vitest';
import { analyseQuestion } from '#gateway/search/question/question.ts';
import { bareWords } from '#gateway/text/analysis/dialects/bare-words.ts';
import { normaliseWord } from '#gateway/text/analysis/normalise.ts';

/** What may stand for a word of a question, by origin. */
const alternativesTo = (question: string, word: string, synonyms: string[][] = []) =>
  analyseQuestion(question, { synonyms })
    .terms.filter((term) => term.word === normaliseWord(word))
    .flatMap(({ alternatives }) => alternatives.map(({ words, origin }) => `${origin}: ${words.join(' ')}`));

describe('reading a question', () => {
  it('covers the original spelling of terms and of dropped words', () => {
    const question = 'ليش الرُّســومُ والرسوم في التحويلِ مرتفعة؟';
    const { terms, dropped } = analyseQuestion(question);
    expect(terms.map(({ start, end }) => question.slice(start, end))).toEqual([
      'الرُّســومُ',
      'التحويلِ',
      'مرتفعة',
    ]);
    expect(dropped.map(({ start, end, why }) => [question.slice(start, end), why])).toEqual([
      ['ليش', 'question-word'],
      ['والرسوم', 'repeated'],
      ['في', 'stop-word'],
    ]);
  });

  it('reads stop words where a question has nothing else', () => {
    const { terms, dropped } = analyseQuestion('ما هو؟');
    expect(terms.map(({ word }) => word)).toEqual(['ما', 'هو']);
    expect(dropped).toEqual([]);
  });

  it.each([
    ['لو سمحتوا تقدرون تساعدوني ألقى بطاقتي', ['القي', 'بطاقتي']],
    ['عايزة أعرف ليه اتخصم الرسم مني', ['اتخصم', 'الرسم']],
    ['بدي تحكيلي وين الفرع تبعكم', ['الفرع']],
    ['بغيت نعرف شحال الضريبة ديالكم', ['الضريبه']],
    ['هل يمكنكم إخباري بأسعار الفنادق رجاء', ['اخباري', 'باسعار', 'الفنادق']],
    ['هل سمحت الدولة بالهجرة', ['سمحت', 'الدوله', 'بالهجره']],
    ['من رشح رجب طيب أردوغان', ['رشح', 'رجب', 'طيب', 'اردوغان']],
  ])('keeps of %s what it is about', (question, subject) => {
    expect(analyseQuestion(question).terms.map(({ word }) => word)).toEqual(subject);
  });

  it('stops after 96 words and says so', () => {
    const question = Array.from(
      { length: 120 },
      (_, at) => `كلمة${'بتثجحخدذرزسشصضطظعغفقك'[at % 20]}${at}`,
    ).join(' ');
    const { words, dropped } = analyseQuestion(question);
    expect(words.length).toBe(96);
    expect(dropped.some(({ why }) => why === 'beyond-limit')).toBe(true);
  });

  it('reads a question in a language of the units asked', () => {
    const read = analyseQuestion('Wann wurden die Häuser gebaut?', { languages: ['de'] });
    expect(read.language).toBe('de');
    expect(read.terms.map(({ word }) => word)).toEqual(['hauser', 'gebaut']);
    expect(analyseQuestion('When did he die?', { languages: ['de'] }).language).toBe('en');
  });
});

describe('other words for the words of a question', () => {
  it.each([
    ['كم عندي فلوس في الحساب', 'فلوس', 'dialect: نقود'],
    ['كيف احول مصاري لأخوي', 'مصاري', 'dialect: مال'],
    ['شحال من دراهم خاصني نخلص', 'دراهم', 'dialect: نقود'],
    ['ضيعت الكارت', 'الكارت', 'dialect: بطاقه'],
    ['وين ألاقي الموبايل الجديد', 'الموبايل', 'dialect: هاتف'],
    ['عايز اشوف الرصيد دلوقتي', 'دلوقتي', 'dialect: حاليا'],
    ['بدي شوف الرصيد هلق', 'هلق', 'dialect: حاليا'],
    ['ابغى اشوف الرصيد الحين', 'الحين', 'dialect: حاليا'],
    ['بغيت نشوف الحساب دابا', 'دابا', 'dialect: حاليا'],
    ['مين شاف العربية', 'العربية', 'dialect: سياره'],
    ['فين نقدر نكري طوموبيل', 'طوموبيل', 'dialect: سياره'],
    ['سويت طلب جديد', 'سويت', 'dialect: فعل'],
    ['بنستنى الباص', 'بنستنى', 'dialect: انتظر'],
    ['هيسكر المحل متى', 'هيسكر', 'dialect: اغلق'],
    ['ما بيشتغلش الجهاز', 'بيشتغلش', 'dialect: وظيفه'],
    ['سعر السيارة', 'السيارة', 'dialect: عربيه'],
    ['تكلفة النقود المفقودة', 'النقود', 'meaning: مال'],
  ])('%s: %s as %s', (question, word, expected) => {
    expect(alternativesTo(question, word)).toContain(expected);
  });

  it.each([
    ['كم حد السحب بهالبطاقة', 'بهالبطاقة', 'dialect: بطاقه'],
    ['ابعتها عالموبايل', 'عالموبايل', 'dialect: موبايل'],
    ['امتى هيوصل الطلب', 'هيوصل', 'dialect: وصل'],
    ['حيتخصم كام', 'حيتخصم', 'dialect: تخصم'],
    ['غيتسجل فين', 'غيتسجل', 'dialect: تسجل'],
    ['ما بيتحملش التطبيق', 'بيتحملش', 'dialect: تحمل'],
    ['مسجلتش في الموقع', 'مسجلتش', 'dialect: سجلت'],
  ])('%s: %s without what is written on to it, %s', (question, word, expected) => {
    expect(alternativesTo(question, word)).toContain(expected);
  });

  it.each(['عالمية', 'كتاب', 'جيش', 'الداخلي', 'هالة'])('leaves %s whole', (word) => {
    expect(bareWords(normaliseWord(word))).toEqual([]);
  });

  it('weighs the standard word for a dialect one more than a word of another dialect', () => {
    const [term] = analyseQuestion('فلوس').terms;
    const weightOf = (word: string) =>
      term?.alternatives.find(({ words }) => words.join(' ') === word)?.weight ?? 0;
    expect(weightOf('نقود')).toBeGreaterThan(weightOf('مصاري'));
    expect(weightOf('مصاري')).toBeGreaterThan(0);
  });

  it.each([
    ['متى انتهى القرن التاسع عشر', 'التاسع', 'number: 19'],
    ['من كان في القرن 19', '19', 'number: تسعه عشر'],
    ['خمسة وعشرون طالباً', 'خمسة', 'number: 25'],
    ['twenty five students', 'twenty', 'number: 25'],
    ['in 3 rooms', '3', 'number: three'],
    ['ثلاثة آلاف ريال', 'ثلاثة', 'number: 3000'],
    ['اتفاق كانون الثاني', 'كانون', 'number: يناير'],
    ['أحداث ٢٥ يناير', 'يناير', 'number: january'],
    ['معاهدة غشت 1999', 'غشت', 'number: اغسطس'],
    ['rules of March 2020', 'march', 'number: اذار'],
  ])('%s: %s as %s', (question, word, expected) => {
    expect(alternativesTo(question, word)).toContain(expected);
  });

  it('takes no father for August', () => {
    expect(alternativesTo('من هو آب الأسرة', 'آب')).not.toContain('number: اغسطس');
    expect(alternativesTo('صدر في 4 آب 2020', 'آب')).toContain('number: اغسطس');
  });

  it.each([
    ['كيف أفعّل واي فاي', 'واي', 'name: wifi'],
    ['enable wifi now', 'wifi', 'name: واي فاي'],
    ['من أسس مايكروسوفت', 'مايكروسوفت', 'name: microsoft'],
    ['who founded Microsoft', 'microsoft', 'name: مايكروسوفت'],
    ['رسالة بالواتساب', 'بالواتساب', 'name: whatsapp'],
  ])('%s: %s as %s', (question, word, expected) => {
    expect(alternativesTo(question, word)).toContain(expected);
  });

  it("knows the owner's synonyms, of one word or more, in whatever form", () => {
    const synonyms = [['نقاط البيع', 'POS', 'مدى'], ['فرع']];
    expect(alternativesTo('أريد جهاز لنقاط البيع', 'لنقاط', synonyms)).toEqual(
      expect.arrayContaining(['synonym: pos', 'synonym: مدي']),
    );
    expect(alternativesTo('رسوم POS', 'pos', synonyms)).toContain('synonym: نقاط البيع');
    expect(alternativesTo('أين الفرع', 'الفرع', synonyms)).not.toContainEqual(
      expect.stringMatching(/^synonym/),
    );
  });

  it("keeps all of the owner's and few of the lexicon's", () => {
    const synonyms = [['حساب', ...Array.from({ length: 12 }, (_, at) => `مرادف${'بتثجحخدذرزسش'[at]}`)]];
    expect(alternativesTo('حساب', 'حساب', synonyms).filter((one) => one.startsWith('synonym')).length).toBe(
      12,
    );
    expect(alternativesTo('أشياء كثيرة', 'كثيرة').length).toBeLessThanOrEqual(8);
  });
});
