/** The direction of most of a text's letters; left to right where it has none. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const arabic = text.match(/\p{sc=Arabic}/gu)?.length ?? 0;
  return arabic * 2 > letters ? 'rtl' : 'ltr';
}

/**
 * The direction of a line: its first letter's, but from right to left where most letters are Arabic after a beginning in
 * Latin, as in "iPhone 15 متوفر": from left to right its order and its punctuation would come apart. Undefined without
 * letters.
 */
export function lineDirection(text: string): 'auto' | 'rtl' | undefined {
  const [first] = /\p{L}/u.exec(text) ?? [];
  if (first === undefined) return undefined;
  // The letters of an address say nothing of the language of its line.
  return directionOf(text.replace(/https?:\/\/\S+/gu, '')) === 'rtl' && !/\p{sc=Arabic}/u.test(first)
    ? 'rtl'
    : 'auto';
}
