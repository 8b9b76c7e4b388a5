import { describe, expect, test } from 'vitest';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { matchCandidates, rank } from '#gateway/engine/ranking/rank.ts';
import { termWeights } from '#gateway/engine/ranking/term-weights.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';

const unit = (unitId: number, title: string, passages: [sectionTitle: string, text: string][]) => ({
  unitId,
  segment: openSegment(
    buildSegment(
      passages.map(([sectionTitle, text]) => ({ sectionTitle, text })),
      title,
    ),
  ),
});

const BANK = unit(1, 'دليل المصرف', [
  ['فتح الحسابات', 'يستطيع العميل فتحَ حسابٍ جديد خلال ١٥ دقيقة عبر تطبيق Fihrist Mobile.'],
  ['الرسوم', 'تبلغ رسوم التحويل الدولي 50.75 ريالاً، ويُعفى منها من تجاوز رصيده 100,000 ريال.'],
  ['المستندات المطلوبة', '• صورة من الهوية الوطنية.\n• إثبات عنوان السكن.'],
  ['الدعم', 'يعمل الدعم الفني من التاسعة إلى الخامسة. Call support and mention REF-2025.'],
]);
const CITY = unit(2, 'City guide', [
  ['Museums', 'The museum opens at nine and closes at five.'],
  ['Transport', 'Buses run every ten minutes between the port and the old market.'],
]);
const TOWN = unit(3, 'دليل المدينة', [
  ['المبيت', 'يبعد الفندق عن المحطة خمس دقائق سيرًا.'],
  ['البطاقات', 'تشترى بطاقة الركاب من الأكشاك.'],
  ['المراكز', 'فروع المكتبة العامة تفتح يوم السبت.'],
]);
const best = (question: string, units = [BANK, CITY]) => {
  const [first] = rank(question, units, { limit: 5 });
  return first && [first.unitId, first.ordinal];
};

describe('ranking', () => {
  test.each([
    ['وين أقرب فندق؟', 0],
    ['من أين البطاقة؟', 1],
    ['وين أقرب فرع؟', 2],
  ])('finds a word with and without its article, whatever letter it begins with: %s', (question, ordinal) => {
    expect(best(question, [BANK, TOWN])).toEqual([3, ordinal]);
  });

  test.each([
    ['كيف أفتح حساباً؟', [1, 0]],
    ['كم رسم التحويلات الدولية', [1, 1]],
    ['من يُعفى من الرسوم إذا تجاوز رصيده ١٠٠٬٠٠٠ ريال؟', [1, 1]],
    ['ما المستندات المطلوبة؟', [1, 2]],
    ['ايش المستندات اللي تبونها؟', [1, 2]],
    ['ما هو Fihrist Mobile؟', [1, 0]],
    ['How often do buses run?', [2, 1]],
    ['When does the museum open?', [2, 0]],
    ['مستنذات', [1, 2]],
  ])('%s', (question, expected) => {
    expect(best(question)).toEqual(expected);
  });

  test('searches exactly the units it is given', () => {
    expect(rank('museum', [BANK], { limit: 10 }).every(({ unitId }) => unitId === 1)).toBe(true);
    expect(rank('museum', [], { limit: 10 })).toEqual([]);
  });

  test('gives the same list again, whatever was asked in between', () => {
    const once = rank('رسوم الحساب', [BANK, CITY], { limit: 10 });
    rank('museum', [CITY], { limit: 10 });
    expect(rank('رسوم الحساب', [BANK, CITY], { limit: 10 })).toEqual(once);
  });

  test('puts equals in the order of units and passages', () => {
    const twins = unit(3, '', [
      ['', 'نص واحد عن البحر'],
      ['', 'نص واحد عن البحر'],
    ]);
    const ranked = rank('البحر', [twins, { ...twins, unitId: 4 }], { limit: 10 });
    expect(ranked.map(({ unitId, ordinal }) => [unitId, ordinal])).toEqual([
      [3, 0],
      [3, 1],
      [4, 0],
      [4, 1],
    ]);
  });

  test('returns at most `limit`, scores in 0..1 that never grow down the list', () => {
    const ranked = rank('حساب رسوم دعم هوية', [BANK, CITY], { limit: 3 });
    expect(ranked.length).toBe(3);
    const scores = ranked.map(({ score }) => score);
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
  });

  test('knows other words of a root for less than the word itself', () => {
    const news = unit(9, '', [
      ['', 'تعرّض الوزير لنقد شديد في الصحف.'],
      ['', 'انتقدت الصحف الوزير بشدة.'],
      ['', 'زار الوزير مقر الصحف أمس.'],
    ]);
    const ranked = rank('من انتقد الوزير؟', [news], { limit: 3 });
    expect(ranked.map(({ ordinal }) => ordinal)).toEqual([1, 0, 2]);
    const [own, related, none] = ranked.map(({ parts }) => parts.stems);
    expect(own).toBeGreaterThan(related ?? 0);
    expect(related).toBeGreaterThan(none ?? 0);
  });

  test('prefers the passage that says the words of a question in one sentence, close together', () => {
    const near = (text: string): [string, string] => ['', text];
    const history = unit(10, '', [
      near('وقّع الوفد صباحاً على الرسائل. ثم زار الوزير مصنعاً. وبقيت اتفاقية التجارة في الدرج.'),
      near('زار الوفد مصنعاً في الصباح. ثم وقّع الوزير اتفاقية التجارة. وبقيت الرسائل في الدرج.'),
    ]);
    const ranked = rank('متى وقع الوزير اتفاقية التجارة', [history], { limit: 2 });
    expect(ranked.map(({ ordinal }) => ordinal)).toEqual([1, 0]);
    expect(ranked[0]?.parts.sentence).toBeGreaterThan((ranked[1]?.parts.sentence ?? 0) + 1);
    const town = unit(11, '', [
      near('The council met in spring. A bridge fell. It was opened again, and the mayor was happy.'),
      near('The mayor opened the bridge in spring. The council met again. A happy day.'),
    ]);
    expect(rank('Who opened bridges?', [town], { limit: 2 })[0]?.ordinal).toBe(1);
  });

  test('orders by the sum of its parts', () => {
    const sums = rank('رسوم التحويل من الحساب', [BANK, CITY], { limit: 9 }).map(
      ({ parts }) => parts.stems + parts.grams + parts.title + parts.sentence,
    );
    expect(sums.toSorted((a, b) => b - a)).toEqual(sums);
  });

  test('scores a full match high and a question about something else low', () => {
    const [full] = rank('رسوم التحويل الدولي', [BANK, CITY], { limit: 1 });
    const [foreign] = rank('ما عاصمة فرنسا وكم عدد سكانها؟', [BANK, CITY], { limit: 1 });
    expect(full?.score).toBeGreaterThan(0.7);
    expect(foreign?.score ?? 0).toBeLessThan(0.2);
  });

  test('reads units of one passage, without passages and without words', () => {
    const single = unit(5, 'وحيد', [['', 'نص عن القهوة العربية']]);
    const none = unit(6, 'فارغ', []);
    const blank = unit(7, '', [['', '...']]);
    expect(best('قهوة', [none, single, blank])).toEqual([5, 0]);
    expect(rank('قهوة', [none], { limit: 5 })).toEqual([]);
    expect(rank('قهوة', [blank], { limit: 5 })).toEqual([]);
  });

  test('answers questions of stop words, of nothing and of a whole book', () => {
    expect(rank('', [BANK], { limit: 5 })).toEqual([]);
    expect(rank('؟!', [BANK], { limit: 5 })).toEqual([]);
    expect(
      rank('ما هو من على إلى؟', [BANK, CITY], { limit: 5 }).every(({ score }) => Number.isFinite(score)),
    ).toBe(true);
    const book = `رسوم التحويل الدولي ${'كلمة أخرى مختلفة '.repeat(20_000)}`;
    expect(best(book)).toEqual([1, 1]);
  });

  test('finds passages by a title that their text never says', () => {
    const handbook = unit(8, 'دليل الموظف', [
      ['الإجازات', 'ثلاثون يوماً في العام.'],
      ['الرواتب', 'تُصرف آخر الشهر.'],
    ]);
    expect(best('كم مدة الإجازات؟', [handbook, CITY])).toEqual([8, 0]);
    expect(best('ما راتب الموظف؟', [BANK, handbook])?.[0]).toBe(8);
  });
});

describe('a misspelled word of a question', () => {
  test('has the word that it was taken for among its alternatives, so that a quote with it covers the question', () => {
    const { question } = matchCandidates('museim hours', createCorpus([CITY.segment]));
    expect(question.terms[0]?.alternatives).toEqual([
      { words: [], stems: ['museum'], weight: 0.6, origin: 'spelling' },
    ]);
    expect(
      matchCandidates('museum hours', createCorpus([CITY.segment])).question.terms[0]?.alternatives,
    ).not.toContainEqual(expect.objectContaining({ origin: 'spelling' }));
  });
});

describe('weighing a question', () => {
  test('weighs a verb less than a noun that is as rare', () => {
    const garden = unit(4, 'حديقة', [
      ['', 'يسقي البستاني الورود صباحًا.'],
      ['', 'ينقل المتطوع الأشجار مساءً.'],
      ['', 'البوابة الشمالية مغلقة.'],
    ]);
    const [verb = 0, noun = 0] = termWeights(
      matchCandidates('يسقي المتطوع', createCorpus([garden.segment])),
    ).values();
    expect(verb).toBeGreaterThan(0);
    expect(verb).toBeCloseTo(0.75 * noun, 10);
  });

  test('weighs rare stems more than common ones and unknown ones most', () => {
    const weights = termWeights(matchCandidates('حساب رسوم مجهول ريال', createCorpus([BANK.segment])));
    const ordered = [...weights.values()];
    expect(weights.size).toBe(4);
    expect(Math.max(...ordered)).toBe(ordered[2]);
  });
});
