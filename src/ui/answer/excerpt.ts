import type { TextSpan } from './text-spans.ts';

/** What fits into the four lines of a folded passage, roughly: longer ones are folded. */
const FOLDED_CHARACTERS = 260;
const FOLDED_LINES = 4;
/** Words before the best ones that may stay: they fit into the first of the lines. */
const MAX_LEAD = 60;

/** Whether a passage is too long to be shown whole in a list. */
export function isFoldable(text: string): boolean {
  return text.length > FOLDED_CHARACTERS || text.trim().split('\n').length > FOLDED_LINES;
}

/** A match in a text; `term`: which word of the question it is, where that is known. */
type Match = TextSpan & { term?: number };

/** The shortest span with the most words of the question, no longer than a folded passage; undefined where there are none. */
export function densestSpan(text: string, matches: readonly Match[]): TextSpan | undefined {
  const wordOf = ({ term, start, end }: Match) => term ?? text.slice(start, end).toLowerCase();
  let best: (TextSpan & { words: number }) | undefined;
  for (const [index, { start }] of matches.entries()) {
    const words = new Set<number | string>();
    for (const match of matches.slice(index)) {
      const { end } = match;
      if (end - start > FOLDED_CHARACTERS) break;
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
export function excerptStart(text: string, best: TextSpan | undefined): number {
  if (best === undefined || best.start <= MAX_LEAD * 2 || best.end <= FOLDED_CHARACTERS / 2) return 0;
  const before = text.slice(0, best.start);
  const sentence = Math.max(...['. ', '.\n', '؟ ', '? ', '! ', '؛ ', '\n'].map((end) => endOf(before, end)));
  if (best.start - sentence <= MAX_LEAD) return sentence;
  return best.start - MAX_LEAD + (/^\S*\s+/u.exec(text.slice(best.start - MAX_LEAD))?.[0].length ?? 0);
}

/** The position after the last occurrence of the mark; 0 without one. */
function endOf(text: string, mark: string): number {
  const place = text.lastIndexOf(mark);
  return place === -1 ? 0 : place + mark.length;
}
