/** A stretch of a text in UTF-16 units, `end` excluded. */
export interface TextRange {
  start: number;
  end: number;
}

/** Words of an answer, and where its passage has them. */
export interface LocatedQuote {
  /** Index of the passage among those given. */
  passage: number;
  inPassage: TextRange;
  inAnswer: TextRange;
}

/** Shorter stretches stand in any text by chance. */
const LEAST = 12;

/**
 * Which stretches of a quoted answer stand word for word in which of the passages it was taken from (`from`, by index),
 * in the order of the answer: at each place the longest, of equal ones the earlier passage's. What joins quotes
 * (an ellipsis, white space) belongs to none.
 */
export function locateQuotes(
  answer: string,
  passages: readonly { text: string }[],
  from: readonly number[],
): LocatedQuote[] {
  const quotes: LocatedQuote[] = [];
  let at = 0;
  while (at < answer.length) {
    // Rows and items are quoted as lines of their own.
    const line = answer.indexOf('\n', at);
    const rest = answer.slice(at, line < 0 ? undefined : line);
    const skipped = /^[\s…]+/u.exec(answer.slice(at))?.[0].length ?? 0;
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    let best: LocatedQuote | undefined;
    for (const passage of from) {
      const text = passages[passage]?.text ?? '';
      const length = longestBeginning(rest, text);
      const words = wholeWords(rest, length).replace(/[\s…]+$/u, '');
      // A whole answer may be one short word.
      const isLong = words.length >= Math.min(LEAST, rest.trim().length);
      if (!isLong || words.length <= (best ? best.inAnswer.end - at : 0)) continue;
      const start = text.indexOf(words);
      best = {
        passage,
        inPassage: { start, end: start + words.length },
        inAnswer: { start: at, end: at + words.length },
      };
    }
    if (best) quotes.push(best);
    at = best ? best.inAnswer.end : at + (/^\S+/u.exec(rest)?.[0].length ?? 1);
  }
  return quotes;
}

/** A stretch that ends by chance inside a word ends before it. */
function wholeWords(text: string, length: number): string {
  const words = text.slice(0, length);
  const isCut = /[\p{L}\p{M}\p{Nd}]$/u.test(words) && /^[\p{L}\p{M}\p{Nd}]/u.test(text.slice(length));
  return isCut ? words.replace(/\S+$/u, '') : words;
}

/** How many characters from the beginning of `wanted` stand somewhere in `text`. */
function longestBeginning(wanted: string, text: string): number {
  let low = 0;
  let high = Math.min(wanted.length, text.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (text.includes(wanted.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}
