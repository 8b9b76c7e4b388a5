import type * as z from 'zod/mini';

/**
 * The issue of the first text that cannot be stored as it is; undefined where there is none. Not every database takes a
 * U+0000, and UTF-8 has no form for half of a surrogate pair, which a JSON escape can make. Every input of an operation is
 * held to it, beyond its own schema.
 */
export function findUnstorable(input: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof input === 'string') {
    const words = wordsOf(input);
    return words && { code: 'custom', path, message: '', input, params: { words } };
  }
  if (typeof input !== 'object' || input === null) return undefined;
  for (const key of Array.isArray(input) ? input.keys() : Object.keys(input)) {
    const value = (input as Record<PropertyKey, unknown>)[key];
    // Long lists hold little else.
    if (typeof value === 'string' && wordsOf(value) === undefined) continue;
    const issue = findUnstorable(value, [...path, key]);
    if (issue) return issue;
  }
  return undefined;
}

function wordsOf(text: string): 'nul' | 'surrogate' | undefined {
  if (text.includes('\0')) return 'nul';
  return text.isWellFormed() ? undefined : 'surrogate';
}
