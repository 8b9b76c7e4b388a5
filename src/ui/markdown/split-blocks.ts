/** A top-level block of Markdown, parsable on its own. */
export type Block = {
  source: string;
  /** Fenced code is shown as it is; what is no code is read as Markdown. */
  code?: { language: string; text: string };
  /** Rank of a heading among the text's own, from 0; absent where the block is none. */
  level?: number;
};

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/u;
const LIST_ITEM = /^ {0,3}(?:[-+*]|\d{1,9}[.)])(?:\s|$)/u;
const ATX_HEADING = /^ {0,3}(#{1,6})(?:\s|$)/u;
const SETEXT_HEADING = /\n {0,3}(=+|-+)\s*$/u;
const LINK_DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:\s*\S+/u;

/** Whether the line goes on with a list that a blank line parted: its next item, or what is indented below one. */
function continuesList(first: string, line: string): boolean {
  return LIST_ITEM.test(first) && (LIST_ITEM.test(line) || /^(?: {2,}|\t)\S/u.test(line));
}

function isClosingFence(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.startsWith(fence) && mark === mark.charAt(0).repeat(mark.length);
}

function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let open: { fence: string; inList: boolean } | undefined;
  const finish = () => {
    while (piece.at(-1)?.trim() === '') piece.pop();
    if (piece.length > 0) pieces.push(piece.join('\n'));
    piece = [];
  };
  for (const line of text.split(/\r\n|\r|\n/u)) {
    if (open !== undefined) {
      piece.push(line);
      if (!isClosingFence(line, open.fence)) continue;
      if (!open.inList) finish();
      open = undefined;
      continue;
    }
    const first = piece[0] ?? '';
    if (piece.at(-1)?.trim() === '' && line.trim() !== '' && !continuesList(first, line)) finish();
    const inList = LIST_ITEM.test(piece[0] ?? '') && /^\s{2,}/u.test(line);
    const fence = (inList ? FENCE.exec(line.trimStart()) : FENCE.exec(line))?.[1];
    const heading = !inList && ATX_HEADING.test(line);
    if (heading || (fence !== undefined && !inList)) finish();
    if (fence !== undefined) open = { fence, inList };
    if (piece.length > 0 || line.trim() !== '') piece.push(line);
    if (heading) finish();
  }
  finish();
  return pieces;
}

function parseFencedCode(piece: string): Block['code'] {
  const lines = piece.split('\n');
  const opened = FENCE.exec(lines[0] ?? '');
  if (opened === null) return undefined;
  const fence = opened[1] ?? '';
  const closed = lines.length > 1 && isClosingFence(lines.at(-1) ?? '', fence);
  return {
    language: (opened[2] ?? '').trim().split(/\s+/u)[0] ?? '',
    text: lines.slice(1, closed ? -1 : undefined).join('\n'),
  };
}

function headingDepth(piece: string): number | undefined {
  const marked = ATX_HEADING.exec(piece)?.[1];
  if (marked !== undefined) return marked.length;
  const setext = SETEXT_HEADING.exec(piece)?.[1];
  if (setext === undefined || LIST_ITEM.test(piece) || piece.startsWith('>') || piece.includes('|'))
    return undefined;
  return setext.startsWith('=') ? 1 : 2;
}

/**
 * Cuts a Markdown text at blank lines, headings and fences, so that a text which grows is read again only where it grows.
 * Lists stay whole. Link definitions are lent to the blocks that refer to them.
 */
export function splitBlocks(text: string): Block[] {
  const pieces = splitIntoPieces(text);
  const definitions = pieces.flatMap((piece) =>
    piece.startsWith('`') || piece.startsWith('~')
      ? []
      : piece.split('\n').filter((line) => LINK_DEFINITION.test(line)),
  );
  const depths = pieces.map(headingDepth);
  const highest = Math.min(...depths.filter((depth) => depth !== undefined));
  let before = -1;
  return pieces.map((piece, index) => {
    const code = parseFencedCode(piece);
    if (code !== undefined) return { source: piece, code };
    const source =
      definitions.length > 0 && piece.includes('[') ? `${piece}\n\n${definitions.join('\n')}` : piece;
    const depth = depths[index];
    if (depth === undefined) return { source };
    // No rank is left out on the way down, however the model counted.
    before = Math.min(depth - highest, before + 1);
    return { source, level: before };
  });
}
