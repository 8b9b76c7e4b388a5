import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import type { Block, Passage, ReadDocument } from '#gateway/engine/document.ts';
import { splitLongText } from './cut-text.ts';
import { type BlockRange, createPiecePacker, MAX_PASSAGE_CHARACTERS, type Piece } from './pack-pieces.ts';

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

/** The line of a row in a passage; empty where its cells are. */
export function renderRow(row: readonly string[], header: readonly string[]): string {
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

/** What is longer is a paragraph that only looks like a heading. */
const MAX_HEADING_LENGTH = 240;

interface Heading {
  level: number;
  text: string;
}
/** Splits a document that comes block by block, holding no more of it than a section's last passages. */
interface Splitter {
  /** `number`: of the block in its reading, where blocks were left out or added; else they are counted. */
  add(block: Block, number?: number): void;
  /** After the last block. */
  end(): void;
}

/**
 * The passages of a document in reading order: whole blocks up to about 1,100 characters, never across a heading. Long
 * blocks are cut by sentence with one sentence of overlap, tables between rows, each row carrying its header. A heading
 * with nothing below it, not even another heading, becomes a passage of its own words. No text gives no passages.
 */
export function splitDocument({ blocks }: Pick<ReadDocument, 'blocks'>): Passage[] {
  const passages: Passage[] = [];
  const splitter = createSplitter((passage) => void passages.push(passage));
  for (const block of blocks) splitter.add(block);
  splitter.end();
  return passages;
}

/** `splitDocument` bit by bit: `emit` takes the passages in order, numbered from 0, and the blocks they are made of, too. */
export function createSplitter(emit: (passage: Passage, blocks: BlockRange) => void): Splitter {
  let path: Heading[] = [];
  let bare: Piece | undefined;
  let isEmpty = true;
  let ordinal = 0;
  let next = 0;
  const packer = createPiecePacker(({ text, page, ...blocks }) => {
    const sectionTitle = path.map((heading) => heading.text).join(HEADING_SEPARATOR);
    emit({ ordinal: ordinal++, text, sectionTitle, ...(page === undefined ? {} : { page }) }, blocks);
  });
  const closeSection = () => {
    if (isEmpty && bare) packer.add(bare);
    packer.close();
    isEmpty = true;
    bare = undefined;
  };
  return {
    add(block, number = next) {
      next = number + 1;
      const heading = readHeading(block);
      if (heading) {
        // The words of a heading directly above a deeper one are in the section titles of what follows.
        if (bare && isEmpty && heading.level > (path.at(-1)?.level ?? 0)) bare = undefined;
        closeSection();
        path = [...path.filter(({ level }) => level < heading.level), heading];
        bare = { text: heading.text, page: block.page, block: number };
        return;
      }
      for (const piece of cutBlock(block)) {
        isEmpty = false;
        packer.add({ ...piece, block: number });
      }
    },
    end: closeSection,
  };
}

function readHeading(block: Block): Heading | undefined {
  if (block.kind !== 'heading') return undefined;
  const text = tidyLine(block.text);
  return text !== '' && text.length <= MAX_HEADING_LENGTH ? { level: block.level, text } : undefined;
}

function cutBlock(block: Block): Omit<Piece, 'block'>[] {
  if (block.kind === 'heading') return cutPart({ ...block, kind: 'paragraph' });
  return splitAtPages(block).flatMap(cutPart);
}

function cutPart(block: Body): Omit<Piece, 'block'>[] {
  return renderBlock(block)
    .flatMap((line) =>
      line.length > MAX_PASSAGE_CHARACTERS ? splitLongText(line, MAX_PASSAGE_CHARACTERS) : [line],
    )
    .map((text) => ({ text, page: block.page }));
}

/** The parts of a block by the pages on which they stand; a sentence that runs over stays on the page of its beginning. */
function splitAtPages(block: Body): Body[] {
  const { pageBreaks = [] } = block;
  if (pageBreaks.length === 0) return [block];
  const sentences = block.kind === 'table' ? [] : splitSentences(block.text);
  const snap = (offset: number) =>
    block.kind === 'table'
      ? offset
      : (sentences.find(({ start }) => start >= offset)?.start ?? block.text.length);
  const starts = pageBreaks.map(({ offset, page }) => ({ offset: snap(offset), page }));
  return [{ offset: 0, page: block.page }, ...starts].map(({ offset, page }, index) => {
    const place = page === undefined ? {} : { page };
    const end = starts[index]?.offset;
    if (block.kind === 'table') return { ...block, rows: block.rows.slice(offset, end), ...place };
    const text = block.text.slice(offset, end);
    return index === 0 ? { ...block, text } : { kind: 'paragraph', text, ...place };
  });
}
