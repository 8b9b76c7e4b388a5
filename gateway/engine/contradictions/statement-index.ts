/** Where a statement stands: the unit's place in a list, and the ordinal of the passage. */
export interface StatementPlace {
  unit: number;
  ordinal: number;
}

/** Statements are compared bucket by bucket, so that nothing waits long. */
const BUCKETS = 256;
/** In 24 bytes each. */
const MAX_STATEMENTS = 2_000_000;
/** Not looked at any more: a form, a log, a list. */
const MAX_PLACES_OF_KEY = 64;
/** More statements with other numbers are a form or a log too. */
const MAX_OF_KEY = 8;
const MAX_OF_KEY_IN_UNIT = 2;
/** More numbers of one thing than that are of as many things. */
const MAX_VALUES = 4;
/** Numbers of one statement in a bucket: key, values, place. */
const WIDTH = 3;
const ORDINALS = 2 ** 26;

/** Finds statements of one key with different numbers among millions, by hashes. */
export interface StatementIndex {
  /** False once it is full. */
  add(key: string, values: string, place: StatementPlace): boolean;
  /** The places of each key with different numbers, a bucket at a time. */
  conflicts(): Generator<StatementPlace[][]>;
}

export function createStatementIndex(): StatementIndex {
  const buckets = Array.from({ length: BUCKETS }, (): number[] => []);
  let size = 0;
  return {
    add(key, values, { unit, ordinal }) {
      if (size >= MAX_STATEMENTS) return false;
      const hash = hashText(key);
      buckets[hash % BUCKETS]?.push(hash, hashText(values), unit * ORDINALS + ordinal);
      size += 1;
      return true;
    },
    *conflicts() {
      for (const bucket of buckets) yield conflictsIn(bucket);
    },
  };
}

function conflictsIn(bucket: readonly number[]): StatementPlace[][] {
  const byKey = new Map<number, number[]>();
  for (let start = 0; start < bucket.length; start += WIDTH) {
    const key = bucket[start] ?? 0;
    const starts = byKey.get(key);
    if (starts === undefined) byKey.set(key, [start]);
    else starts.push(start);
  }
  return [...byKey.values()].flatMap((starts) => {
    if (starts.length < 2 || starts.length > MAX_PLACES_OF_KEY) return [];
    if (new Set(starts.map((start) => bucket[start + 1])).size < 2) return [];
    return [starts.map((start) => placeOf(bucket[start + 2] ?? 0))];
  });
}

const placeOf = (number: number): StatementPlace => ({
  unit: Math.floor(number / ORDINALS),
  ordinal: number % ORDINALS,
});

/** Whether so many statements of one key may be of one thing. Statements of one unit that say the same count once. */
export function areFew(statements: readonly { unitId: number; values: string }[]): boolean {
  const different = new Set(statements.map(({ unitId, values }) => `${unitId} ${values}`));
  const values = new Set(statements.map((statement) => statement.values));
  const byUnit = Map.groupBy([...different], (text) => text.split(' ')[0]);
  return (
    different.size <= MAX_OF_KEY &&
    values.size <= MAX_VALUES &&
    [...byUnit.values()].every(({ length }) => length <= MAX_OF_KEY_IN_UNIT)
  );
}

/** 53 bits of a text (cyrb53, public domain). */
export function hashText(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
