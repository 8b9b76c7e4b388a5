import { normaliseWord } from '#gateway/text/analysis/normalise.ts';

/** Text as lists search it: tashkeel, hamza forms, tatweel, digit systems and case do not count; one space between words. */
export function foldText(text: string): string {
  return text
    .split(/\s+/u)
    .map(normaliseWord)
    .filter((word) => word !== '')
    .join(' ');
}

/** Folded text as a LIKE pattern that finds it anywhere, for `escape '\'`. */
export function patternFor(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
}
