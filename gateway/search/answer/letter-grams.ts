/** Letters in a row of a normalised word, three at a time, its ends marked by spaces. */
export function gramsOf(word: string): string[] {
  const padded = ` ${word} `;
  const grams: string[] = [];
  for (let start = 0; start + 3 <= padded.length; start++) grams.push(padded.slice(start, start + 3));
  return grams;
}
