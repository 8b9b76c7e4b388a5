/** Cells of the table that finds the longest common sequence where no item is unique: some milliseconds. */
const MAX_CELLS = 40_000;
/** Ranges within ranges: what repeats itself more often stays without a partner. */
const MAX_DEPTH = 40;

interface Range {
  from: number;
  to: number;
  afterFrom: number;
  afterTo: number;
  depth: number;
}

/**
 * For each item of `after` the index of its partner in `before`, or -1: equal items whose order is the same on both sides.
 * Items that are unique on both sides decide first ("patience diff"), so time grows with the number of items, and a text
 * that repeats a line keeps the lines that stand beside the same neighbours.
 */
export function alignSequences(before: readonly string[], after: readonly string[]): Int32Array {
  const partners = new Int32Array(after.length).fill(-1);
  const ranges: Range[] = [{ from: 0, to: before.length, afterFrom: 0, afterTo: after.length, depth: 0 }];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const { depth } = range;
    const middle = alignEnds(before, after, range, partners);
    if (middle.from === middle.to || middle.afterFrom === middle.afterTo || depth > MAX_DEPTH) continue;
    const anchors = findAnchors(before, after, middle);
    if (anchors.length === 0) {
      alignRepeats(before, after, middle, partners);
      continue;
    }
    let { from, afterFrom } = middle;
    for (const [index, afterIndex] of [...anchors, [middle.to, middle.afterTo] as const]) {
      if (afterIndex < middle.afterTo) partners[afterIndex] = index;
      ranges.push({ from, to: index, afterFrom, afterTo: afterIndex, depth: depth + 1 });
      from = index + 1;
      afterFrom = afterIndex + 1;
    }
  }
  return partners;
}

/** Pairs equal beginnings and ends of a range; returns what lies between. */
function alignEnds(
  before: readonly string[],
  after: readonly string[],
  range: Range,
  partners: Int32Array,
): Range {
  let { from, to, afterFrom, afterTo } = range;
  while (from < to && afterFrom < afterTo && before[from] === after[afterFrom])
    partners[afterFrom++] = from++;
  while (to > from && afterTo > afterFrom && before[to - 1] === after[afterTo - 1])
    partners[--afterTo] = --to;
  return { ...range, from, to, afterFrom, afterTo };
}

/** Items that occur once on each side, as many as stand in the same order. */
function findAnchors(before: readonly string[], after: readonly string[], range: Range): [number, number][] {
  const places = new Map<string, { index: number; afterIndex: number }>();
  for (let index = range.from; index < range.to; index++) {
    const item = before[index] ?? '';
    places.set(item, { index: places.has(item) ? -1 : index, afterIndex: -1 });
  }
  for (let afterIndex = range.afterFrom; afterIndex < range.afterTo; afterIndex++) {
    const place = places.get(after[afterIndex] ?? '');
    if (place) place.afterIndex = place.afterIndex === -1 ? afterIndex : -2;
  }
  const pairs: [number, number][] = [];
  for (const { index, afterIndex } of places.values())
    if (index >= 0 && afterIndex >= 0) pairs.push([index, afterIndex]);
  return longestRun(pairs.sort((a, b) => a[1] - b[1]));
}

/** The most pairs whose first numbers grow, of pairs whose second numbers do. */
function longestRun(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([value], place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[place] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = place;
  });
  const run: [number, number][] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) {
    const pair = pairs[place];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

/** The longest common sequence of a small range, all of whose common items repeat. */
function alignRepeats(
  before: readonly string[],
  after: readonly string[],
  { from, to, afterFrom, afterTo }: Range,
  partners: Int32Array,
): void {
  const [rows, columns] = [to - from, afterTo - afterFrom];
  if (rows * columns > MAX_CELLS) return;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        before[from + row] === after[afterFrom + column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (before[from + row] === after[afterFrom + column]) partners[afterFrom + column++] = from + row++;
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++;
    else column++;
  }
}
