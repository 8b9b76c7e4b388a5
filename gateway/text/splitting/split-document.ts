import type { Block, Passage, ReadDocument } from '#gateway/text/document.ts';
import { renderBlock, tidyLine } from './render-block.ts';
import { splitLongText } from './split-long-text.ts';

/** Joins the headings above a passage, outermost first. */
export const HEADING_SEPARATOR = ' › ';

const MOST_CHARACTERS = 1_100;
/** A last piece shorter than this joins the one before, which may then grow by as much. */
const SHORT_TAIL = 220;
/** What is longer is a paragraph that only looks like a heading. */
const LONGEST_HEADING = 240;

interface Heading {
  level: number;
  text: string;
}
interface Piece {
  text: string;
  page: number | undefined;
}

/**
 * The passages of a document in reading order: whole blocks up to about 1,100 characters, never across a heading. Long
 * blocks are cut by sentence with one sentence of overlap, tables between rows, each row carrying its header. A heading
 * with nothing below it, not even another heading, becomes a passage of its own words. No text gives no passages.
 */
export function splitDocument({ blocks }: Pick<ReadDocument, 'blocks'>): Passage[] {
  const passages: Passage[] = [];
  let path: Heading[] = [];
  let pieces: Piece[] = [];
  let bare: Piece | undefined;
  const closeSection = () => {
    const sectionTitle = path.map(({ text }) => text).join(HEADING_SEPARATOR);
    const packed = packPieces(pieces.length > 0 || !bare ? pieces : [bare]);
    for (const { text, page } of packed)
      passages.push({
        ordinal: passages.length,
        text,
        sectionTitle,
        ...(page === undefined ? {} : { page }),
      });
    pieces = [];
    bare = undefined;
  };
  for (const block of blocks) {
    const heading = readHeading(block);
    if (heading) {
      // The words of a heading directly above a deeper one are in the section titles of what follows.
      if (bare && pieces.length === 0 && heading.level > (path.at(-1)?.level ?? 0)) bare = undefined;
      closeSection();
      path = [...path.filter(({ level }) => level < heading.level), heading];
      bare = { text: heading.text, page: block.page };
    } else pieces.push(...cutBlock(block));
  }
  closeSection();
  return passages;
}

function readHeading(block: Block): Heading | undefined {
  if (block.kind !== 'heading') return undefined;
  const text = tidyLine(block.text);
  return text !== '' && text.length <= LONGEST_HEADING ? { level: block.level, text } : undefined;
}

function cutBlock(block: Block): Piece[] {
  const lines = renderBlock(block.kind === 'heading' ? { kind: 'paragraph', text: block.text } : block);
  return lines
    .flatMap((line) => (line.length > MOST_CHARACTERS ? splitLongText(line, MOST_CHARACTERS) : [line]))
    .map((text) => ({ text, page: block.page }));
}

function packPieces(pieces: readonly Piece[]): Piece[] {
  const packed: Piece[][] = [];
  let current: Piece[] = [];
  for (const piece of pieces) {
    if (current.length > 0 && lengthOf(current) + 1 + piece.text.length > MOST_CHARACTERS) {
      packed.push(current);
      // What announces a list or table belongs to its beginning.
      const last = current.at(-1);
      const announces = current.length > 1 && last && /[:：]$/u.test(last.text);
      current = announces && last.text.length + piece.text.length < MOST_CHARACTERS ? current.splice(-1) : [];
    }
    current.push(piece);
  }
  const previous = packed.at(-1);
  if (
    previous &&
    lengthOf(current) < SHORT_TAIL &&
    lengthOf(previous) + lengthOf(current) < MOST_CHARACTERS + SHORT_TAIL
  )
    previous.push(...current);
  else if (current.length > 0) packed.push(current);
  return packed.map((group) => ({ text: group.map(({ text }) => text).join('\n'), page: group[0]?.page }));
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((length, { text }) => length + text.length, Math.max(0, pieces.length - 1));
}
