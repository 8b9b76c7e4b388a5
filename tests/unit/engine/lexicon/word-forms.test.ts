import { describe, expect, test } from 'vitest';
import { normaliseWord } from '#common/fold-text.ts';
import { wordForms, wordKey } from '#gateway/engine/lexicon/word-forms.ts';

const formsOf = (word: string) => wordForms(normaliseWord(word));

describe('forms of a word', () => {
  test.each([
    ['عمرها', 'عمر', 'عمرة'],
    ['شهرها', 'شهر', 'شهرة'],
    ['عمرتها', 'عمرة', 'عمر'],
  ])('%s is of %s sooner than of %s', (word, noun, other) => {
    const forms = formsOf(word);
    const place = (form: string) => forms.indexOf(normaliseWord(form));
    expect(place(noun)).toBeGreaterThan(-1);
    expect(place(other) < 0 || place(noun) < place(other)).toBe(true);
  });

  test.each([
    ['الفاتورة', 'فاتورة'],
    ['والفاتورة', 'فاتورة'],
    ['بالفاتورة', 'فاتورة'],
    ['للفاتورة', 'فاتورة'],
    ['هالفاتورة', 'فاتورة'],
    ['عالفاتورة', 'فاتورة'],
    ['فاتورتي', 'فاتورة'],
    ['فاتورتكم', 'فاتورة'],
    ['بفاتورتها', 'فاتورة'],
    ['فاتورات', 'فاتورة'],
    ['حسابي', 'حساب'],
    ['وحسابهم', 'حساب'],
    ['لحسابنا', 'حساب'],
    ['حسابات', 'حساب'],
    ['موظفون', 'موظف'],
    ['الموظفين', 'موظف'],
    ['بطاقتين', 'بطاقة'],
    ['شقتها', 'شقة'],
    ['طلباتكم', 'طلب'],
    ['سيارتك', 'سيارة'],
    ['لمدتين', 'مدة'],
  ])('%s is of the noun %s', (word, noun) => {
    expect(formsOf(word)).toContain(normaliseWord(noun));
  });

  test.each([
    ['سيستلم', 'ستلم'],
    ['بيستلم', 'ستلم'],
    ['هيوصل', 'وصل'],
    ['حتوصل', 'وصل'],
    ['غادينوصل', 'نوصل'],
    ['كنخلص', 'خلص'],
    ['وصلتني', 'وصل'],
    ['وصلتوا', 'وصل'],
    ['ماوصلنيش', 'وصل'],
    ['مابيفتحش', 'فتح'],
    ['ضيعتها', 'ضيع'],
    ['يحولون', 'حول'],
    ['ندفعها', 'دفع'],
    ['سددته', 'سدد'],
  ])('%s is of the verb %s', (word, verb) => {
    expect(formsOf(word)).toContain(normaliseWord(verb));
  });

  test('are in the order of what is stripped, the word itself first', () => {
    const forms = formsOf('والفاتورة');
    expect(forms[0]).toBe('والفاتوره');
    expect(forms.indexOf('فاتوره')).toBeLessThan(forms.indexOf('فاتور'));
  });

  test('have three letters or more, unless the word has fewer', () => {
    expect(formsOf('بيتي').every(({ length }) => length >= 3)).toBe(true);
    expect(formsOf('دم')).toEqual(['دم']);
  });
});

describe('the key of a word', () => {
  test.each([
    ['الحساب', 'حساب'],
    ['حساب', 'حساب'],
    ['الم', 'الم'],
    ['refunds', 'refund'],
    ['refunding', 'refund'],
    ['my', 'my'],
    ['24', '24'],
  ])('of %s is %s', (word, key) => {
    expect(wordKey(word)).toBe(key);
  });
});
