import { largest } from '#common/long-lists.ts';
import type { Block, BlockBatch, ReadDocument } from './document.ts';

/** What a document can be turned into (`ConvertAttachmentTo`). */
export type RenderedFormat = 'txt' | 'md' | 'html';

/** Turns a document into text bit by bit, and holds nothing of what it gave. */
export interface Renderer {
  /** The text of the next blocks. */
  add(batch: Pick<BlockBatch, 'blocks' | 'title'>): string;
  /** What ends the text, after the last blocks. */
  end(): string;
}

/**
 * Renders as UTF-8 text of the given format, ending in a line end. `txt`: one block a line in reading order, one row of a
 * table a line with its cells joined by tabs. `md`: the same with `#` headings, `-` items and tables. `html`: a whole
 * escaped page that reads the same, with the title that is known by the first blocks. Nothing is wrapped.
 */
export function createRenderer(format: RenderedFormat): Renderer {
  const form = FORMATS[format];
  let previous: Previous | undefined;
  let firstTitle: string | undefined;
  return {
    add({ blocks, title }) {
      let text = '';
      firstTitle ??= title;
      for (const block of blocks) {
        const continuedWidth = goesOn(previous, block) ? previous?.width : undefined;
        const width = continuedWidth ?? (block.kind === 'table' ? widthOf(block) : undefined);
        if (!previous) text += form.begin(firstTitle);
        text += form.between(previous?.block, withoutRows(block), continuedWidth !== undefined);
        text += form.print(block, continuedWidth);
        previous = { block: withoutRows(block), width };
      }
      return text;
    },
    end: () => (previous ? '' : form.begin(firstTitle)) + form.end(previous?.block),
  };
}

/** A whole document as `createRenderer` renders it. */
export function renderAs(document: ReadDocument, format: RenderedFormat): string {
  const renderer = createRenderer(format);
  return renderer.add(document) + renderer.end();
}

/** The block before, and the columns of the table that it belongs to. */
interface Previous {
  block: Block;
  width: number | undefined;
}

interface FormatRenderer {
  begin(title: string | undefined): string;
  /** What stands before a block, behind the one before it; the block may go on with the table of that one. */
  between(previous: Block | undefined, next: Block, continues: boolean): string;
  /** A block; of a table that goes on its rows alone, in the width that it has so far. */
  print(block: Block, continuedWidth: number | undefined): string;
  end(last: Block | undefined): string;
}

const FORMATS: Record<RenderedFormat, FormatRenderer> = {
  txt: {
    begin: () => '',
    between: (previous) => (previous ? '\n' : ''),
    print: renderTxt,
    end: () => '\n',
  },
  md: {
    begin: () => '',
    between(previous, next, continues) {
      if (!previous) return '';
      const isOneList = previous.kind === 'list-item' && next.kind === 'list-item';
      return continues || isOneList ? '\n' : '\n\n';
    },
    print: renderMdBlock,
    end: () => '\n',
  },
  html: {
    begin(title) {
      const head = `<meta charset="utf-8">${title ? `<title>${escapeHtml(title)}</title>` : ''}`;
      return `<!doctype html>\n<html dir="auto"><head>${head}</head>\n<body>\n`;
    },
    between(previous, next, continues) {
      if (!previous) return openHtml(next);
      const list = listTag(previous);
      if (continues || (list !== undefined && list === listTag(next))) return '\n';
      return `\n${closeHtml(previous)}${openHtml(next)}`;
    },
    print: renderHtmlBlock,
    end: (last) => `\n${last ? closeHtml(last) : ''}</body></html>\n`,
  },
};

/** A row that is wider than the table begins another one: Markdown would drop its last cell. */
const goesOn = (previous: Previous | undefined, next: Block): boolean =>
  next.kind === 'table' && next.continues === true && widthOf(next) <= (previous?.width ?? 0);

const withoutRows = (block: Block): Block => (block.kind === 'table' ? { ...block, rows: [] } : block);

type Table = Extract<Block, { kind: 'table' }>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const ordinalOf = (block: Block): string | undefined => ('ordinal' in block ? block.ordinal : undefined);
const numbered = (block: Block, text: string): string => [ordinalOf(block), text].filter(Boolean).join(' ');
/** Ordinals that Markdown and HTML have lists for; others are text. */
const isPlain = (ordinal: string | undefined): ordinal is string => /^\d{1,3}\.$/.test(ordinal ?? '');
const rowsOf = (table: Table): string[][] => [...(table.header ? [table.header] : []), ...table.rows];
const widthOf = (table: Table): number =>
  largest(
    rowsOf(table).map((row) => row.length),
    0,
  );

function renderTxt(block: Block, continuedWidth?: number): string {
  if (block.kind !== 'table') return numbered(block, oneLine(block.text));
  return (continuedWidth === undefined ? rowsOf(block) : block.rows)
    .map((row) => row.map(oneLine).join('\t'))
    .join('\n');
}

function renderMdBlock(block: Block, continuedWidth?: number): string {
  if (block.kind === 'table') return renderMdTable(block, continuedWidth);
  const text = oneLine(block.text);
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${escapeMd(text)}`;
  if (block.kind === 'paragraph') return escapeMd(text);
  return isPlain(block.ordinal)
    ? `${block.ordinal} ${escapeMd(text)}`
    : `- ${escapeMd(numbered(block, text))}`;
}

function renderMdTable(table: Table, continuedWidth?: number): string {
  const width = continuedWidth ?? widthOf(table);
  const cell = (text = ''): string => escapeMd(oneLine(text)).replaceAll('|', String.raw`\|`);
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, column) => cell(row[column])).join(' | ')} |`;
  const rows = table.rows.map(line);
  if (continuedWidth !== undefined) return rows.join('\n');
  // A Markdown table cannot be without a header row; an empty one stands in.
  return [line(table.header ?? []), `|${' --- |'.repeat(width)}`, ...rows].join('\n');
}

/** Only what Markdown would take for mark-up in running text; punctuation stays readable. */
function escapeMd(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, String.raw`\$&`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^([#>+-]|\d{1,9}[.)])(?=\s|$)/, (mark) => mark.replace(/.$/, String.raw`\$&`))
    .replace(/^(?:~{3,}|={1,}|-{3,})/, String.raw`\$&`);
}

const listTag = (block: Block): 'ol' | 'ul' | undefined => {
  if (block.kind !== 'list-item') return undefined;
  return isPlain(block.ordinal) ? 'ol' : 'ul';
};

/** The opening tag of the container of a block, which later blocks may continue. */
function openHtml(block: Block): string {
  const list = listTag(block);
  if (list) return `<${list}>\n`;
  if (block.kind !== 'table') return '';
  const header = block.header ? `<thead>${renderHtmlRow(block.header, 'th')}</thead>\n` : '';
  return `<table dir="auto">\n${header}<tbody>\n`;
}

function closeHtml(block: Block): string {
  const list = listTag(block);
  if (list) return `</${list}>\n`;
  return block.kind === 'table' ? '</tbody>\n</table>\n' : '';
}

function renderHtmlBlock(block: Block): string {
  if (block.kind === 'table') return block.rows.map((row) => renderHtmlRow(row, 'td')).join('\n');
  const text = oneLine(block.text);
  if (block.kind !== 'list-item') {
    const tag = block.kind === 'heading' ? `h${block.level}` : 'p';
    return `<${tag} dir="auto">${escapeHtml(text)}</${tag}>`;
  }
  return isPlain(block.ordinal)
    ? `<li value="${Number.parseInt(block.ordinal, 10)}" dir="auto">${escapeHtml(text)}</li>`
    : `<li dir="auto">${escapeHtml(numbered(block, text))}</li>`;
}

function renderHtmlRow(cells: readonly string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(oneLine(cell))}</${tag}>`).join('')}</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
