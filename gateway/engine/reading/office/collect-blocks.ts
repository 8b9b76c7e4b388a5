import type { OfficeContentNode } from 'officeparser';
import type { Block } from '#gateway/engine/document.ts';
import { cleanLine, cleanLines } from '#gateway/engine/reading/clean-text.ts';
import { makeListItem } from '#gateway/engine/reading/make-list-item.ts';
import type { GridCell } from '#gateway/engine/reading/tables/grid.ts';
import { createTables, makeTables } from '#gateway/engine/reading/tables/make-tables.ts';
import type { ChartTable } from './chart-tables.ts';
import { type SheetViews, showSheet } from './formatted-cells.ts';
import { markHeadingsByLook } from './headings-by-look.ts';
import { labelOf, takeLabels } from './list-labels.ts';
import { breakText, hasPageBreaks, PageCounter } from './page-counter.ts';
import { createFindings, type SheetFindings } from './sheet-findings.ts';
import { takeSpan } from './slide-edits.ts';

const BLOCKS = new Set<OfficeContentNode['type']>(['paragraph', 'heading', 'list', 'row', 'code']);
const LEFT_OUT = new Set<OfficeContentNode['type']>(['note', 'comment', 'image', 'chart', 'embed', 'table']);

/** Text of a node: its runs joined as they are, line breaks as `\n`, blocks inside of it each on a line. */
function textOf(node: OfficeContentNode): string {
  const { children } = node;
  if (!children || children.length === 0) return node.type === 'break' ? breakText(node) : (node.text ?? '');
  let text = '';
  for (const child of children) {
    if (LEFT_OUT.has(child.type)) continue;
    if (node.type !== 'cell' && (child.type === 'list' || child.type === 'heading')) continue;
    if (BLOCKS.has(child.type) && text !== '') text += '\n';
    text += textOf(child);
  }
  return text;
}

/** A sheet named by the program, not by a person, heads nothing. */
const DEFAULT_SHEET = /^(?:sheet|ورقة|الورقة|feuil|tabelle|hoja)\s*[\d٠-٩]*$/i;

/**
 * Blocks of a parsed office document in reading order, and how many slides, sheets or stated pages it has (0: none).
 * `headings` are the document's own heading levels by style id, `views` how sheets are shown, `charts` those of slides
 * by the name of their part. What sheets hide is counted in `findings`.
 * `byLook`: documents without heading styles may set headings in bold or large type, beside text of `points`.
 */
export function collectBlocks(
  content: readonly OfficeContentNode[],
  {
    headings = new Map(),
    views = new Map(),
    findings = createFindings(),
    charts = new Map(),
    byLook,
  }: {
    headings?: ReadonlyMap<string, number>;
    views?: SheetViews;
    findings?: SheetFindings;
    charts?: ReadonlyMap<string, ChartTable>;
    byLook?: { points?: number };
  },
): { blocks: Block[]; pages: number } {
  const isHeading = (node: OfficeContentNode): boolean => asHeading(node, headings).type === 'heading';
  takeLabels(content, isHeading);
  if (byLook) markHeadingsByLook(content, isHeading, byLook.points);
  const pages = new PageCounter(hasPageBreaks(content) ? 1 : undefined);
  const blocks = content.flatMap((node) => {
    if (node.type === 'sheet') {
      const page = (pages.page ?? 0) + 1;
      const sheet = showSheet(node, views.get(node.metadata?.sheetName ?? ''), { findings, page });
      if (!sheet) return [];
      pages.page = page;
      return collect(sheet, pages);
    }
    if (node.type !== 'slide') return collect(asHeading(node, headings), pages);
    const page = node.metadata?.slideNumber ?? (pages.page ?? 0) + 1;
    pages.page = page;
    const shapes = (node.children ?? []).flatMap((child) =>
      child.type === 'chart'
        ? showChart(charts.get(child.metadata?.attachmentName ?? ''), page)
        : collect(child, pages),
    );
    return [...shapes, ...collectNotes(node, pages)];
  });
  return { blocks, pages: pages.page ?? 0 };
}

/** The figures of a chart under its title. */
function showChart(chart: ChartTable | undefined, page: number): Block[] {
  if (!chart) return [];
  const title: Block[] =
    chart.title === '' ? [] : [{ kind: 'paragraph', text: cleanLine(chart.title), page }];
  const head = chart.header.map((text) => ({ text, isHead: true }));
  return [...title, ...(chart.rows.length > 0 ? makeTables([head, ...chart.rows], { page }) : [])];
}

/** The library takes a numbered heading for a list item, and one whose style is not called so for a paragraph. */
function asHeading(node: OfficeContentNode, headings: ReadonlyMap<string, number>): OfficeContentNode {
  if (node.type !== 'paragraph' && node.type !== 'list') return node;
  const level = headings.get(node.metadata?.style ?? '');
  return level === undefined ? node : { ...node, type: 'heading', metadata: { level } };
}

function collect(node: OfficeContentNode, pages: PageCounter): Block[] {
  return [...collectItself(node, pages), ...collectNotes(node, pages)];
}

function collectItself(node: OfficeContentNode, pages: PageCounter): Block[] {
  const children = node.children ?? [];
  switch (node.type) {
    case 'heading': {
      const level = Math.min(Math.max(node.metadata?.level ?? 1, 1), 6) as 1;
      const { pageBreaks: _breaks, ...placed } = pages.place(textOf(node), cleanLine);
      return [{ kind: 'heading', level, ...placed }];
    }
    case 'list':
    case 'paragraph':
    case 'code':
    case 'text':
    case 'definitionTerm': {
      const nested = children.filter(({ type }) => STANDS_ALONE.has(type));
      const { text, ...place } = pages.place(textOf(node), cleanLines);
      const own: Block =
        node.type === 'list'
          ? { ...makeListItem(text, ordinalOf(node)), ...place }
          : { kind: 'paragraph', text, ...place };
      return [own, ...nested.flatMap((child) => collect(child, pages))];
    }
    case 'table':
      return collectTable(children, pages);
    case 'sheet':
      return [
        ...headSheet(node.metadata?.sheetName ?? '', pages.location),
        ...collectTable(children, pages, true),
      ];
    case 'image':
    case 'chart':
    case 'embed':
    case 'comment':
    case 'note':
    case 'header':
    case 'footer':
    case 'slideMaster':
      return [];
    case 'break':
      pages.place(breakText(node), cleanLine);
      return [];
    default:
      return children.flatMap((child) => collect(child, pages));
  }
}

/**
 * The label that the program shows, else the library's number, which counts items from 0. A list of the id 0 is one
 * that Word shows no numbers of.
 */
function ordinalOf(node: Extract<OfficeContentNode, { type: 'list' }>): string | undefined {
  const label = labelOf(node);
  if (label !== undefined) return label === '' ? undefined : label;
  const { metadata } = node;
  const isOrdered = metadata?.listType === 'ordered' && metadata.listId !== '0';
  return isOrdered ? `${metadata.itemIndex + 1}.` : undefined;
}

/**
 * Lets a list inside of an item begin at 1 again: the library goes on counting where the list inside of the item before
 * ended. `atHeadings`: so does every list below a heading, as OpenDocument means it.
 */
export function restartLists(content: readonly OfficeContentNode[], atHeadings: boolean): void {
  /** For each list, by level, how far its count is ahead; levels that no open item holds are to begin again. */
  const lists = new Map<string, { ahead: number[]; open: number }>();
  const visit = (node: OfficeContentNode): void => {
    if (node.type === 'heading' && atHeadings) for (const list of lists.values()) list.open = -1;
    if (node.type === 'list' && node.metadata) {
      const { listId, indentation, itemIndex } = node.metadata;
      const list = lists.get(listId) ?? { ahead: [], open: -1 };
      lists.set(listId, list);
      const isNew = indentation > list.open;
      if (isNew && list.ahead[indentation] !== undefined) list.ahead[indentation] = itemIndex;
      list.ahead[indentation] ??= 0;
      list.open = indentation;
      node.metadata.itemIndex = itemIndex - list.ahead[indentation];
    }
    for (const child of node.children ?? []) visit(child);
  };
  content.forEach(visit);
}

const STANDS_ALONE = new Set<OfficeContentNode['type']>(['table', 'list', 'heading']);

/** The heading of a sheet that a person named. */
export function headSheet(name: string, location: { page?: number }): Block[] {
  return name === '' || DEFAULT_SHEET.test(name)
    ? []
    : [{ kind: 'heading', level: 1, text: cleanLine(name), ...location }];
}

/** The tables of rows; a table with headings, tables or but one cell in it only arranges the page and is dissolved. */
function collectTable(children: readonly OfficeContentNode[], pages: PageCounter, isSheet = false): Block[] {
  const rows = children.filter(({ type }) => type === 'row');
  const collectRest = (): Block[] =>
    children.filter(({ type }) => type !== 'row').flatMap((child) => collect(child, pages));
  const cells = rows.flatMap((row) => row.children ?? []);
  const isLayout =
    cells.length === 1 || cells.some(({ children: inside = [] }) => inside.some((node) => arranges(node)));
  if (isLayout && !isSheet) {
    return [
      ...cells.flatMap((cell) => (cell.children ?? []).flatMap((child) => collect(child, pages))),
      ...collectRest(),
    ];
  }
  const tables = isSheet
    ? makeTables(readSheetRows(rows), { ...pages.location, isSheet })
    : readRows(rows, pages);
  return [...tables, ...cells.flatMap((cell) => collectNotes(cell, pages)), ...collectRest()];
}

/** The tables of rows, in pieces by the page on which the rows begin. */
function readRows(rows: readonly OfficeContentNode[], pages: PageCounter): Block[] {
  const pieces: { page: number | undefined; rows: GridCell[][] }[] = [];
  for (const row of rows) {
    const cells = readRow(row);
    const { texts, page } = pages.placeBeside(cells.map(({ text }) => text));
    const shown = cells.map((cell, index) => ({ ...cell, text: texts[index] ?? '' }));
    const last = pieces.at(-1);
    if (last && last.page === page) last.rows.push(shown);
    else pieces.push({ page, rows: [shown] });
  }
  const addRows = createTables();
  return pieces.flatMap(({ page, rows }) =>
    addRows(rows).map((block) => (page === undefined ? block : { ...block, page })),
  );
}

const arranges = ({ type }: OfficeContentNode): boolean => type === 'table' || type === 'heading';

/** Columns further to the right are stray formatting, not data. */
export const MAX_SHEET_COLUMNS = 500;

/** Empty rows between others, as far as a merged cell may reach over them. */
export const MAX_EMPTY_ROWS = 100;

/** The rows of a sheet with the empty ones that the library leaves out. */
function readSheetRows(rows: readonly OfficeContentNode[]): GridCell[][] {
  let before = -1;
  return rows.flatMap((row) => {
    const [first] = row.children ?? [];
    const index = (first?.type === 'cell' ? first.metadata?.row : undefined) ?? before + 1;
    const gap = Math.min(index - before - 1, MAX_EMPTY_ROWS);
    before = index;
    return [...Array.from({ length: gap }, () => []), readRow(row)];
  });
}

function readRow(row: OfficeContentNode): GridCell[] {
  return (row.children ?? []).flatMap((cell): GridCell[] => {
    const { col, rowSpan, colSpan, style } = (cell.type === 'cell' && cell.metadata) || {};
    const column = col === undefined ? col : Math.min(col, MAX_SHEET_COLUMNS);
    const own = takeSpan(textOf(cell));
    if (!own) return [];
    const { text, columns: columnSpan = colSpan, rows = rowSpan } = own;
    return [{ text, column, rowSpan: rows, columnSpan, isHead: style === 'header' }];
  });
}

/** Footnotes and speaker notes follow the block that they belong to. */
function collectNotes(node: OfficeContentNode, pages: PageCounter): Block[] {
  const own = (node.notes ?? []).map(
    (note): Block => ({ kind: 'paragraph', ...pages.place(textOf(note), cleanLines) }),
  );
  const inline = INLINE_PARENTS.has(node.type)
    ? (node.children ?? []).flatMap((child) => collectNotes(child, pages))
    : [];
  return [...own, ...inline];
}

const INLINE_PARENTS = new Set<OfficeContentNode['type']>(['heading', 'list', 'paragraph', 'cell']);
