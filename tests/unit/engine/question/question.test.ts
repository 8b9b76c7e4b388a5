import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { bareWords } from '#gateway/engine/analysis/bare-words.ts';
import { analyseQuestion } from '#gateway/engine/question/question.ts';

const alternativesOf = (question: string, word: string, synonyms: string[][] = []) =>
  analyseQuestion(question, { synonyms })
    .terms.filter((term) => term.word === normaliseWord(word))
    .flatMap(({ alternatives }) => alternatives);

/** What may stand for a word of a question, by origin. */
const alternativesTo = (question: string, word: string, synonyms: string[][] = []) =>
  alternativesOf(question, word, synonyms).map(({ words, origin }) => `${origin}: ${words.join(' ')}`);

/** Concepts of the lexicon that a word of a question names. */
const conceptsOf = (question: string, word = question) =>
  alternativesOf(question, word).flatMap(({ concept }) => concept ?? []);

describe('reading a question', () => {
  test.each([
    ['وقديش الرسوم', ['الرسوم']],
    ['لوين الشحن', ['الشحن']],
    ['ولازم جواز', ['جواز']],
    ['ولي الأمر', ['ولي', 'الأمر']],
    ['وكيل معتمد', ['وكيل', 'معتمد']],
    ['im late, dont have the code', ['late', 'code']],
    ['whats the fee', ['fee']],
    ['how long does delivery take', ['delivery', 'take']],
    ['can I get a refund', ['refund']],
    ['how much is there left to pay', ['left', 'pay']],
    ['can anyone row the boat by themselves before sunrise', ['row', 'boat', 'sunrise']],
    ['does somebody watch the pool while it is open', ['watch', 'pool', 'open']],
    ['is the lift down', ['lift', 'down']],
    ['jباقة 60 بكام', ['باقة', '60']],
    ['jباقة 60 هدفع كام', ['باقة', '60', 'هدفع']],
    ['what opens on March 1st, 2026', ['opens', 'March 1st, 2026']],
  ])('knows what only asks, as it is typed: %s', (question, words) => {
    const { terms } = analyseQuestion(question);
    expect(terms.map(({ start, end }) => question.slice(start, end))).toEqual(words);
  });

  test('takes words of Arabizi with digits for letters for words, not for a code', () => {
    const { terms, inArabizi } = analyseQuestion('wen a7gez el mal3ab, yftah3a a5er layl?');
    expect(inArabizi).toBe(true);
    expect(terms.flatMap(({ alternatives }) => alternatives)).not.toContainEqual(
      expect.objectContaining({ origin: 'number' }),
    );
  });

  test('covers the original spelling of terms and of dropped words', () => {
    const question = 'ليش الرُّســومُ والرسوم في التحويلِ مرتفعة؟';
    const { terms, dropped } = analyseQuestion(question);
    expect(terms.map(({ start, end }) => question.slice(start, end))).toEqual([
      'الرُّســومُ',
      'التحويلِ',
      'مرتفعة',
    ]);
    expect(dropped.map(({ start, end, reason }) => [question.slice(start, end), reason])).toEqual([
      ['ليش', 'question-word'],
      ['والرسوم', 'repeated'],
      ['في', 'stop-word'],
    ]);
  });

  test('reads stop words where a question has nothing else', () => {
    const { terms, dropped } = analyseQuestion('ما هو؟');
    expect(terms.map(({ word }) => word)).toEqual(['ما', 'هو']);
    expect(dropped).toEqual([]);
  });

  test.each([
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

  test('stops after 96 words and says so', () => {
    const question = Array.from(
      { length: 120 },
      (_, index) => `كلمة${'بتثجحخدذرزسشصضطظعغفقك'[index % 20]}${index}`,
    ).join(' ');
    const { words, dropped } = analyseQuestion(question);
    expect(words.length).toBe(96);
    expect(dropped.some(({ reason }) => reason === 'beyond-limit')).toBe(true);
  });

  test('reads a question in a language of the units asked', () => {
    const analysed = analyseQuestion('Wann wurden die Häuser gebaut?', { languages: ['de'] });
    expect(analysed.language).toBe('de');
    expect(analysed.terms.map(({ word }) => word)).toEqual(['hauser', 'gebaut']);
    expect(analyseQuestion('When did he die?', { languages: ['de'] }).language).toBe('en');
  });
});

describe('other words for the words of a question', () => {
  test.each([
    ['كم عندي فلوس في الحساب', 'فلوس', 'نقود'],
    ['كيف احول مصاري لأخوي', 'مصاري', 'مال'],
    ['شحال من دراهم خاصني نخلص', 'دراهم', 'نقود'],
    ['ضيعت الكارت', 'الكارت', 'بطاقة'],
    ['وين ألاقي الموبايل الجديد', 'الموبايل', 'هاتف'],
    ['عايز اشوف الرصيد دلوقتي', 'دلوقتي', 'حاليا'],
    ['بدي شوف الرصيد هلق', 'هلق', 'حاليا'],
    ['ابغى اشوف الرصيد الحين', 'الحين', 'حاليا'],
    ['بغيت نشوف الحساب دابا', 'دابا', 'حاليا'],
    ['مين شاف العربية', 'العربية', 'سيارة'],
    ['فين نقدر نكري طوموبيل', 'طوموبيل', 'سيارة'],
    ['سويت طلب جديد', 'سويت', 'تنفيذ'],
    ['بنستنى الباص', 'بنستنى', 'انتظر'],
    ['هيسكر المحل متى', 'هيسكر', 'أغلق'],
    ['ما بيشتغلش الجهاز', 'بيشتغلش', 'يعمل'],
    ['سعر السيارة', 'السيارة', 'عربية'],
    ['تكلفة النقود المفقودة', 'النقود', 'مال'],
  ])('%s: %s names a concept that %s names too', (question, word, other) => {
    const named = conceptsOf(other);
    expect(conceptsOf(question, word).filter((concept) => named.includes(concept))).not.toEqual([]);
  });

  test.each([
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

  test.each(['عالمية', 'كتاب', 'جيش', 'الداخلي', 'هالة'])('leaves %s whole', (word) => {
    expect(bareWords(normaliseWord(word))).toEqual([]);
  });

  test('weigh less than the word itself, and the least inside a longer expression', () => {
    const weightOf = (question: string, word: string, concept: string) =>
      alternativesOf(question, word).find((alternative) => alternative.concept === concept)?.weight ?? 0;
    const alone = weightOf('أين الفاتورة', 'الفاتورة', 'invoice');
    const inside = weightOf('أين فاتورة الكهرباء', 'فاتورة', 'invoice');
    expect(alone).toBeLessThan(1);
    expect(inside).toBeLessThan(alone);
    expect(inside).toBeGreaterThan(0);
  });

  test.each([
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

  test('takes no father for August', () => {
    expect(alternativesTo('من هو آب الأسرة', 'آب')).not.toContain('number: اغسطس');
    expect(alternativesTo('صدر في 4 آب', 'آب')).toContain('number: اغسطس');
  });

  test.each([
    ['كيف أفعّل واي فاي', 'واي', 'name: wifi'],
    ['enable wifi now', 'wifi', 'name: واي فاي'],
    ['من أسس مايكروسوفت', 'مايكروسوفت', 'name: microsoft'],
    ['who founded Microsoft', 'microsoft', 'name: مايكروسوفت'],
    ['رسالة بالواتساب', 'بالواتساب', 'name: whatsapp'],
  ])('%s: %s as %s', (question, word, expected) => {
    expect(alternativesTo(question, word)).toContain(expected);
  });

  test("knows the owner's synonyms, of one word or more, in whatever form", () => {
    const synonyms = [['نقاط البيع', 'POS', 'مدى'], ['فرع']];
    expect(alternativesTo('أريد جهاز لنقاط البيع', 'لنقاط', synonyms)).toEqual(
      expect.arrayContaining(['synonym: pos', 'synonym: مدي']),
    );
    expect(alternativesTo('رسوم POS', 'pos', synonyms)).toContain('synonym: نقاط البيع');
    expect(alternativesTo('أين الفرع', 'الفرع', synonyms)).not.toContainEqual(
      expect.stringMatching(/^synonym/),
    );
  });

  test("keeps all of the owner's and few of the lexicon's", () => {
    const synonyms = [['حساب', ...Array.from({ length: 12 }, (_, index) => `مرادف${'بتثجحخدذرزسش'[index]}`)]];
    expect(
      alternativesTo('حساب', 'حساب', synonyms).filter((alternative) => alternative.startsWith('synonym'))
        .length,
    ).toBe(12);
    expect(alternativesTo('أشياء كثيرة', 'كثيرة').length).toBeLessThanOrEqual(8);
  });
});
