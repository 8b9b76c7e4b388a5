/** What is said of a written answer: its words, without the numbers of its citations and the signs of its markup. */
export function speakable(answer: string): string {
  return answer
    .replaceAll(/\s*\[\s*\p{Nd}+(?:\s*[,،;–-]\s*\p{Nd}+)*\s*\]/gu, '')
    .replaceAll(/^\s*(?:#{1,6}|[*+-]|>)\s+/gmu, '')
    .replaceAll(/\*\*|__|`+|~~/gu, '')
    .replaceAll(/\[([^\]]+)\]\([^)\s]*\)/gu, '$1')
    .trim();
}
