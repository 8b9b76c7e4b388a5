import { expect, test } from 'vitest';
import { maskPersonalData } from '#common/mask-personal-data.ts';

test.each([
  ['write to a.b+c@mail.example.com, please', 'write to ••••••••••••••••••••••, please'],
  ['بريدي سامي@مثال.السعودية', 'بريدي ••••••••••••••••••'],
  ['call +966 55-123-4567 now', 'call +••• ••-•••-•••• now'],
  ['جوالي ٠٥٥١٢٣٤٥٦٧', 'جوالي ••••••••••'],
  ['id 1 0 8 7 6 5 4 3 2 1', 'id • • • • • • • • • •'],
  ['(011) 222.3344', '(•••) •••.••••'],
  ['03/123 456 or 055–123–4567', '••/••• ••• or •••–•••–••••'],
])('strikes out what tells who asked: %s', (text, masked) => {
  expect(maskPersonalData(text)).toBe(masked);
  expect(maskPersonalData(text)).toHaveLength(text.length);
});

test.each([
  'كم رسوم 2026 و2027؟',
  '450 ريالًا خلال 15 يومًا',
  'on 2026-11-29 or 29.11.2026 or 29/11/2026',
  'العام الدراسي 2025-2026، وهو ١٤٤٧/١٤٤٨',
  '1,500,000',
  'from 2024, 2025 and 2026',
  'a @ b',
])('leaves the rest: %s', (text) => {
  expect(maskPersonalData(text)).toBe(text);
});

test('walks over long words once', () => {
  const long = 'a'.repeat(200_000);
  expect(maskPersonalData(`${long} ${'1 '.repeat(3)}`)).toBe(`${long} ${'1 '.repeat(3)}`);
});
