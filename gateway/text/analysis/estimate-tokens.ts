const ARABIC = /\p{scx=Arabic}/gu;
const ANY = /[^]/gu;

/**
 * How many tokens a text is charged for where no model server counted them: one a 4 characters, and one a 1.5
 * characters where the character is Arabic, rounded up. 0 for an empty text. Characters are Unicode code points.
 */
export function estimateTokens(text: string): number {
  const arabic = text.match(ARABIC)?.length ?? 0;
  const all = text.match(ANY)?.length ?? 0;
  return Math.ceil(arabic / 1.5 + (all - arabic) / 4);
}
