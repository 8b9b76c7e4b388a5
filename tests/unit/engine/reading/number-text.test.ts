import { expect, test } from 'vitest';
import { showNumber } from '#gateway/engine/reading/office/number-text.ts';

test.each([
  ['112223344', '0000000000', '0112223344'],
  ['1432', '00000', '01432'],
  ['1.010123456E9', 'General', '1010123456'],
  ['9.66112223344E11', 'General', '966112223344'],
  ['19.989999999999998', 'General', '19.99'],
  ['0.30000000000000004', '', '0.3'],
  ['1.5E-7', 'General', '0.00000015'],
  ['1.5E25', 'General', '15000000000000000000000000'],
  ['90', '0" يومًا"', '90 يومًا'],
  ['2.5', 'General" يوم"', '2.5 يوم'],
  ['1500', '_-* #,##0.00 [$ر.س.‏-401]_-', '1,500.00 ر.س.‏'],
  ['-1500.5', '#,##0.00_);(#,##0.00)', '(1,500.50)'],
  ['0.15', '0%', '15%'],
  ['1', '"نعم";;"لا"', 'نعم'],
  ['5', ';;;', ''],
  ['text', '0', 'text'],
])('%s in the format %s is shown as %s', (raw, code, text) => {
  expect(showNumber(raw, code)).toBe(text);
});

test.each([
  ['1010123456', '0.00E+00', '1.01E+09 (1010123456)'],
  ['501234567', '000-000-0000', '050-123-4567 (501234567)'],
  ['1500000', '0.0,,"M"', '1.5M (1500000)'],
])('%s in the format %s stands beside the shown text', (raw, code, text) => {
  expect(showNumber(raw, code)).toBe(text);
});

test.each([
  ['1.75', '[h]:mm', '42:00'],
  ['1.7499999999999998', '[h]:mm', '42:00'],
  ['0.0625', '[h]:mm', '1:30'],
  ['1.75', '[h] "ساعة"', '42 ساعة'],
  ['0.01', 'mm:ss', '14:24'],
  ['0.5625', 'h:mm AM/PM', '13:30'],
  ['45322', '[$-2000401]d\\ mmmm\\ yyyy', '2024-01-31'],
  ['45322.5625', 'm/d/yyyy h:mm', '2024-01-31 13:30'],
])('durations, times and dates: %s in the format %s is %s', (raw, code, text) => {
  expect(showNumber(raw, code)).toBe(text);
});

test.each([
  ['[$-,17]dd/mm/yyyy', '19/07/1445 (2024-01-31)'],
  ['[$-1170401]d mmmm yyyy', '19 رجب 1445 (2024-01-31)'],
  ['B2dd/mm/yyyy', '21/07/1445 (2024-01-31)'],
  ['[$-ar-SA,117]yyyy/mm/dd;@', '1445/07/19 (2024-01-31)'],
  ['[$-fa-IR,16]yyyy/mm/dd', '1402/11/11 (2024-01-31)'],
])('a date in another calendar (%s) has the ISO date beside: %s', (code, text) => {
  expect(showNumber('45322', code)).toBe(text);
});
