import { describe, expect, test, vi } from 'vitest';
import { createNumberLists } from '#gateway/engine/segments/number-lists.ts';
import { Arena, offsetOf } from '#gateway/engine/tables/arena.ts';
import { StringTable } from '#gateway/engine/tables/string-table.ts';

const LONG = 'ط'.repeat(70_000);

describe('a table of strings', () => {
  test('numbers each string once, gives it back and orders it as sorting does', () => {
    const strings = [
      '',
      'ا',
      LONG,
      '😀',
      '\ud83d',
      '\uffff',
      `${LONG}ة`,
      ...Array.from({ length: 2_000 }, (_, index) => `صنف${index * 7919}`),
    ];
    const table = new StringTable();
    const numbers = strings.map((text) => table.numberOf(text));
    expect(numbers).toEqual(strings.map((_, index) => index));
    expect(strings.map((text) => table.numberOf(text))).toEqual(numbers);
    expect(table.length).toBe(strings.length);
    expect(numbers.map((number) => table.at(number))).toEqual(strings);
    const sorted = numbers.sort((a, b) => table.compare(a, b)).map((number) => strings[number]);
    expect(sorted).toEqual([...strings].sort());
  });
});

describe('lists of numbers', () => {
  test('give back what was added, and nothing of what was dropped', () => {
    const lists = createNumberLists();
    const long = Array.from({ length: 30_000 }, (_, index) => index);
    const added = [[], [-1, 0, 126, 127, 2 ** 30], long, [5], long.slice(3)];
    for (const list of added) lists.add(list);
    expect(added.map((_, place) => [...lists.at(place)])).toEqual(added);
    lists.truncate(2);
    lists.add([7]);
    expect(lists.length()).toBe(3);
    expect([0, 1, 2].map((place) => [...lists.at(place)])).toEqual([[], added[1], [7]]);
  });
});

describe('an arena', () => {
  test('copies no more than a bounded array while it grows, and never parts a piece', () => {
    const create = vi.fn<(length: number) => Uint8Array<ArrayBuffer>>((length) => new Uint8Array(length));
    const arena = new Arena(create);
    const pieces = Array.from({ length: 900 }, (_, index) => 100 + ((index * 7919) % 3_000));
    const places = pieces.map((length, index) => {
      const address = arena.reserve(length);
      arena.arrayAt(address).fill(index & 255, offsetOf(address), offsetOf(address) + length);
      return address;
    });
    for (const [index, length] of pieces.entries()) {
      const address = places[index] ?? 0;
      const piece = arena.arrayAt(address).subarray(offsetOf(address), offsetOf(address) + length);
      expect(piece.length).toBe(length);
      expect(piece.every((byte) => byte === (index & 255))).toBe(true);
    }
    const total = pieces.reduce((sum, length) => sum + length, 0);
    const created = create.mock.calls.map(([length]) => length);
    expect(Math.max(...created)).toBe(65_536);
    expect(created.reduce((sum, length) => sum + length, 0)).toBeLessThan(total + 3 * 65_536);
  });
});
