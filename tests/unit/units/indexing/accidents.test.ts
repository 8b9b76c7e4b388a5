import { expect, test } from 'vitest';
import { ACCIDENT_CODES, type AccidentCode } from '#contract/reasons.ts';
import {
  ACCIDENT_RULES,
  findAccident,
  findReplacementWarning,
} from '#gateway/modules/units/services/indexing/accidents.ts';
import { emptyText, measureText } from '#gateway/modules/units/services/indexing/compare-readings.ts';

const textOf = (...pieces: string[]) => {
  const text = emptyText();
  for (const piece of pieces) measureText(text, piece);
  return text;
};
const page = (host: string, asksPassword = false, isHome = false) => ({
  host,
  asksPassword,
  isHome,
  sha256: null,
});
const SITE = page('bank.example');
const FEES = [
  'رسوم إصدار البطاقة 75 ريالًا.',
  'رسوم التحويل الدولي 25 ريالًا.',
  'يعفى الطلاب من رسوم البطاقة.',
];
const OTHER = [
  'ادخل اسم المستخدم وكلمة المرور',
  'نسيت كلمة المرور؟ سجل من جديد',
  'الدعم الفني متاح طوال اليوم',
];
const SHOP = [
  'نبيع الكتب والدفاتر والأقلام',
  'نوصل الطلبات خلال يومين إلى كل المدن',
  'الدفع عند الاستلام متاح',
];
const ENGLISH = [
  'The fee for the card is 75 riyals.',
  'The fee for a transfer is 25 riyals.',
  'Students are exempt.',
];
const before = { page: SITE, text: textOf(...FEES) };

test.each([
  ['the same text', SITE, FEES, undefined],
  ['another order, signs and digits', SITE, FEES.toReversed().map((text) => `• ${text}`), undefined],
  ['other text of the same length', SITE, SHOP, undefined],
  ['a new form for a password beside the text', page('bank.example', true), FEES, undefined],
  ['the home page with the text', page('bank.example', false, true), FEES, undefined],
  ['the name of an error beside the text', SITE, ['الصفحة غير موجودة', ...FEES], undefined],
  ['two thirds of the text', SITE, FEES.slice(0, 2), undefined],
  ['a translation below the text', SITE, [...FEES, ...ENGLISH], undefined],
  ['another host', page('parked.example'), FEES, 'held-other-host'],
  ['the home page', page('bank.example', false, true), SHOP, 'held-home-page'],
  ['a new form for a password in place of the text', page('bank.example', true), OTHER, 'held-sign-in'],
  ['the name of a sign-in page', SITE, ['بنك الأمل | تسجيل الدخول', ...SHOP], 'held-sign-in'],
  ['the name of a wall', SITE, ['Just a moment...', ...SHOP], 'held-challenge'],
  ['the name of an error', SITE, ['عذرًا، الصفحة غير موجودة', ...SHOP], 'held-error'],
  ['the name of a domain for sale', SITE, ['This domain bank.example is for sale!', ...SHOP], 'held-error'],
  ['a question for consent', SITE, ['قبل المتابعة إلى الموقع', ...SHOP], 'held-consent'],
  ['a translation', SITE, ENGLISH, 'held-other-language'],
  ['a few words', SITE, ['قريبًا جدًا'], 'held-empty'],
  ['less than half of the text', page('bank.example'), [FEES[0] ?? '', 'وغيرها'], 'held-shorter'],
] as const)('%s', (_, after, pieces, code) => {
  expect(findAccident(before, { page: after, text: textOf(...pieces) })?.code).toBe(code);
});

test('a shorter text is held with its share of the old one', () => {
  const after = { page: SITE, text: textOf(FEES[0] ?? '', 'وغيرها') };
  expect(findAccident(before, after)?.parameters).toEqual({ percent: 41 });
});

test('each kind that is accepted passes over its own rule alone', () => {
  expect(ACCIDENT_RULES.map(({ code }) => code).toSorted()).toEqual(ACCIDENT_CODES.toSorted());
  const after = { page: page('parked.example', true), text: textOf('قريبًا جدًا') };
  const accepted: AccidentCode[] = [];
  for (const code of ['held-other-host', 'held-sign-in', 'held-empty', 'held-shorter'] as const) {
    expect(findAccident(before, after, accepted)?.code).toBe(code);
    accepted.push(code);
  }
  expect(findAccident(before, after, accepted)).toBeUndefined();
});

test('a page that asked for a password before, or is called so, may change all of its text', () => {
  const asking = { page: page('bank.example', true), text: before.text };
  const after = { page: page('bank.example', true), text: textOf(...SHOP) };
  expect(findAccident(asking, after)).toBeUndefined();
  const named = { page: SITE, text: textOf('تسجيل الدخول', ...FEES) };
  expect(findAccident(named, { page: SITE, text: textOf('تسجيل الدخول', ...SHOP) })).toBeUndefined();
});

test('what an older version did not keep is not compared', () => {
  const after = { page: page('parked.example', false, true), text: before.text };
  expect(findAccident({ page: null, text: before.text }, after)).toBeUndefined();
  const { isHome: _isHome, ...old } = SITE;
  const home = { page: page('bank.example', false, true), text: textOf(...SHOP) };
  expect(findAccident({ page: old, text: before.text }, home)).toBeUndefined();
});

test.each([
  ['less than half of the text', [FEES[0] ?? '', 'وغيرها'], 'replaced-shorter'],
  ['a few words', ['قريبًا جدًا'], 'replaced-empty'],
  ['a translation', ENGLISH, 'replaced-other-language'],
  ['the name of an error', ['عذرًا، الصفحة غير موجودة', ...SHOP], undefined],
  ['other text', SHOP, undefined],
] as const)('a replaced file is warned of for %s', (_, pieces, code) => {
  expect(findReplacementWarning(before.text, textOf(...pieces))?.code).toBe(code);
});

test('what a page repeats counts once', () => {
  expect(textOf('قائمة\nقائمة', 'قائمة').characters).toBe(5);
});
