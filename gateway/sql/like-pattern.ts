/** Folded text as a LIKE pattern that finds it anywhere, for `escape '\'`. */
export function patternFor(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}
