import type { StringTable } from '#gateway/engine/tables/string-table.ts';

/** Sorts numbers of words in two passes: by the first letters of the words, then words with equal first letters in full. */
export function sortByLetters(words: StringTable, sorted: Uint32Array): void {
  // A number of 53 bits has letters before and a place behind.
  const places = 2 ** Math.ceil(Math.log2(sorted.length + 1));
  const letters = places <= 2 ** 21 ? 2 : 1;
  const keys = new Float64Array(sorted.length);
  for (let place = 0; place < keys.length; place++) {
    const word = sorted[place] ?? 0;
    const array = words.arrayOf(word);
    let key = 0;
    for (let index = 0; index < letters; index++)
      key = key * 65_536 + (index < words.lengthOf(word) ? (array[words.startOf(word) + index] ?? 0) : 0);
    keys[place] = key * places + place;
  }
  keys.sort();
  const unsorted = sorted.slice();
  for (let place = 0; place < keys.length; place++)
    sorted[place] = unsorted[(keys[place] ?? 0) % places] ?? 0;
  for (let start = 0, end = 1; start < keys.length; start = end++) {
    const key = Math.floor((keys[start] ?? 0) / places);
    while (end < keys.length && Math.floor((keys[end] ?? 0) / places) === key) end++;
    if (end > start + 1) sorted.subarray(start, end).sort((a, b) => words.compare(a, b));
  }
}
