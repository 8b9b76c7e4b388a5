import type { Block } from '#gateway/text/document.ts';

type Body = Exclude<Block, { kind: 'heading' }>;

const MARKED = /^(?:[•◦▪‣·–—*-]|[\p{Nd}]{1,3}[.)-]|\p{L}[.)])\s/u;
const BULLET = '• ';

/**
 * The lines by which a block enters a passage, none when it is empty. A list item begins with a bullet or its own
 * number. A table row stands alone, because passages and quotes take rows out of their table: `header: cell | header:
 * cell`, or `cell | cell` without a header; empty cells are left out.
 */
export function renderBlock(block: Body): string[] {
  if (block.kind === 'table')
    return block.rows.map((row) => renderRow(row, block.header ?? [])).filter(isFilled);
  const text = tidyLines(block.text);
  if (text === '') return [];
  return [block.kind === 'list-item' && !MARKED.test(text) ? BULLET + text : text];
}

/** Whether a line of a passage is an item of a list. */
export function isListLine(line: string): boolean {
  return MARKED.test(line);
}

/** One line of text: any run of white space is one space. */
export function tidyLine(text: string): string {
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
