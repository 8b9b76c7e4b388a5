import type { Block, ReadDocument } from './document.ts';
import { append, largest } from '#common/long-lists.ts';

/** What a document can be turned into (`ConvertAttachmentTo`). */
export type RenderedFormat = 'txt' | 'md' | 'html';

/**
 * The document as UTF-8 text of the given format, ending in a line end. `txt`: one block a line in reading order,
 * one row of a table a line with its cells joined by tabs. `md`: the same with `#` headings, `-` items and tables.
 * `html`: a whole escaped page that reads the same. Nothing is wrapped.
 */
export function renderAs(document: ReadDocument, format: RenderedFormat): string {
  if (format === 'txt') return document.blocks.map(renderTxt).join('\n').concat('\n');
  if (format === 'md') return renderMd(document.blocks);
  return renderHtml(document);
}

type Table = Extract<Block, { kind: 'table' }>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const ordinalOf = (block: Block): string | undefined => ('ordinal' in block ? block.ordinal : undefined);
const numbered = (block: Block, text: string): string => [ordinalOf(block), text].filter(Boolean).join(' ');
/** Ordinals that Markdown and HTML have lists for; others are text. */
const isPlain = (ordinal: string | undefined): ordinal is string => /^\d{1,3}\.$/.test(ordinal ?? '');
const rowsOf = (table: Table): string[][] => [...(table.header ? [table.header] : []), ...table.rows];

function renderTxt(block: Block): string {
  if (block.kind !== 'table') return numbered(block, oneLine(block.text));
  return rowsOf(block)
    .map((row) => row.map(oneLine).join('\t'))
    .join('\n');
}

function renderMd(blocks: readonly Block[]): string {
  let text = '';
  let previous: Block['kind'] | undefined;
  for (const block of blocks) {
    if (previous) text += previous === 'list-item' && block.kind === 'list-item' ? '\n' : '\n\n';
    text += renderMdBlock(block);
    previous = block.kind;
  }
  return `${text}\n`;
}

function renderMdBlock(block: Block): string {
  if (block.kind === 'table') return renderMdTable(block);
  const text = oneLine(block.text);
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${escapeMd(text)}`;
  if (block.kind === 'paragraph') return escapeMd(text);
  return isPlain(block.ordinal)
    ? `${block.ordinal} ${escapeMd(text)}`
    : `- ${escapeMd(numbered(block, text))}`;
}

function renderMdTable(table: Table): string {
  const width = largest(
    rowsOf(table).map((row) => row.length),
    0,
  );
  const cell = (text = ''): string => escapeMd(oneLine(text)).replaceAll('|', String.raw`\|`);
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cell(row[at])).join(' | ')} |`;
  // A Markdown table cannot be without a header row; an empty one stands in.
  return [line(table.header ?? []), `|${' --- |'.repeat(width)}`, ...table.rows.map(line)].join('\n');
}

/** Only what Markdown would take for mark-up in running text; punctuation stays readable. */
function escapeMd(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, String.raw`\$&`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^([#>+-]|\d{1,9}[.)])(?=\s|$)/, (mark) => mark.replace(/.$/, String.raw`\$&`))
    .replace(/^(?:~{3,}|={1,}|-{3,})/, String.raw`\$&`);
}

function renderHtml({ title, blocks }: ReadDocument): string {
  const lines: string[] = [];
  let open: 'ul' | 'ol' | undefined;
  for (const block of blocks) {
    const list = block.kind !== 'list-item' ? undefined : isPlain(block.ordinal) ? 'ol' : 'ul';
    if (list !== open) append(lines, [...(open ? [`</${open}>`] : []), ...(list ? [`<${list}>`] : [])]);
    open = list;
    lines.push(renderHtmlBlock(block));
  }
  if (open) lines.push(`</${open}>`);
  const head = `<meta charset="utf-8">${title ? `<title>${escapeHtml(title)}</title>` : ''}`;
  return `<!doctype html>\n<html dir="auto"><head>${head}</head>\n<body>\n${lines.join('\n')}\n</body></html>\n`;
}

function renderHtmlBlock(block: Block): string {
  if (block.kind === 'table') return renderHtmlTable(block);
  const text = oneLine(block.text);
  if (block.kind !== 'list-item') {
    const tag = block.kind === 'heading' ? `h${block.level}` : 'p';
    return `<${tag} dir="auto">${escapeHtml(text)}</${tag}>`;
  }
  return isPlain(block.ordinal)
    ? `<li value="${Number.parseInt(block.ordinal, 10)}" dir="auto">${escapeHtml(text)}</li>`
    : `<li dir="auto">${escapeHtml(numbered(block, text))}</li>`;
}

function renderHtmlTable(table: Table): string {
  const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(oneLine(cell))}</${tag}>`).join('')}</tr>`;
  const header = table.header ? `<thead>${row(table.header, 'th')}</thead>\n` : '';
  const body = table.rows.map((cells) => row(cells, 'td')).join('\n');
  return `<table dir="auto">\n${header}<tbody>\n${body}\n</tbody>\n</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
