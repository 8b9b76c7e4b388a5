import type * as z from 'zod/mini';

/**
 * The issue of the first text with a U+0000, which not every database can store; undefined where there is none. Every
 * input of an operation is held to it, beyond its own schema.
 */
export function findNul(input: unknown, path: PropertyKey[] = []): z.core.$ZodIssue | undefined {
  if (typeof input === 'string')
    return input.includes('\0')
      ? { code: 'custom', path, message: '', input, params: { words: 'nul' } }
      : undefined;
  if (typeof input !== 'object' || input === null) return undefined;
  for (const key of Array.isArray(input) ? input.keys() : Object.keys(input)) {
    const value = (input as Record<PropertyKey, unknown>)[key];
    // Long lists hold little else.
    if (typeof value === 'string' && !value.includes('\0')) continue;
    const issue = findNul(value, [...path, key]);
    if (issue) return issue;
  }
  return undefined;
}
