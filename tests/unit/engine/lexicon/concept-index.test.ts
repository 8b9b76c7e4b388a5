import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { createConceptIndex } from '#gateway/engine/lexicon/concept-index.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import {
  packLexicon,
  readLexicon,
  toConcept,
  unpackConcept,
  unpackLexicon,
} from '#gateway/engine/lexicon/read-lexicon.ts';

const LEXICON = `
# A heading
invoice | فاتورة, فواتير | | | | فاكتورة | fatoura | invoice, bill
password | كلمة المرور, كلمة السر | باسورد | | | مودباس | | password
lost | مفقود, فقدان | ضيعت | ضاع مني | | تودر | | lost, go missing
word | كلمة | | | | | | word
pay | دفع, سدد | | | | نخلص | | pay, settle # a comment
pay-bill | دفع الفاتورة | | | | | | pay bill
how-much | كم السعر | | السعر كام | | | | how much
`;
const concepts = readLexicon(LEXICON).map(toConcept);
const index = createConceptIndex(packLexicon(concepts));
const wordsOf = (text: string) => text.split(' ').map(normaliseWord);
const find = (text: string) =>
  index.find(wordsOf(text)).map(({ place, length, concepts: ids }) => `${place}+${length} ${ids.join()}`);

describe('the index of concepts', () => {
  test.each([
    ['الفاتورة', 'invoice'],
    ['وبالفاتورة', 'invoice'],
    ['فاتورتي', 'invoice'],
    ['فاتورات', 'invoice'],
    ['فواتيركم', 'invoice'],
    ['للفواتير', 'invoice'],
    ['هالفاتورة', 'invoice'],
    ['invoices', 'invoice'],
    ['invoiced', 'invoice'],
    ['billing', 'invoice'],
    ['fatoura', 'invoice'],
    ['ضيعتها', 'lost'],
    ['سددته', 'pay'],
    ['المفقودة', 'lost'],
    ['مفقودات', 'lost'],
    ['كنخلص', 'pay'],
    ['paid', ''],
  ])('finds by %s: %s', (word, concept) => {
    expect(index.conceptsOf(normaliseWord(word)).join()).toBe(concept);
  });

  test('finds expressions of several words, in whatever form, and those inside them', () => {
    expect(find('نسيت كلمة المرور')).toEqual(['1+2 password', '1+1 word']);
    expect(find('كلمتي السر')).toEqual(['0+2 password', '0+1 word']);
    expect(find('it went missing')).toEqual([]);
    expect(find('cards that go missing')).toEqual(['2+2 lost']);
    expect(find('ادفع الفاتورة')).toEqual(['0+1 pay', '0+2 pay-bill', '1+1 invoice']);
  });

  test('takes no longer word for a short one at the end of an expression', () => {
    expect(find('السعر كام')).toEqual(['0+2 how-much']);
    expect(find('السعر كامله')).toEqual([]);
  });

  test('finds no expression whose words are apart', () => {
    expect(find('كلمة ثم المرور')).toEqual(['0+1 word']);
    expect(index.conceptsOf('المرور')).toEqual([]);
  });

  test('finds nothing in words that it does not have', () => {
    expect(find('درجة حرارة الجو')).toEqual([]);
    expect(index.find([])).toEqual([]);
  });

  test('packs concepts and unpacks them as they were', () => {
    expect([...unpackLexicon(packLexicon(concepts))]).toEqual(concepts);
  });

  test('unpacks one of them by its whole id', () => {
    const packed = packLexicon(concepts);
    expect(concepts.map(({ id }) => unpackConcept(packed, id))).toEqual(concepts);
    const [first, second] = concepts;
    expect(unpackConcept(packed, first?.id.slice(0, -1) ?? '')).toBeUndefined();
    expect(unpackConcept(packed, second?.id.slice(1) ?? '')).toBeUndefined();
  });
});

describe('the whole lexicon', () => {
  const together = (a: string, b: string) => {
    const ids = (text: string) =>
      conceptIndex()
        .find(wordsOf(text))
        .flatMap((match) => match.concepts);
    const others = new Set(ids(b));
    return ids(a).filter((id) => others.has(id));
  };

  test.each([
    ['باسورد', 'كلمة المرور'],
    ['فلوس', 'نقود'],
    ['سبيطار', 'مستشفى'],
    ['طوموبيل', 'سيارة'],
    ['refund', 'استرداد المبلغ'],
    ['iqama', 'بطاقة إقامة'],
    ['instalments', 'تقسيط'],
    ['stolen card', 'بطاقة مسروقة'],
    ['رونديفو', 'موعد'],
    ['opening hours', 'ساعات العمل'],
    ['pharmacy', 'صيدلية'],
    ['apartment', 'شقة'],
  ])('has a concept for %s and %s', (a, b) => {
    expect(together(a, b)).not.toEqual([]);
  });

  test.each([
    ['باقة', 'شحنة'],
    ['هدوء', 'ضوضاء'],
    ['أجنبي', 'مواطن'],
    ['ثلاجة', 'غسالة'],
    ['زواج', 'طلاق'],
    ['refund', 'refuse'],
  ])('has none for %s and %s', (a, b) => {
    expect(together(a, b)).toEqual([]);
  });
});
