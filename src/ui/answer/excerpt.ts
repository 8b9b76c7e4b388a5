import type { TextSpan } from './text-spans.ts';

/** Lines of a folded passage where the list says no number. */
export const FOLDED_LINES = 4;
/** What fits into a line, roughly: longer passages are folded. */
const LINE_CHARACTERS = 65;
/** Characters before the best words that may stay, for each line: they fit into the first of the lines. */
const LEAD_CHARACTERS = 15;

/** Whether a passage is too long to be shown whole in a list. */
export function isFoldable(text: string, lines = FOLDED_LINES): boolean {
  return text.length > LINE_CHARACTERS * lines || text.trim().split('\n').length > lines;
}

/** A match in a text; `term`: which word of the question it is, where that is known. */
type Match = TextSpan & { term?: number };

/** The shortest span with the most words of the question, no longer than a folded passage; undefined where there are none. */
export function densestSpan(
  text: string,
  matches: readonly Match[],
  lines = FOLDED_LINES,
): TextSpan | undefined {
  const wordOf = ({ term, start, end }: Match) => term ?? text.slice(start, end).toLowerCase();
  let best: (TextSpan & { words: number }) | undefined;
  for (const [index, { start }] of matches.entries()) {
    const words = new Set<number | string>();
    for (const match of matches.slice(index)) {
      const { end } = match;
      if (end - start > LINE_CHARACTERS * lines) break;
      if (words.has(wordOf(match))) continue;
      words.add(wordOf(match));
      const isBetter =
        best === undefined ||
        words.size > best.words ||
        (words.size === best.words && end - start < best.end - best.start);
      if (isBetter) best = { start, end, words: words.size };
    }
  }
  return best && { start: best.start, end: best.end };
}

/** Start of a folded passage, at a sentence or word, such that the best words are visible. */
export function excerptStart(text: string, best: TextSpan | undefined, lines = FOLDED_LINES): number {
  const lead = LEAD_CHARACTERS * lines;
  if (best === undefined || best.start <= lead * 2 || best.end <= (LINE_CHARACTERS * lines) / 2) return 0;
  const before = text.slice(0, best.start);
  const sentence = Math.max(...['. ', '.\n', '؟ ', '? ', '! ', '؛ ', '\n'].map((end) => endOf(before, end)));
  if (best.start - sentence <= lead) return sentence;
  return best.start - lead + (/^\S*\s+/u.exec(text.slice(best.start - lead))?.[0].length ?? 0);
}

/** The position after the last occurrence of the mark; 0 without one. */
function endOf(text: string, mark: string): number {
  const place = text.lastIndexOf(mark);
  return place === -1 ? 0 : place + mark.length;
}
