import { expect, test } from 'vitest';
import {
  emptyText,
  findHoldReason,
  measureText,
} from '#gateway/modules/units/services/indexing/compare-readings.ts';

const textOf = (...pieces: string[]) => {
  const text = emptyText();
  for (const piece of pieces) measureText(text, piece);
  return text;
};
const page = (host: string, asksPassword = false) => ({ host, asksPassword, sha256: null });
const FEES = ['رسوم البطاقة 75 ريالًا.', 'رسوم التحويل 25 ريالًا.', 'يعفى الطلاب من الرسوم.'];
const OTHER = ['ادخل اسم المستخدم وكلمة المرور', 'نسيت كلمة المرور؟ سجل من جديد', 'الدعم الفني متاح'];
const before = { page: page('bank.example'), text: textOf(...FEES) };

test.each([
  ['the same text', page('bank.example'), FEES, undefined],
  [
    'another order, signs and digits',
    page('bank.example'),
    FEES.toReversed().map((text) => `• ${text}`),
    undefined,
  ],
  ['another host', page('parked.example'), FEES, 'held-other-host'],
  ['a new form for a password in place of the text', page('bank.example', true), OTHER, 'held-sign-in'],
  ['a new form for a password beside the text', page('bank.example', true), FEES, undefined],
  ['other text of the same length', page('bank.example'), OTHER, undefined],
  ['less than half of the text', page('bank.example'), FEES.slice(0, 1), 'held-shorter'],
  ['two thirds of the text', page('bank.example'), FEES.slice(0, 2), undefined],
] as const)('%s', (_, after, pieces, code) => {
  expect(findHoldReason(before, { page: after, text: textOf(...pieces) })?.code).toBe(code);
});

test('a page that asked for a password before may change all of its text', () => {
  const asking = { page: page('bank.example', true), text: before.text };
  expect(
    findHoldReason(asking, { page: page('bank.example', true), text: textOf(...OTHER) }),
  ).toBeUndefined();
});

test('a host is not compared with one that an older version did not keep', () => {
  const after = { page: page('parked.example'), text: before.text };
  expect(findHoldReason({ page: null, text: before.text }, after)).toBeUndefined();
});

test('what a page repeats counts once', () => {
  expect(textOf('قائمة\nقائمة', 'قائمة').characters).toBe(5);
});
