/** A span of a text in UTF-16 units, `end` excluded. */
export type TextSpan = { start: number; end: number };

/** The lines of a text from a place on, each with the character that ends it; at least one. */
export function linesOf(text: string, from = 0): TextSpan[] {
  const lines: TextSpan[] = [];
  let start = from;
  for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
    lines.push({ start, end: end + 1 });
    start = end + 1;
  }
  if (start < text.length || lines.length === 0) lines.push({ start, end: text.length });
  return lines;
}

/** A span cut at the ranges in it, which are in order and apart: pieces in order, each with the range it is of. */
export function cutSpan<Range extends TextSpan>(
  span: TextSpan,
  ranges: readonly Range[],
): (TextSpan & { range?: Range })[] {
  const pieces: (TextSpan & { range?: Range })[] = [];
  let position = span.start;
  for (const range of ranges) {
    const start = Math.max(range.start, position);
    const end = Math.min(range.end, span.end);
    if (start >= end) continue;
    if (start > position) pieces.push({ start: position, end: start });
    pieces.push({ start, end, range });
    position = end;
  }
  if (position < span.end) pieces.push({ start: position, end: span.end });
  return pieces;
}
