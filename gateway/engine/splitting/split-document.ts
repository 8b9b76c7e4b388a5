import type { Block, Passage, ReadDocument } from '#gateway/engine/document.ts';
import { type SentenceSpan, splitSentences } from '#gateway/engine/analysis/sentences.ts';

type Body = Exclude<Block, { kind: 'heading' }>;

const MARKED = /^(?:[•◦▪‣·–—*-]|\(?\p{Nd}{1,3}[.)-]|\(?\p{L}[.)])\s/u;
const BULLET = '•';

/**
 * The lines by which a block enters a passage, none when it is empty. A list item begins with a bullet or its own
 * number. A table row stands alone, because passages and quotes take rows out of their table: `header: cell | header:
 * cell`, or `cell | cell` without a header; empty cells are left out.
 */
function renderBlock(block: Body): string[] {
  if (block.kind === 'table')
    return block.rows.map((row) => renderRow(row, block.header ?? [])).filter(isFilled);
  const text = tidyLines(block.text);
  if (text === '') return [];
  if (block.kind !== 'list-item') return [text];
  if (block.ordinal !== undefined) return [`${block.ordinal} ${text}`];
  return [MARKED.test(text) ? text : `${BULLET} ${text}`];
}

/** Whether a line of a passage is an item of a list. */
export function isListLine(line: string): boolean {
  return MARKED.test(line);
}

/** One line of text: any run of white space is one space. */
function tidyLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(tidyLine)
    .filter(isFilled)
    .join('\n');
}

function renderRow(row: readonly string[], header: readonly string[]): string {
  return row
    .map((cell, column) => {
      const text = tidyLine(cell);
      const name = tidyLine(header[column] ?? '').replace(/\s*[:：]$/u, '');
      return text === '' || name === '' || name === text ? text : `${name}: ${text}`;
    })
    .filter(isFilled)
    .join(' | ');
}

function isFilled(text: string): boolean {
  return text !== '';
}

/** Joins the headings above a passage, outermost first. */
export const HEADING_SEPARATOR = ' › ';

const MAX_PASSAGE_CHARACTERS = 1_100;
/** A last piece shorter than this joins the one before, which may then grow by as much. */
const MIN_TAIL_CHARACTERS = 220;
/** What is longer is a paragraph that only looks like a heading. */
const MAX_HEADING_LENGTH = 240;

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
  return text !== '' && text.length <= MAX_HEADING_LENGTH ? { level: block.level, text } : undefined;
}

function cutBlock(block: Block): Piece[] {
  const lines = renderBlock(block.kind === 'heading' ? { kind: 'paragraph', text: block.text } : block);
  return lines
    .flatMap((line) =>
      line.length > MAX_PASSAGE_CHARACTERS ? splitLongText(line, MAX_PASSAGE_CHARACTERS) : [line],
    )
    .map((text) => ({ text, page: block.page }));
}

function packPieces(pieces: readonly Piece[]): Piece[] {
  const packed: Piece[][] = [];
  let current: Piece[] = [];
  for (const piece of pieces) {
    if (current.length > 0 && lengthOf(current) + 1 + piece.text.length > MAX_PASSAGE_CHARACTERS) {
      packed.push(current);
      // What announces a list or table belongs to its beginning.
      const last = current.at(-1);
      const announces = current.length > 1 && last && /[:：]$/u.test(last.text);
      current =
        announces && last.text.length + piece.text.length < MAX_PASSAGE_CHARACTERS ? current.splice(-1) : [];
    }
    current.push(piece);
  }
  const previous = packed.at(-1);
  if (
    previous &&
    lengthOf(current) < MIN_TAIL_CHARACTERS &&
    lengthOf(previous) + lengthOf(current) < MAX_PASSAGE_CHARACTERS + MIN_TAIL_CHARACTERS
  )
    previous.push(...current);
  else if (current.length > 0) packed.push(current);
  return packed.map((group) => ({ text: group.map(({ text }) => text).join('\n'), page: group[0]?.page }));
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((length, { text }) => length + text.length, Math.max(0, pieces.length - 1));
}

/**
 * Cuts a text that is longer than `maxCharacters` characters into pieces of whole sentences, about equally long and none longer
 * than `maxCharacters`; each begins with the last sentence of the one before, unless that takes more than a third of it.
 * A single sentence that is too long is cut between words.
 */
function splitLongText(text: string, maxCharacters: number): string[] {
  const sentences = splitSentences(text).flatMap((sentence) => cutSentence(sentence, maxCharacters));
  const target = Math.min(
    maxCharacters,
    Math.ceil(text.length / Math.ceil(text.length / maxCharacters)) + maxCharacters / 10,
  );
  const pieces: string[] = [];
  let start = 0;
  let first = 0;
  sentences.forEach((sentence, index) => {
    const previous = sentences[index - 1];
    if (!previous || index === first || sentence.end - start <= target) {
      if (index === first) start = Math.min(start, sentence.start);
      return;
    }
    pieces.push(text.slice(start, previous.end));
    const overlaps =
      previous.end - previous.start <= maxCharacters / 3 && sentence.end - previous.start <= maxCharacters;
    start = overlaps ? previous.start : sentence.start;
    first = index;
  });
  const last = sentences.at(-1);
  if (last) pieces.push(text.slice(start, last.end));
  return pieces.map((piece) => piece.trim());
}

function cutSentence(sentence: SentenceSpan, maxCharacters: number): SentenceSpan[] {
  const cut: SentenceSpan[] = [];
  let start = 0;
  const { text } = sentence;
  while (text.length - start > maxCharacters) {
    let end = start + maxCharacters;
    // Only there: in a text without spaces it would be looked for back to the beginning, for every piece.
    const space = text.slice(start, end + 1).lastIndexOf(' ');
    if (space > maxCharacters / 2) end = start + space;
    // Half of a surrogate pair is no character.
    else if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    cut.push(locate(sentence, start, end));
    start = end;
    while (text[start] === ' ') start++;
  }
  if (start < text.length) cut.push(locate(sentence, start, text.length));
  return cut;
}

function locate(sentence: SentenceSpan, start: number, end: number): SentenceSpan {
  return { text: sentence.text.slice(start, end), start: sentence.start + start, end: sentence.start + end };
}
