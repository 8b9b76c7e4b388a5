/** A piece of logical text; `loose` marks what stands at a right-to-left level, where its direction is uncertain. */
export interface BracketPiece {
  text: string;
  loose: boolean;
}

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['«', '»'],
  ['‹', '›'],
  ['“', '”'],
]);
const CLOSING = new Map([...OPENING].map(([open, close]) => [close, open]));
const ENDS = /^[\s.,،؛;:!?؟…]$/u;
const STARTS = /^\s$/u;

/**
 * Joins the pieces and turns each loose bracket or quotation mark the way its surroundings ask for:
 * after a space it opens, before a space or an end mark it closes, else it balances what is open.
 */
export function turnBrackets(pieces: BracketPiece[]): string {
  const texts = pieces.map((piece) => piece.text);
  const depth = new Map<string, number>();
  pieces.forEach((piece, at) => {
    const open = OPENING.has(piece.text) ? piece.text : CLOSING.get(piece.text);
    if (open === undefined) return;
    const before = texts[at - 1]?.at(-1);
    const after = texts[at + 1]?.at(0);
    const level = depth.get(open) ?? 0;
    const opens = piece.loose ? decide(before, after, level) : piece.text === open;
    texts[at] = opens ? open : OPENING.get(open)!;
    depth.set(open, Math.max(0, level + (opens ? 1 : -1)));
  });
  // What looks like a space inside a bracket is the room that another font's bracket leaves.
  return texts.join('').replaceAll(/(?<=[([{«‹“])\s+|\s+(?=[)\]}»›”])/gu, '');
}

function decide(before: string | undefined, after: string | undefined, level: number): boolean {
  const canOpen = before === undefined || STARTS.test(before) || OPENING.has(before);
  const canClose = after === undefined || ENDS.test(after) || CLOSING.has(after);
  if (canOpen !== canClose) return canOpen;
  return level === 0;
}
