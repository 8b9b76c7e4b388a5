import { expect, test } from 'vitest';
import { createByteBudget } from '#gateway/core/byte-budget.ts';

const sizeOf = (text: string) => text.length;

test('caches share the bytes, and what was unused for longest leaves, whichever cache holds it', () => {
  const evicted: string[] = [];
  const budget = createByteBudget(10);
  const titles = budget.createCache<number, string>(sizeOf, (text) => evicted.push(text));
  const texts = budget.createCache<number, string>(sizeOf);
  titles.set(1, 'أربع');
  texts.set(1, 'خمسة');
  expect(titles.get(1)).toBe('أربع');
  texts.set(2, 'ستة');
  expect([titles.get(1), texts.get(1), texts.get(2)]).toEqual(['أربع', undefined, 'ستة']);
  texts.set(3, 'سبعةوثمانية'.slice(0, 7));
  expect([titles.size(), texts.size(), evicted]).toEqual([0, 10, ['أربع']]);
});

test('a replaced value leaves, and a value larger than all bytes is not kept', () => {
  const evicted: string[] = [];
  const cache = createByteBudget(5).createCache<string, string>(sizeOf, (text) => evicted.push(text));
  cache.set('أ', 'واحد');
  cache.set('أ', 'اثنان');
  expect([cache.get('أ'), cache.size(), evicted]).toEqual(['اثنان', 5, ['واحد']]);
  cache.set('أ', 'ثلاثة وأربعة');
  expect([cache.get('أ'), cache.size()]).toEqual([undefined, 0]);
});

test('no bytes keep nothing', () => {
  const evicted: string[] = [];
  const cache = createByteBudget(0).createCache<string, string>(sizeOf, (text) => evicted.push(text));
  cache.set('أ', 'واحد');
  expect(evicted).toEqual(['واحد']);
  expect([cache.get('أ'), cache.size()]).toEqual([undefined, 0]);
});
