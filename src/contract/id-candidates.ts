/** Bounds for the answer of a stranger: levels of nesting, and values looked at. */
const MAX_DEPTH = 8;
const MAX_VALUES = 500;
/** A number of its own within a sentence: no part of a date, a time, a decimal, a UUID or an address. */
const LONE_NUMBER = /(?<![\p{L}\p{N}_.:/-])\d{1,16}(?![\p{L}\p{N}_:/-]|\.\d)/gu;

function toId(digits: string): number[] {
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
}

/** 0 is most likely the unit's own id; the number of something else comes last. */
function rankOf(key: string): number {
  if (/bot|user|account|count|size|total|status/iu.test(key)) return 4;
  if (/^id$|knowledge|unit/iu.test(key)) return 0;
  return /id$/iu.test(key) ? 1 : 2;
}

/**
 * Positive safe integers within the `Response` of a registration, likeliest first: any of them may be the id of the new
 * unit. Numbers, texts of digits, and numbers within a sentence count, at any depth within bounds.
 */
export function findIdCandidates(response: unknown): number[] {
  const numbers: { id: number; rank: number }[] = [];
  let level: { key: string; value: unknown }[] = [{ key: '', value: response }];
  let seen = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { key, value } of level.slice(0, MAX_VALUES - seen)) {
      seen += 1;
      const rank = rankOf(key);
      if (typeof value === 'number') numbers.push(...toId(String(value)).map((id) => ({ id, rank })));
      else if (typeof value === 'string') {
        const ids = /^\s*\d{1,16}\s*$/u.test(value)
          ? toId(value).map((id) => ({ id, rank }))
          : [...value.slice(0, 1000).matchAll(LONE_NUMBER)].flatMap(([digits]) =>
              toId(digits).map((id) => ({ id, rank: 3 })),
            );
        numbers.push(...ids);
      } else if (typeof value === 'object' && value !== null) {
        // Items of a list rank by the key of the list.
        for (const [name, inner] of Object.entries(value).slice(0, MAX_VALUES))
          next.push({ key: Array.isArray(value) ? key : name, value: inner });
      }
    }
    level = next;
  }
  return [...new Set(numbers.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id))];
}
