/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What was said, and what was said next. */
export function joinSpoken(before: string, next: string): string {
  if (before === '' || next === '') return before + next;
  const isUnspaced = UNSPACED.test(before.at(-1) ?? '') && UNSPACED.test(next.charAt(0));
  return isUnspaced || /[。！？、]$/u.test(before) ? before + next : `${before} ${next}`;
}
