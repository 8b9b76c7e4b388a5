import type { StringTable } from '#gateway/engine/tables/string-table.ts';

/** How often each letter is met. */
const counts = new Float64Array(65_536);

/** At most so many letters that strings have most, see `takeMost`; `uses` says how often each string counts. */
export function commonLetters(strings: StringTable, uses: Uint32Array, count: number): number[] {
  const letters: number[] = [];
  counts.fill(0);
  for (let number = 0; number < uses.length; number++) {
    const times = uses[number] ?? 0;
    if (times === 0) continue;
    const array = strings.arrayOf(number);
    const start = strings.startOf(number);
    const end = start + strings.lengthOf(number);
    for (let index = start; index < end; index++) {
      const letter = array[index] ?? 0;
      if (counts[letter] === 0) letters.push(letter);
      counts[letter] = (counts[letter] ?? 0) + times;
    }
  }
  return takeMost(
    letters,
    letters.map((letter) => counts[letter] ?? 0),
    count,
  );
}

const NUMBERS = 2 ** 32;
const LEAST_TOO_OFTEN = 2 ** 21;

/** The numbers below 2^32 that were met most often, at most so many, in that order, the lower of equals first. */
export function takeMost(numbers: readonly number[], times: readonly number[], count: number): number[] {
  // How often and which are one number of 53 bits, unless they are met very often, and numbers are sorted fast.
  const keys = new Float64Array(numbers.length);
  let isExact = true;
  for (let place = 0; place < keys.length; place++) {
    const often = times[place] ?? 0;
    isExact &&= often < LEAST_TOO_OFTEN;
    keys[place] = (often + 1) * NUMBERS - 1 - (numbers[place] ?? 0);
  }
  if (isExact)
    return Array.from(keys.sort().reverse().subarray(0, count), (key) => NUMBERS - 1 - (key % NUMBERS));
  return [...numbers.keys()]
    .sort((a, b) => (times[b] ?? 0) - (times[a] ?? 0) || (numbers[a] ?? 0) - (numbers[b] ?? 0))
    .slice(0, count)
    .map((place) => numbers[place] ?? 0);
}
